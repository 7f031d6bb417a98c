#pragma once
// Many WebSocket clients in one thread, by epoll. Beast would do it too, but the clients must not
// be what is measured: here a frame costs one system call and no allocation, a connection at rest a
// hundred bytes. Only what the server of this project needs is there: text frames in both
// directions, pings answered, no extension.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aero::load {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;

class Wire {
 public:
  // What happens to a connection. All may call Wire.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void opened(int who) = 0;
    virtual void received(int who, std::string_view text) = 0;
    virtual void closed(int who) = 0;  // by the other side, or it could not be opened
  };

  // Connections are told by number, 0 … most - 1.
  Wire(int most, Listener& listener);
  ~Wire();
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  // Begins to connect to this machine's /ws on that port; opened() or closed() follows.
  // Precondition: the connection is closed.
  void open(int who, std::uint16_t port);
  // Whether all of the text is on its way; the rest follows when the other side reads. Nothing
  // happens where the connection is not open.
  bool send(int who, std::string_view text);
  // Hangs up. closed() is not called.
  void close(int who);
  bool is_open(int who) const { return sockets_[static_cast<std::size_t>(who)].is_open; }
  // What waits to be sent, in bytes.
  std::size_t waiting(int who) const { return sockets_[static_cast<std::size_t>(who)].out.size(); }

  // Handles what comes, and returns at that time or before.
  void wait(Time until);

 private:
  struct Socket {
    int file = -1;
    std::uint32_t use = 0;  // counts the connections that had this number
    bool is_connected = false;
    bool is_open = false;  // speaks WebSocket
    std::string in;        // of a frame that is not complete
    std::string message;   // of a message in several frames
    std::string out;       // not sent yet
  };
  Socket& socket(int who) { return sockets_[static_cast<std::size_t>(who)]; }

  void handle(int who, std::uint32_t events);
  void connected(int who);
  void read(int who, bool to_the_end);
  std::size_t take(int who, std::string_view bytes);
  std::size_t take_answer(int who, std::string_view bytes);
  std::size_t take_frame(int who, std::string_view bytes);
  bool write(int who, std::string_view bytes);
  bool send_frame(int who, std::uint8_t kind, std::string_view payload);
  void lose(int who);

  Listener& listener_;
  int poll_;
  std::vector<Socket> sockets_;
  std::vector<char> buffer_;
  std::string frame_;
  std::uint64_t masks_ = 1;
};

}  // namespace aero::load
