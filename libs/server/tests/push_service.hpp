#pragma once
// A push service: https under a certificate of its own making, and a memory for what was posted.

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "aero/push.hpp"

namespace aero::server {

struct Post {
  std::string target;
  std::map<std::string, std::string> fields;  // by name in lower case
  std::string body;
};

// A browser that has subscribed.
struct Browser {
  push::KeyPair key = push::make_key_pair();
  std::string secret = std::string(16, 's');

  push::Receiver receiver() const { return {key.point, secret}; }
  // What it reads in a message to it; none where it is to another.
  std::optional<std::string> read(const Post& post) const {
    return push::decrypt(post.body, key, secret);
  }
};

class PushService {
 public:
  // Its certificate is for the name "localhost".
  PushService();
  ~PushService();
  PushService(const PushService&) = delete;
  PushService& operator=(const PushService&) = delete;

  // As PEM, for whoever is to trust it.
  const std::string& certificate() const { return certificate_; }
  std::string endpoint(const std::string& target) const;

  // The next answers, whole; "" is none at all. After the last of them 201.
  void answer(std::deque<std::string> answers);
  // What was posted next; none where nothing comes in time.
  std::optional<Post> next(std::chrono::milliseconds time = std::chrono::seconds(10));
  int connections() const;

 private:
  using Stream = boost::asio::ssl::stream<boost::asio::ip::tcp::socket>;
  void work();
  void serve(Stream& stream);

  std::string certificate_;
  boost::asio::io_context io_;
  boost::asio::ssl::context tls_;
  boost::asio::ip::tcp::acceptor acceptor_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Post> posts_;
  std::deque<std::string> answers_;
  int connections_ = 0;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace aero::server
