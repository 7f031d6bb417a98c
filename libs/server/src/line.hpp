#pragma once
// What is beneath a WebSocket: the messages of one connection are gathered here, and go out in one
// piece when the turn of the loop is over. What Beast has to say itself, such as a pong or the
// close, takes its place among them.

#include <boost/asio/append.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "net.hpp"

namespace aero::server {

class Line final {
 public:
  class Owner {
   public:
    // There is something to write now, where there was nothing.
    virtual void line_filled() = 0;

   protected:
    ~Owner() = default;
  };

  Line(Socket socket, Owner& owner);

  // Queues a text message.
  void put(const tables::Text& text) { put({.bytes = text, .is_message = true}); }
  // Writes as much as the socket takes now. Where that is not all, the rest stays.
  error_code write();
  bool is_empty() const { return pieces_.empty(); }
  // What waits to be written.
  std::size_t bytes() const { return bytes_; }
  // How often it was read since this was asked last.
  int take_reads() { return std::exchange(reads_, 0); }
  // Forgets all of which nothing has been written yet.
  void forget();
  void close();

  template <class Handler>
  void async_wait_to_write(Handler&& handler) {
    socket_.async_wait(Socket::wait_write, std::forward<Handler>(handler));
  }

  // ---- for Beast ----

  using executor_type = Executor;  // NOLINT(readability-identifier-naming): Asio's word
  executor_type get_executor() { return socket_.get_executor(); }

  template <class Buffers, class Handler>
  auto async_read_some(const Buffers& buffers, Handler&& handler) {
    ++reads_;
    return socket_.async_read_some(buffers, std::forward<Handler>(handler));
  }

  // Takes all at once.
  template <class Buffers, class Handler>
  auto async_write_some(const Buffers& buffers, Handler&& handler) {
    const std::size_t count = asio::buffer_size(buffers);
    put({.bytes = std::make_shared<const std::string>(boost::beast::buffers_to_string(buffers)),
         .is_message = false});
    return asio::post(get_executor(),
                      asio::append(std::forward<Handler>(handler), error_code(), count));
  }

  // When all is written: the close is the last of it.
  template <class Handler>
  friend void async_teardown(boost::beast::role_type role, Line& line, Handler handler) {
    if (!line.write() && !line.is_empty()) {
      line.async_wait_to_write(
          [role, &line, handler = std::move(handler)](error_code /*told by write*/) mutable {
            async_teardown(role, line, std::move(handler));
          });
      return;
    }
    boost::beast::websocket::async_teardown(role, line.socket_, std::move(handler));
  }
  friend void beast_close_socket(Line& line) { line.close(); }

 private:
  struct Piece {
    tables::Text bytes;
    bool is_message;  // which has to be put in a frame
  };
  void put(Piece piece);
  void wrote(std::size_t count);

  Socket socket_;
  Owner& owner_;
  std::vector<Piece> pieces_;
  std::size_t bytes_ = 0;    // of them all
  std::size_t written_ = 0;  // of the first one's frame
  int reads_ = 0;
};

}  // namespace aero::server
