#include "calls.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "aero/fair.hpp"

namespace aero::server {
namespace {

constexpr std::string_view kSubscription = "push_subscription";  // the kind of item
constexpr std::string_view kServerKey = "server_key";            // likewise
constexpr std::string_view kVapid = "vapid";
constexpr int kDigits = 15;  // of a time, so that the oldest has the least value

std::string key_of(const std::string& endpoint) { return fair::to_text(fair::hash(endpoint)); }

// "SINCE P256DH AUTH ENDPOINT", of which none has a space.
std::string in_words(const Subscription& subscription, std::int64_t since_unix_ms) {
  std::string since = std::to_string(since_unix_ms);
  since.insert(0, kDigits - std::min<std::size_t>(since.size(), kDigits), '0');
  return since + ' ' + subscription.p256dh + ' ' + subscription.auth + ' ' + subscription.endpoint;
}

std::optional<Subscription> parse_subscription(std::string_view text) {
  std::array<std::string_view, 4> words;
  for (std::string_view& word : words) {
    word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  if (words.back().empty() || !text.empty()) return std::nullopt;
  return Subscription{.endpoint = std::string(words[3]),
                      .p256dh = std::string(words[1]),
                      .auth = std::string(words[2])};
}

std::string_view name_of(Delivery outcome) {
  switch (outcome) {
    case Delivery::taken: return "taken";
    case Delivery::gone: return "gone";
    case Delivery::failed: break;
  }
  return "failed";
}

}  // namespace

Calls::Calls(Keeper& keeper, Keeper::Post post, Courier::Settings courier, Metrics& metrics,
             const Journal& journal)
    : keeper_(keeper),
      post_(std::move(post)),
      settings_(std::move(courier)),
      metrics_(metrics),
      journal_(journal) {
  keeper_.items_of(std::string(kServerKey), "", [this](const auto& found) {
    if (!found) return journal_.say(LogLevel::error, "no_push_key");
    const auto item = std::ranges::find(*found, kVapid, &storage::Item::key);
    take_key(item == found->end() ? std::nullopt : std::optional(*item));
  });
}

void Calls::take_key(const std::optional<storage::Item>& found) {
  if (found) {
    const std::optional<std::string> secret = push::parse_bytes(found->value);
    std::optional<push::KeyPair> key = secret ? push::key_pair_of(*secret) : std::nullopt;
    if (!key) return journal_.say(LogLevel::error, "no_push_key");
    return open(*std::move(key));
  }
  const push::KeyPair key = push::make_key_pair();
  storage::Item item{.key = std::string(kVapid), .person = {}, .value = push::to_text(key.secret)};
  keeper_.put(std::string(kServerKey), std::move(item), [this, key](bool is_done) {
    if (!is_done) return journal_.say(LogLevel::error, "no_push_key");
    open(key);
  });
}

void Calls::open(push::KeyPair key) {
  key_ = push::to_text(key.point);
  settings_.key = std::move(key);
  courier_ = std::make_unique<Courier>(
      settings_, [this](const Letter& letter, Delivery outcome, int status) {
        post_([this, letter, outcome, status] { delivered(letter, outcome, status); });
      });
}

bool Calls::is_right(const Subscription& subscription) const {
  const auto endpoint = push::parse_endpoint(subscription.endpoint);
  return endpoint && may_deliver(*endpoint, settings_.hosts) &&
         push::parse_receiver(subscription.p256dh, subscription.auth);
}

void Calls::add(const std::string& person, const Subscription& subscription,
                std::function<void(bool)> then) {
  using std::chrono::system_clock;
  const auto now = std::chrono::floor<std::chrono::milliseconds>(system_clock::now());
  last_unix_ms_ = std::max<std::int64_t>(last_unix_ms_ + 1, now.time_since_epoch().count());
  storage::Item item{.key = key_of(subscription.endpoint),
                     .person = person,
                     .value = in_words(subscription, last_unix_ms_)};
  keeper_.put_among(kMostSubscriptions - 1, std::string(kSubscription), std::move(item),
                    std::move(then));
}

void Calls::remove(const std::string& person, const std::string& endpoint,
                   std::function<void(bool)> then) {
  const std::string key = key_of(endpoint);
  keeper_.get(std::string(kSubscription), key,
              [this, person, key, then = std::move(then)](auto found) mutable {
                if (!found) return then(false);
                if (!*found || (*found)->person != person) return then(true);
                keeper_.remove(std::string(kSubscription), key, std::move(then));
              });
}

void Calls::call(const std::string& person, const std::string& table, Seat seat) {
  if (!courier_) return;
  keeper_.items_of(std::string(kSubscription), person, [this, table, seat](const auto& found) {
    if (!found) return;
    for (const storage::Item& item : *found) send(item, table, seat);
  });
}

void Calls::send(const storage::Item& item, const std::string& table, Seat seat) {
  const auto subscription = parse_subscription(item.value);
  const auto endpoint = subscription ? push::parse_endpoint(subscription->endpoint) : std::nullopt;
  const auto receiver =
      subscription ? push::parse_receiver(subscription->p256dh, subscription->auth) : std::nullopt;
  if (!endpoint || !receiver) return;
  const std::string text =
      R"({"table":")" + table + R"(","seat":")" + std::string(1, letter(seat)) + R"("})";
  const bool is_taken = courier_->take({.subscription = item.key,
                                        .endpoint = *endpoint,
                                        .receiver = *receiver,
                                        .text = text,
                                        .topic = table});
  if (!is_taken) metrics_.refuse("push_queue");
}

void Calls::delivered(const Letter& letter, Delivery outcome, int status) {
  ++metrics_.pushes[std::string(name_of(outcome))];
  if (outcome == Delivery::failed) {
    journal_.say(LogLevel::warning, "push_failed",
                 {{"service", letter.endpoint.host}, {"status", std::to_string(status)}});
  } else if (outcome == Delivery::gone) {
    keeper_.remove(std::string(kSubscription), letter.subscription, [](bool) {});
  }
}

}  // namespace aero::server
