// Messages on their way to a push service, over real sockets and TLS.

#include "courier.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <mutex>

#include "aero/json.hpp"
#include "folder.hpp"
#include "push_service.hpp"

namespace aero::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

struct Outcome {
  std::string subscription;
  Delivery delivery;
  int status;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

std::string status(int number, const std::string& fields = "") {
  return "HTTP/1.1 " + std::to_string(number) + " Said\r\n" + fields + "Content-Length: 0\r\n\r\n";
}

class CourierTest : public testing::Test {
 public:
  ~CourierTest() override { unsetenv("SSL_CERT_FILE"); }
  CourierTest(const CourierTest&) = delete;
  CourierTest& operator=(const CourierTest&) = delete;

 protected:
  CourierTest() {
    folder_.add("trusted.pem", service_.certificate());
    setenv("SSL_CERT_FILE", (folder_ / "trusted.pem").c_str(), 1);
    settings_.key = push::make_key_pair();
    settings_.subject = "https://page.example";
    settings_.hosts = {"localhost"};
    settings_.pause = 10ms;
  }

  void start() {
    courier_.emplace(settings_, [this](const Letter& letter, Delivery delivery, int status) {
      const std::lock_guard lock(mutex_);
      outcomes_.push_back({letter.subscription, delivery, status});
      changed_.notify_all();
    });
  }
  bool take(const std::string& name, const std::string& endpoint) {
    const auto parsed = push::parse_endpoint(endpoint);
    return parsed && courier_->take({.subscription = name,
                                     .endpoint = *parsed,
                                     .receiver = browser_.receiver(),
                                     .text = "text of " + name,
                                     .topic = "TOPIC"});
  }
  bool take(const std::string& name) { return take(name, service_.endpoint("/" + name)); }
  Outcome outcome(milliseconds time = 10s) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, time, [this] { return !outcomes_.empty(); })) {
      return {"none", Delivery::failed, -1};
    }
    Outcome outcome = outcomes_.front();
    outcomes_.pop_front();
    return outcome;
  }

  TestFolder folder_;
  PushService service_;
  Browser browser_;
  Courier::Settings settings_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Outcome> outcomes_;
  std::optional<Courier> courier_;
};

TEST(Networks, ThatAreNotTheInternetAreNotPublic) {
  for (const char* address :
       {"0.0.0.0",          "10.1.2.3",        "100.64.0.1",      "127.0.0.1",   "127.255.0.1",
        "169.254.169.254",  "172.16.0.1",      "172.31.255.255",  "192.0.0.8",   "192.168.1.1",
        "198.18.0.1",       "224.0.0.1",       "255.255.255.255", "::",          "::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "fc00::1",     "fd12::1",
        "fe80::1",          "ff02::1",         "2001::1",         "2001:db8::1", "2002:7f00:1::"}) {
    EXPECT_FALSE(is_public(parse_address(address).value())) << address;
  }
  for (const char* address : {"1.1.1.1", "100.128.0.1", "142.250.1.1", "172.15.0.1", "172.32.0.1",
                              "192.167.1.1", "::ffff:1.1.1.1", "2606:4700::1", "2a00:1450::1"}) {
    EXPECT_TRUE(is_public(parse_address(address).value())) << address;
  }
}

TEST(Networks, EndpointsAreAtTheUsualPortOfTheInternetUnlessTheyAreNamed) {
  const auto may = [](const char* text, const std::vector<std::string>& hosts = {}) {
    return may_deliver(push::parse_endpoint(text).value(), hosts);
  };
  EXPECT_TRUE(may("https://push.example/a"));
  EXPECT_FALSE(may("https://push.example:8443/a"));
  EXPECT_TRUE(may("https://push.example:8443/a", {"other", "push.example"}));
  EXPECT_FALSE(may("https://10.0.0.1/a"));
  EXPECT_FALSE(may("https://[::1]/a"));
  EXPECT_FALSE(may("https://[::ffff:127.0.0.1]/a"));
  EXPECT_TRUE(may("https://[2606:4700::1]/a"));
  EXPECT_TRUE(may("https://10.0.0.1/a", {"10.0.0.1"}));
}

TEST_F(CourierTest, TakesAMessageThatItsReceiverReads) {
  start();
  ASSERT_TRUE(take("one"));
  const auto post = service_.next();
  ASSERT_TRUE(post);
  EXPECT_EQ(outcome(), (Outcome{"one", Delivery::taken, 201}));
  EXPECT_EQ(post->target, "/one");
  EXPECT_EQ(browser_.read(*post), "text of one");
  EXPECT_FALSE(Browser().read(*post));
  EXPECT_EQ(post->fields.at("content-encoding"), "aes128gcm");
  EXPECT_EQ(post->fields.at("ttl"), "86400");
  EXPECT_EQ(post->fields.at("topic"), "TOPIC");
  const std::string origin = service_.endpoint("");
  EXPECT_EQ("https://" + post->fields.at("host"), origin);

  const auto said = push::check(post->fields.at("authorization"));
  ASSERT_TRUE(said);
  EXPECT_EQ(said->point, settings_.key.point);
  const json::Parsed claim = json::parse(said->claim);
  ASSERT_TRUE(claim.value);
  EXPECT_EQ(*claim.value->find("aud")->as_text(), origin);
  EXPECT_EQ(*claim.value->find("sub")->as_text(), "https://page.example");
  const std::string& claimed = said->claim;
  const std::int64_t expires = std::stoll(claimed.substr(claimed.find("\"exp\":") + 6));
  EXPECT_GT(expires, std::time(nullptr) + 3600);
  EXPECT_LE(expires, std::time(nullptr) + 24 * 3600) << "RFC 8292, section 2";
}

TEST_F(CourierTest, TellsWhatAPushServiceAnswers) {
  start();
  const std::pair<int, Delivery> kAnswers[] = {{200, Delivery::taken},  {202, Delivery::taken},
                                               {404, Delivery::gone},   {410, Delivery::gone},
                                               {400, Delivery::failed}, {403, Delivery::failed},
                                               {413, Delivery::failed}};
  for (const auto& [number, delivery] : kAnswers) {
    service_.answer({status(number)});
    ASSERT_TRUE(take("one"));
    EXPECT_EQ(outcome(), (Outcome{"one", delivery, number}));
  }
  EXPECT_EQ(service_.connections(), 7) << "none of them is worth another try";
}

TEST_F(CourierTest, FollowsNoRedirection) {
  start();
  service_.answer({status(307, "Location: " + service_.endpoint("/other") + "\r\n")});
  ASSERT_TRUE(take("one"));
  EXPECT_EQ(outcome(), (Outcome{"one", Delivery::failed, 307}));
  EXPECT_EQ(service_.connections(), 1);
}

TEST_F(CourierTest, TriesAgainAndGivesUpInTheEnd) {
  start();
  service_.answer({status(503), status(429), status(500)});
  ASSERT_TRUE(take("one"));
  EXPECT_EQ(outcome(), (Outcome{"one", Delivery::taken, 201}));
  EXPECT_EQ(service_.connections(), 4);
  for (int i = 0; i < 4; ++i) {
    const auto post = service_.next();
    ASSERT_TRUE(post);
    EXPECT_EQ(browser_.read(*post), "text of one");
  }
  service_.answer({status(503), status(503), status(503), status(503), status(201)});
  ASSERT_TRUE(take("two"));
  EXPECT_EQ(outcome(), (Outcome{"two", Delivery::failed, 503}));
  EXPECT_EQ(service_.connections(), 8);
}

TEST_F(CourierTest, WaitsAsLongAsItIsAskedButNotLonger) {
  settings_.longest_pause = 1500ms;
  start();
  service_.answer({status(429, "Retry-After: 1\r\n")});
  auto since = steady_clock::now();
  ASSERT_TRUE(take("one"));
  EXPECT_EQ(outcome(), (Outcome{"one", Delivery::taken, 201}));
  EXPECT_GE(steady_clock::now() - since, 1s);

  service_.answer({status(503, "Retry-After: 99999999999\r\n")});
  since = steady_clock::now();
  ASSERT_TRUE(take("two"));
  EXPECT_EQ(outcome(), (Outcome{"two", Delivery::taken, 201}));
  EXPECT_GE(steady_clock::now() - since, 1500ms);
}

TEST_F(CourierTest, WaitsForNoAnswerForEver) {
  settings_.patience = 200ms;
  settings_.tries = 2;
  start();
  service_.answer({"", ""});
  ASSERT_TRUE(take("one"));
  EXPECT_EQ(outcome(), (Outcome{"one", Delivery::failed, 0}));
  EXPECT_EQ(service_.connections(), 2);
}

TEST_F(CourierTest, TrustsNoCertificateThatTheSystemDoesNot) {
  const PushService other;
  folder_.add("trusted.pem", other.certificate());
  settings_.tries = 1;
  start();
  ASSERT_TRUE(take("one"));
  EXPECT_EQ(outcome(), (Outcome{"one", Delivery::failed, 0}));
  EXPECT_FALSE(service_.next(100ms));
}

TEST_F(CourierTest, TrustsNoCertificateOfAnotherName) {
  settings_.hosts = {"127.0.0.1"};
  settings_.tries = 1;
  start();
  std::string endpoint = service_.endpoint("/one");
  endpoint.replace(endpoint.find("localhost"), 9, "127.0.0.1");
  ASSERT_TRUE(take("one", endpoint));
  EXPECT_EQ(outcome(), (Outcome{"one", Delivery::failed, 0}));
  EXPECT_FALSE(service_.next(100ms));
  EXPECT_EQ(service_.connections(), 1);
}

TEST_F(CourierTest, DoesNotEvenConnectToWhatIsNotPublic) {
  settings_.hosts = {};
  start();
  ASSERT_TRUE(take("one"));
  EXPECT_EQ(outcome(), (Outcome{"one", Delivery::failed, 0}));
  EXPECT_EQ(service_.connections(), 0);
}

TEST_F(CourierTest, TakesNoMoreThanItsQueueHolds) {
  settings_.most_letters = 3;
  settings_.at_once = 1;
  start();
  service_.answer({""});
  EXPECT_TRUE(take("one"));
  EXPECT_TRUE(take("two"));
  EXPECT_TRUE(take("three"));
  EXPECT_FALSE(take("four"));
  ASSERT_TRUE(service_.next());
  EXPECT_FALSE(service_.next(100ms)) << "one at a time";
  courier_.reset();  // does not wait for what is under way
}

}  // namespace
}  // namespace aero::server
