#pragma once
// Takes messages to push services, in a thread of its own: the tables never wait for it.
//
// An endpoint is an address that somebody has told us. So it has to be https at the usual port, its
// certificate has to be that of its name, and the name must not lead into a network that is not
// public; what is connected to is the very address that was looked at. Redirections are not
// followed, and of an answer nothing but the head is read. Hosts that are named are exempt from all
// of it but https and the certificate.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "aero/push.hpp"
#include "gate.hpp"

namespace aero::server {

// Whether an address is one of the Internet: of no private, local, reserved or translating network.
bool is_public(const Address& address);

// Whether a message may be taken there, as far as its text tells.
bool may_deliver(const push::Endpoint& endpoint, const std::vector<std::string>& hosts);

struct Letter {
  std::string subscription;  // a name for the outcome
  push::Endpoint endpoint;
  push::Receiver receiver;
  std::string text;
  std::string
      topic;  // of what waits at the push service, a later one takes the place of an earlier
};

enum class Delivery : std::uint8_t {
  taken,
  gone,    // the push service knows that subscription no more
  failed,  // it refused, or could not be reached often enough
};

class Courier {
 public:
  struct Settings {
    push::KeyPair key;
    std::string subject;             // see push::Claim
    std::vector<std::string> hosts;  // that are exempt
    std::size_t most_letters = 2'000;
    std::size_t at_once = 16;
    std::chrono::milliseconds patience{20'000};  // for one try
    int tries = 4;
    // After the first try that failed, and four times as long after each further one; a push
    // service may ask for more, up to the longest.
    std::chrono::milliseconds pause{15'000};
    std::chrono::milliseconds longest_pause{3'600'000};
  };
  // Called in the courier's thread; `status` is that of HTTP, 0 without an answer.
  using Done = std::function<void(const Letter& letter, Delivery outcome, int status)>;

  Courier(Settings settings, Done done);
  ~Courier();  // what is under way or waits is dropped
  Courier(const Courier&) = delete;
  Courier& operator=(const Courier&) = delete;

  // For any thread. False, and nothing happens, while too many are waiting.
  bool take(Letter letter);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace aero::server
