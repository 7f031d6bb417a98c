#pragma once
// Calls people to their turn, where they have asked for it: web push. Who has asked stands in the
// store; a courier takes the messages away.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "aero/board.hpp"
#include "courier.hpp"
#include "journal.hpp"
#include "keeper.hpp"
#include "metrics.hpp"

namespace aero::server {

// What a browser that wants to be told gives out about itself.
struct Subscription {
  std::string endpoint;
  std::string p256dh;
  std::string auth;
};

// Of one person; another one takes the place of the oldest.
inline constexpr int kMostSubscriptions = 5;

class Calls {
 public:
  // `courier` is without a key: that is read from the store, and made where there is none yet.
  Calls(Keeper& keeper, Keeper::Post post, Courier::Settings courier, Metrics& metrics,
        const Journal& journal);

  // The server's, as browsers take it; none until the store has it.
  const std::optional<std::string>& key() const { return key_; }
  // Whether there could be somebody who hears it.
  bool is_right(const Subscription& subscription) const;

  // False where the store could not do it.
  void add(const std::string& person, const Subscription& subscription,
           std::function<void(bool)> then);
  void remove(const std::string& person, const std::string& endpoint,
              std::function<void(bool)> then);

  // To be called when the turn of a person begins who is not there.
  void call(const std::string& person, const std::string& table, Seat seat);

 private:
  void take_key(const std::optional<storage::Item>& found);
  void open(push::KeyPair key);
  void send(const storage::Item& item, const std::string& table, Seat seat);
  void delivered(const Letter& letter, Delivery outcome, int status);

  Keeper& keeper_;
  Keeper::Post post_;
  Courier::Settings settings_;
  Metrics& metrics_;
  const Journal& journal_;
  std::optional<std::string> key_;
  std::int64_t last_unix_ms_ = 0;  // of a subscription: no two have the same
  std::unique_ptr<Courier> courier_;
};

}  // namespace aero::server
