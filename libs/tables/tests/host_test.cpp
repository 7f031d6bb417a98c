// What the host does, one behaviour after the other, with the messages as they are.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "aero/notation.hpp"
#include "server.hpp"

namespace aero::tables {
namespace {

using protocol::Phase;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::string kToken = token_of("Ayse");

std::string hello_text(const std::string& table, const std::string& person = "Ayse",
                       const std::string& more = "") {
  return R"({"type":"hello","protocol":1,"token":")" + token_of(person) + R"(","table":")" + table +
         "\"" + more + "}";
}

std::string refusal(const std::string& id, const std::string& code, const std::string& more = "") {
  return R"({"type":"refused","id":")" + id + R"(","code":")" + code + R"(","arguments":[)" + more +
         "]}";
}

// The code of the last refusal that somebody was told; empty for none.
std::string last_refusal(const Person& person) {
  return person.player.refused.empty() ? "" : person.player.refused.back().code;
}

// A table at which Ayse (R) and Bora (B) sit.
struct TwoPeople : testing::Test {
  explicit TwoPeople(Limits limits = {}) : server(std::move(limits)) {}

  void seat_both(int seconds = 0, protocol::Pace pace = protocol::Pace::live,
                 const std::string& rules = "planes=1") {
    ayse.join("");
    code = ayse.open(rules, {{Seat::R, ""}, {Seat::B, ""}}, seconds, pace);
    ayse.join(code);
    bora.join(code);
    ayse.sit({Seat::R});
    bora.sit({Seat::B});
    hear();
  }
  void hear() {
    ayse.hear();
    bora.hear();
  }
  // Gives links until it is known who begins.
  void begin(int seconds = 0, protocol::Pace pace = protocol::Pace::live,
             const std::string& rules = "planes=1") {
    seat_both(seconds, pace, rules);
    while (ayse.player.view.phase == Phase::starting) give_links();
    ASSERT_EQ(ayse.player.view.phase, Phase::playing);
  }
  void give_links() {
    ayse.give_links();
    bora.give_links();
    hear();
  }
  Person& on_turn() { return ayse.player.view.state.turn() == Seat::R ? ayse : bora; }
  Person& off_turn() { return ayse.player.view.state.turn() == Seat::R ? bora : ayse; }
  Seat turn() const { return ayse.player.view.state.turn(); }
  // One input of whoever is on turn.
  void act() {
    give_links();
    if (ayse.player.view.state.has_roll()) {
      on_turn().choose(turn());
    } else {
      on_turn().roll(turn());
    }
    hear();
  }
  void play_to_the_end() {
    while (ayse.player.view.phase == Phase::playing) act();
  }
  std::size_t entries() const { return server.store.logs.at(code).entries.size(); }
  std::string last_entry() const { return server.store.logs.at(code).entries.back().text; }

  FakeServer server;
  Person ayse{server, "Ayse"};
  Person bora{server, "Bora"};
  std::string code;
};
using Hello = TwoPeople;
using Seats = TwoPeople;
using Turns = TwoPeople;
using Dice = TwoPeople;
using Time = TwoPeople;
using Storing = TwoPeople;
using Ends = TwoPeople;

// ---- hello ----

TEST_F(Hello, WithoutATableIsWelcomed) {
  const Connection one = server.connect();
  EXPECT_THAT(
      server.say(one, hello_text("")),
      ElementsAre(R"({"type":"welcome","protocol":1,"version":"test","clock_ms":1000000})"));
}

TEST_F(Hello, HasToComeFirst) {
  const Connection one = server.connect();
  EXPECT_THAT(server.say(one, R"({"type":"start","id":"a"})"),
              ElementsAre(refusal("a", "tables.hello_first")));
  EXPECT_THAT(server.say(one, R"({"type":"ping"})"),
              ElementsAre(R"({"type":"pong","clock_ms":1000000})"));
}

TEST_F(Hello, WrongCodesAndWrongTextsAreAnsweredAlike) {
  const Connection one = server.connect();
  const auto no = ElementsAre(refusal("", "tables.no_such_table"));
  EXPECT_THAT(server.say(one, hello_text("AAAAAAAAAA")), no);
  EXPECT_THAT(server.say(one, hello_text("AAAAAAAAA!")), no);
  EXPECT_THAT(server.say(one, hello_text("A")), no);
  EXPECT_EQ(server.host->figures().tables, 0);
}

TEST_F(Hello, WhoGuessesTooManyCodesIsHungUpOn) {
  server.is_guessing = true;
  for (const std::string wrong : {"AAAAAAAAAA", "A"}) {
    const Connection one = server.connect();
    EXPECT_THAT(server.say(one, hello_text(wrong)), ElementsAre());
    EXPECT_EQ(server.closed.at(one), protocol::Close::busy);
  }
  EXPECT_EQ(server.host->figures().tables, 0);
}

TEST_F(Hello, OtherProtocolsAndTokensThatAreNoneAreRefused) {
  const Connection one = server.connect();
  EXPECT_THAT(
      server.say(one, R"({"type":"hello","protocol":2,"token":")" + kToken + R"(","table":""})"),
      ElementsAre(refusal("", "tables.protocol", R"({"name":"version","value":"1"})")));
  EXPECT_THAT(server.say(one, R"({"type":"hello","protocol":1,"token":"abc","table":""})"),
              ElementsAre(refusal("", "tables.bad_token")));
}

TEST_F(Hello, CodesMayBeTypedAsTheyLook) {
  seat_both();
  std::string typed = code;
  for (char& c : typed) c = c == '0' ? 'o' : c == '1' ? 'l' : static_cast<char>(std::tolower(c));
  const Connection one = server.connect();
  const auto told = server.say(one, hello_text(typed, "Guest"));
  ASSERT_FALSE(told.empty());
  EXPECT_THAT(told.front(), HasSubstr("\"code\":\"" + code + "\""));
}

TEST_F(Hello, BringsExactlyTheEventsThatAreMissing) {
  begin();
  for (int i = 0; i < 30; ++i) act();
  const std::int64_t last = ayse.player.view.seq;
  for (const std::int64_t known : {last, last - 1, last - 7, last - 8, last - 9, std::int64_t{0}}) {
    const Connection one = server.connect();
    const auto told =
        server.say(one, hello_text(code, "Guest", ",\"last_seq\":" + std::to_string(known)));
    std::vector<std::int64_t> seqs;
    for (const auto& text : told) {
      const auto message = protocol::parse_server(text);
      if (const auto* welcome = std::get_if<protocol::Welcome>(&*message)) {
        EXPECT_FALSE(welcome->table);
      }
      if (const auto* events = std::get_if<protocol::Events>(&*message)) {
        for (const auto& event : events->events) {
          seqs.push_back(std::visit([](const auto& e) { return e.seq; }, event));
        }
      }
    }
    std::vector<std::int64_t> expected;
    for (std::int64_t seq = known + 1; seq <= last; ++seq) expected.push_back(seq);
    EXPECT_EQ(seqs, expected) << known;
    server.disconnect(one);
  }
}

TEST_F(Hello, MoreEventsThanThereAreBringTheWholeState) {
  begin();
  const Connection one = server.connect();
  const auto told = server.say(one, hello_text(code, "Guest", ",\"last_seq\":9999"));
  EXPECT_THAT(told.front(), HasSubstr("\"table\":{\"code\":\"" + code));
}

TEST_F(Hello, ARefreshKeepsTheSeatAndTwoTabsSeeTheSame) {
  begin();
  Person tab(server, "Ayse");
  tab.join(code);
  EXPECT_THAT(tab.player.seats, ElementsAre(Seat::R));
  act();
  act();
  tab.hear();
  EXPECT_TRUE(tab.player.view == ayse.player.view);
  ayse.disconnect();
  bora.hear();
  EXPECT_THAT(bora.player.presence->here, ElementsAre(Seat::R, Seat::B));
  tab.disconnect();
  bora.hear();
  EXPECT_THAT(bora.player.presence->here, ElementsAre(Seat::B));
}

TEST_F(Hello, AFullTableIsWatched) {
  begin();
  Person guest(server, "Guest");
  guest.join(code);
  EXPECT_THAT(guest.player.seats, IsEmpty());
  hear();
  EXPECT_EQ(ayse.player.presence->watching, 1);
  act();
  guest.hear();
  EXPECT_TRUE(guest.player.view == ayse.player.view);
  guest.roll(turn());
  EXPECT_EQ(last_refusal(guest), "tables.not_your_seat");
}

TEST_F(Hello, ALogThatCannotBeReadQuarantinesItsTableAlone) {
  begin();
  server.store.logs[code].entries[3].text = "{}";
  server.restart();
  const Connection one = server.connect();
  EXPECT_THAT(server.say(one, hello_text(code)), ElementsAre(refusal("", "tables.damaged")));
  EXPECT_THAT(server.say(one, hello_text(code)), ElementsAre(refusal("", "tables.damaged")));
  EXPECT_EQ(server.host->figures().damaged, 1);
  Person other(server, "Other");
  other.join("");
  EXPECT_EQ(other.open("standard", {{Seat::R, ""}, {Seat::B, "greedy"}}).size(), 10u);
}

// ---- seats ----

TEST_F(Seats, ATableThatIsOpenedTwiceIsOne) {
  const Connection one = server.connect();
  server.say(one, hello_text(""));
  const std::string open =
      R"({"type":"open","id":"o1","settings":{"rules":"planes=1","chairs":[{"seat":"B","bot":""},)"
      R"({"seat":"R","bot":""}],"pace":"live","seconds":0}})";
  const auto first = server.say(one, open);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_THAT(first.front(), StartsWith(R"({"type":"done","id":"o1","seq":1,"table":")"));
  EXPECT_EQ(server.say(one, open), first);
  server.restart();
  const Connection two = server.connect();
  server.say(two, hello_text(""));
  EXPECT_EQ(server.say(two, open), first);
  EXPECT_EQ(server.store.logs.size(), 1u);
}

TEST_F(Seats, SettingsThatMakeNoTableAreRefused) {
  ayse.join("");
  ayse.open("planes=9", {{Seat::R, ""}, {Seat::B, ""}});
  EXPECT_EQ(last_refusal(ayse), "notation.unknown_value");
  ayse.open("planes=1", {{Seat::R, ""}});
  EXPECT_EQ(last_refusal(ayse), "tables.bad_chairs");
  ayse.open("planes=1", {{Seat::R, ""}, {Seat::R, ""}});
  EXPECT_EQ(last_refusal(ayse), "tables.bad_chairs");
  ayse.open("planes=1", {{Seat::R, "greedy"}, {Seat::B, "greedy"}});
  EXPECT_EQ(last_refusal(ayse), "tables.bad_chairs");
  ayse.open("planes=1", {{Seat::R, ""}, {Seat::B, "deep"}});
  EXPECT_EQ(last_refusal(ayse), "tables.no_such_bot");
  ayse.open("planes=1", {{Seat::R, ""}, {Seat::B, ""}}, 9'999'999);
  EXPECT_EQ(last_refusal(ayse), "tables.bad_seconds");
  EXPECT_TRUE(server.store.logs.empty());
}

TEST_F(Seats, NobodyOpensTablesWithoutEnd) {
  ayse.join("");
  for (int i = 0; i < 20; ++i) ayse.open("planes=1", {{Seat::R, ""}, {Seat::B, ""}});
  EXPECT_EQ(last_refusal(ayse), "");
  ayse.open("planes=1", {{Seat::R, ""}, {Seat::B, ""}});
  EXPECT_EQ(last_refusal(ayse), "tables.too_many");
  EXPECT_EQ(server.store.logs.size(), 20u);
}

TEST_F(Seats, AreTakenOnceAndFreedByTheirPersonAlone) {
  ayse.join("");
  code = ayse.open("planes=1", {{Seat::R, ""}, {Seat::Y, "greedy"}, {Seat::B, ""}});
  ayse.join(code);
  bora.join(code);
  ayse.sit({Seat::R});
  bora.sit({Seat::R});
  EXPECT_EQ(last_refusal(bora), "tables.seat_taken");
  bora.sit({Seat::Y});
  EXPECT_EQ(last_refusal(bora), "tables.bad_seats");
  bora.sit({Seat::G});
  EXPECT_EQ(last_refusal(bora), "tables.bad_seats");
  bora.command(protocol::Stand{"", Seat::R});
  EXPECT_EQ(last_refusal(bora), "tables.not_your_seat");
  bora.command(protocol::Sit{"", {{Seat::B, "AYSE", ""}}});
  EXPECT_EQ(last_refusal(bora), "tables.name_taken");
  bora.command(protocol::Sit{"", {{Seat::B, "Bora", "short"}}});
  EXPECT_EQ(last_refusal(bora), "tables.bad_tip");
  bora.command(protocol::Start{});
  EXPECT_EQ(last_refusal(bora), "tables.not_seated");
  ayse.command(protocol::Stand{"", Seat::R});
  EXPECT_TRUE(ayse.player.view.chairs.at(Seat::R).name.empty());
  bora.sit({Seat::R});
  hear();
  EXPECT_EQ(ayse.player.view.chairs.at(Seat::R).name, "Bora");
}

TEST_F(Seats, AFullTableBeginsAndBotsTakeWhatIsFreeAtTheStart) {
  ayse.join("");
  code = ayse.open("planes=1", {{Seat::R, ""}, {Seat::B, ""}, {Seat::G, ""}});
  ayse.join(code);
  ayse.sit({Seat::R, Seat::B});
  EXPECT_EQ(ayse.player.view.phase, Phase::waiting);
  ayse.command(protocol::Start{});
  ayse.hear();
  EXPECT_EQ(ayse.player.view.phase, Phase::starting);
  EXPECT_EQ(ayse.player.view.chairs.at(Seat::G).bot, "greedy");
  ayse.command(protocol::Sit{"", {{Seat::G, "Late", ""}}});
  EXPECT_EQ(last_refusal(ayse), "tables.begun");
}

// ---- turns ----

TEST_F(Turns, OnlyThePersonOnTurnActsAndOnlyForThisPly) {
  begin();
  const int ply = ayse.player.view.ply;
  const auto before = entries();
  off_turn().command(protocol::Roll{"", turn(), ply, std::nullopt});
  EXPECT_EQ(last_refusal(off_turn()), "tables.not_your_seat");
  off_turn().command(protocol::Roll{"", off_turn().player.seats.front(), ply, std::nullopt});
  EXPECT_EQ(last_refusal(off_turn()), "match.not_on_turn");
  on_turn().command(protocol::Roll{"", turn(), ply + 1, std::nullopt});
  EXPECT_EQ(last_refusal(on_turn()), "match.stale");
  on_turn().command(protocol::Choose{"", turn(), ply, "h-p"});
  EXPECT_EQ(last_refusal(on_turn()), "tables.roll_missing");
  EXPECT_EQ(entries(), before);
}

TEST_F(Turns, AChoiceMustBeLegalAndARollIsNotRolledAgain) {
  begin();
  while (!ayse.player.view.state.has_roll()) act();
  const int ply = ayse.player.view.ply;
  const auto before = entries();
  on_turn().command(protocol::Roll{"", turn(), ply, std::nullopt});
  EXPECT_EQ(last_refusal(on_turn()), "tables.roll_waiting");
  on_turn().command(protocol::Choose{"", turn(), ply, "1-2"});
  EXPECT_EQ(last_refusal(on_turn()), "tables.move_not_legal");
  EXPECT_EQ(entries(), before);
  act();
  EXPECT_EQ(entries(), before + 1);
}

TEST_F(Turns, ACommandThatComesAgainHasOneEffectAndOneAnswer) {
  begin();
  give_links();
  Person& one = on_turn();
  const std::string text = protocol::to_text(protocol::ClientMessage(
      protocol::Roll{"same", turn(), one.player.view.ply, one.player.next_link(turn())}));
  const auto before = entries();
  const auto first = server.say(one.connection, text);
  ASSERT_EQ(entries(), before + 1);
  ASSERT_EQ(first.size(), 2u);
  EXPECT_THAT(first[0], StartsWith(R"({"type":"events")"));
  EXPECT_EQ(first[1], R"({"type":"done","id":"same","seq":)" + std::to_string(before + 1) +
                          R"(,"table":")" + code + "\"}");
  EXPECT_THAT(server.say(one.connection, text), ElementsAre(first[1]));
  server.restart();
  const Connection again = server.connect();
  server.say(again, hello_text(code, one.player.name));
  EXPECT_THAT(server.say(again, text), ElementsAre(first[1]));
  EXPECT_EQ(entries(), before + 1);
}

TEST_F(Turns, ABotPlaysTheSeatOfWhoLeavesUntilTheReturn) {
  begin();
  Person& one = on_turn();
  const Seat seat = turn();
  one.command(protocol::Leave{"", seat});
  EXPECT_THAT(last_entry(), HasSubstr(R"("type":"bot_took")"));
  one.command(protocol::Leave{"", seat});
  const auto before = entries();
  one.roll(seat);
  EXPECT_EQ(last_refusal(one), "tables.bot_plays");
  one.hear();
  Person& other = off_turn();
  other.give_links();
  server.wait(599);
  EXPECT_EQ(entries(), before);
  server.wait(1);
  EXPECT_EQ(entries(), before + 1);
  EXPECT_THAT(last_entry(), HasSubstr(R"("by":"bot")"));
  one.command(protocol::Return{"", seat});
  EXPECT_THAT(last_entry(), HasSubstr(R"("type":"returned")"));
}

TEST_F(Turns, ARollOnItsWayIsRefusedWhenItsPersonLeaves) {
  begin();
  Person& one = on_turn();
  one.roll(turn());  // the other's link is missing: it waits
  EXPECT_EQ(one.player.waiting.size(), 1u);
  one.command(protocol::Roll{"", turn(), one.player.view.ply, std::nullopt});
  EXPECT_EQ(last_refusal(one), "tables.already_rolling");
  one.command(protocol::Leave{"", turn()});
  EXPECT_EQ(last_refusal(one), "tables.bot_plays");
  EXPECT_TRUE(one.player.waiting.empty());
}

TEST_F(Turns, ARollThatWaitsIsOneHoweverOftenItIsSent) {
  begin();
  Person& one = on_turn();
  const Seat seat = turn();
  const std::string ply = std::to_string(one.player.view.ply);
  const std::string id = one.roll(seat);  // the other's link is missing: it waits
  EXPECT_THAT(server.say(one.connection, R"({"type":"roll","id":")" + id + R"(","seat":")" +
                                             aero::to_text(seat) + R"(","ply":)" + ply + "}"),
              ElementsAre());
  server.wait(server.limits.link_wait_ms);
  one.hear();
  EXPECT_EQ(last_refusal(one), "");
  EXPECT_EQ(one.player.done.count(id), 1u);
  EXPECT_THAT(last_entry(), HasSubstr("\"id\":\"" + id + "\""));
}

// ---- dice ----

TEST_F(Dice, ARollWaitsForEverybodysLinkButNotForLong) {
  begin();
  const auto before = entries();
  on_turn().roll(turn());
  EXPECT_EQ(entries(), before);
  server.wait(1999);
  EXPECT_EQ(entries(), before);
  server.wait(1);
  EXPECT_EQ(entries(), before + 1);
}

TEST_F(Dice, ARollDoesNotWaitForWhoIsNotThere) {
  begin();
  off_turn().disconnect();
  const auto before = entries();
  on_turn().roll(on_turn().player.view.state.turn());
  EXPECT_EQ(entries(), before + 1);
}

TEST_F(Dice, WrongLinksAreRefusedAndEarlyOnesToo) {
  begin();
  const int number = ayse.player.view.number;
  const std::string wrong = fair::to_text(fair::hash("wrong"));
  ayse.say(protocol::to_text(protocol::ClientMessage(protocol::Links{number, {{Seat::R, wrong}}})));
  EXPECT_EQ(last_refusal(ayse), "tables.wrong_link");
  ayse.say(protocol::to_text(protocol::ClientMessage(
      protocol::Links{number + 1, {{Seat::R, *ayse.player.next_link(Seat::R)}}})));
  EXPECT_EQ(last_refusal(ayse), "tables.too_early");
  bora.say(protocol::to_text(protocol::ClientMessage(
      protocol::Links{number, {{Seat::R, *ayse.player.next_link(Seat::R)}}})));
  EXPECT_EQ(last_refusal(bora), "tables.not_your_seat");
  const auto before = entries();
  on_turn().command(protocol::Roll{"", turn(), on_turn().player.view.ply, wrong});
  EXPECT_EQ(last_refusal(on_turn()), "tables.wrong_link");
  EXPECT_EQ(entries(), before);
}

TEST_F(Dice, ALinkCountsForItsRollOnly) {
  begin();
  Person& one = off_turn();
  const std::string link = *one.player.next_link(one.player.seats.front());
  const auto text = protocol::to_text(protocol::ClientMessage(
      protocol::Links{one.player.view.number, {{one.player.seats.front(), link}}}));
  act();
  const auto refusals = one.player.refused.size();
  one.say(text);  // late: the roll has gone on
  EXPECT_EQ(one.player.refused.size(), refusals);
}

TEST_F(Dice, ANewChainCountsFromTheNextRollOn) {
  begin();
  const std::string tip = ayse.player.make_tip(Seat::R);
  ayse.command(protocol::Commit{"", Seat::R, tip});
  EXPECT_THAT(last_entry(), HasSubstr(R"("type":"committed")"));
  for (int i = 0; i < 6; ++i) act();
  const auto record = record_of(code, server.store.logs[code]);
  ASSERT_TRUE(record);
  EXPECT_THAT(to_text(*record), HasSubstr("<chain R>"));
  EXPECT_TRUE(fair::verify(*record));
  ayse.command(protocol::Commit{"", Seat::R, ""});
  EXPECT_EQ(last_refusal(ayse), "tables.bad_tip");
  ayse.command(protocol::Commit{"", Seat::B, tip});
  EXPECT_EQ(last_refusal(ayse), "tables.not_your_seat");
}

// ---- time ----

TEST_F(Time, RunsOutAfterItsSecondsAndTheGrace) {
  begin(10);
  const auto before = entries();
  server.host->measured_lag(on_turn().connection, 200);
  const std::int64_t since = ayse.player.view.since_ms;
  server.wait(since + 10'199 - server.now_ms);
  EXPECT_EQ(entries(), before);
  server.wait(1);
  ASSERT_EQ(entries(), before + 1);
  EXPECT_THAT(last_entry(), HasSubstr(R"("reason":"timeout")"));
}

TEST_F(Time, GraceIsBounded) {
  begin(10);
  const auto before = entries();
  server.host->measured_lag(on_turn().connection, 90'000);
  server.wait(ayse.player.view.since_ms + 10'499 - server.now_ms);
  EXPECT_EQ(entries(), before);
  server.wait(1);
  EXPECT_EQ(entries(), before + 1);
}

TEST_F(Time, DoesNotRunWhileTheServerIsDown) {
  begin(10);
  server.wait(9'000);
  server.restart();  // the clock stands still meanwhile
  const auto before = entries();
  on_turn().connect();
  server.wait(999);
  EXPECT_EQ(entries(), before);
  // And people have time to come back.
  server.wait(4'000);
  EXPECT_EQ(entries(), before);
  server.wait(1);
  ASSERT_GT(entries(), before);
  EXPECT_THAT(server.store.logs[code].entries[before].text, HasSubstr(R"("reason":"timeout")"));
}

TEST_F(Time, IsNotWonByLeavingAndReturning) {
  begin(10);
  Person& one = on_turn();
  const Seat seat = turn();
  for (int i = 0; i < 5; ++i) {
    server.wait(100);
    one.command(protocol::Leave{"", seat});
    one.command(protocol::Return{"", seat});
  }
  hear();
  const auto before = entries();
  server.wait(9'499);
  EXPECT_EQ(entries(), before);
  server.wait(1);
  ASSERT_EQ(entries(), before + 1);
  EXPECT_THAT(last_entry(), HasSubstr(R"("reason":"timeout")"));
  one.command(protocol::Return{"", seat});
  EXPECT_EQ(last_refusal(one), "tables.time_over");
  EXPECT_EQ(entries(), before + 1);
}

TEST_F(Time, OfAnotherTurnIsWholeAfterTheReturn) {
  begin(10);
  Person& one = off_turn();
  const Seat seat = one.player.seats.front();
  one.command(protocol::Leave{"", seat});
  server.wait(9'000);
  one.command(protocol::Return{"", seat});
  EXPECT_THAT(last_entry(), HasSubstr(R"("type":"returned")"));
  hear();
  while (turn() != seat) act();
  const auto before = entries();
  server.wait(9'999);
  EXPECT_EQ(entries(), before);
  server.wait(1);
  ASSERT_GT(entries(), before);
  EXPECT_THAT(server.store.logs[code].entries[before].text, HasSubstr(R"("reason":"timeout")"));
}

TEST_F(Time, WithoutATimerAnAbsentPersonDoesNotStopTheOthers) {
  begin();
  const auto before = entries();
  on_turn().disconnect();
  server.wait(59'999);
  EXPECT_EQ(entries(), before);
  server.wait(1);
  ASSERT_GE(entries(), before + 1);
  EXPECT_THAT(server.store.logs[code].entries[before].text, HasSubstr(R"("type":"bot_took")"));
}

TEST_F(Time, WithoutATimerWhoIsThereMayThinkAsLongAsTheyLike) {
  begin();
  const auto before = entries();
  server.wait(10 * 3'600'000);
  EXPECT_EQ(entries(), before);
}

TEST_F(Time, AGameThatNobodySeesPauses) {
  begin();
  on_turn().command(protocol::Leave{"", turn()});
  ayse.disconnect();
  bora.disconnect();
  const auto before = entries();
  server.wait(500'000);
  EXPECT_EQ(entries(), before);
  server.wait(600'000);
  EXPECT_EQ(server.host->figures().tables, 0);
}

TEST_F(Time, ByDaysRunsOutThoughNobodyIsThere) {
  begin(86'400, protocol::Pace::days);
  const auto before = entries();
  ayse.disconnect();
  bora.disconnect();
  server.wait(86'400'000 - 5'000);
  EXPECT_EQ(entries(), before);
  server.restart();
  server.host->wake(code, server.now_ms);
  server.settle();
  server.wait(6'000);
  EXPECT_GT(entries(), before);
}

TEST_F(Time, RunsOutToTheMomentForATableThatIsNotInMemory) {
  begin(3'600, protocol::Pace::days);
  const std::int64_t end_ms = ayse.player.view.since_ms + 3'600'000;
  const auto before = entries();
  ayse.disconnect();
  bora.disconnect();
  server.wait(server.limits.idle_ms);
  EXPECT_EQ(server.host->figures().tables, 0);
  EXPECT_EQ(server.host->figures().asleep, 1);
  server.wait(end_ms - 1 - server.now_ms);
  EXPECT_EQ(entries(), before);
  EXPECT_EQ(server.host->figures().asleep, 0);
  server.wait(1);
  ASSERT_GE(entries(), before + 1);
  EXPECT_THAT(server.store.logs[code].entries[before].text, HasSubstr(R"("reason":"timeout")"));
  EXPECT_EQ(server.store.logs[code].entries[before].at_ms, end_ms);
}

TEST_F(Time, ATableThatIsNotInMemoryIsThereForWhoComes) {
  begin(3'600, protocol::Pace::days);
  ayse.disconnect();
  bora.disconnect();
  server.wait(server.limits.idle_ms);
  ASSERT_EQ(server.host->figures().asleep, 1);
  ayse.connect();
  bora.connect();
  EXPECT_EQ(server.host->figures().asleep, 0);
  act();
  EXPECT_TRUE(ayse.player.view == bora.player.view);
}

TEST_F(Time, ATableThatAnEarlierServerLeftIsNotKeptInMemory) {
  begin(3'600, protocol::Pace::days);
  server.restart();
  server.host->wake(code, server.now_ms);
  server.settle();
  server.wait(0);
  EXPECT_EQ(server.host->figures().tables, 0);
  EXPECT_EQ(server.host->figures().asleep, 1);
}

TEST_F(Time, ATableForWhichThereIsNoRoomIsLookedAtLater) {
  begin(3'600, protocol::Pace::days);
  const auto before = entries();
  server.limits.tables = 1;
  server.restart();
  Person other(server, "Other");
  other.join("");
  other.join(other.open("planes=1", {{Seat::R, ""}, {Seat::B, ""}}));
  server.host->wake(code, server.now_ms);
  server.settle();
  EXPECT_EQ(server.host->figures().asleep, 1);
  server.wait(3'600'000);
  EXPECT_EQ(entries(), before);
  other.disconnect();
  server.wait(20'000);
  EXPECT_GT(entries(), before);
}

TEST_F(Time, AStoppingServerWakesNoTable) {
  begin(3'600, protocol::Pace::days);
  ayse.disconnect();
  bora.disconnect();
  server.wait(server.limits.idle_ms);
  server.host->stop(1'000);
  EXPECT_EQ(server.host->next_due(), std::nullopt);
}

// One client opens a table after the other, each with a month for an input.
TEST(Crowds, OfTablesThatNobodyIsAtLeaveRoomForOthers) {
  FakeServer server(
      Limits{.tables = 10, .running_tables = 1'000, .idle_ms = 1'000'000'000, .version = ""});
  Person ayse(server, "Ayse"), bora(server, "Bora");
  for (int i = 0; i < 30; ++i) {
    ayse.join("");
    const std::string code = ayse.open("planes=1", {{Seat::R, ""}, {Seat::B, "greedy"}}, 2'592'000);
    ASSERT_EQ(code.size(), 10u) << i << last_refusal(ayse);
    ayse.join(code);
    ayse.sit({Seat::R});
    ayse.give_links();
    server.wait(5'000);
  }
  bora.join("");
  EXPECT_EQ(bora.open("planes=1", {{Seat::R, ""}, {Seat::B, ""}}).size(), 10u);
  EXPECT_GE(server.host->figures().asleep, 10);
}

TEST(Crowds, OfRunningTablesAreNotOnePersons) {
  FakeServer server(Limits{.running_tables = 3, .version = ""});
  Person ayse(server, "Ayse");
  const auto open = [&] {
    ayse.join("");
    const std::string code =
        ayse.open("planes=1", {{Seat::R, ""}, {Seat::B, "greedy"}}, 86'400, protocol::Pace::days);
    if (code.empty()) return;
    ayse.join(code);
    ayse.sit({Seat::R});
    ayse.player.chains.clear();
    ayse.join("");
    server.wait(1'000'000);  // the tables leave memory, and count as before
  };
  for (int i = 0; i < 3; ++i) open();
  EXPECT_EQ(last_refusal(ayse), "");
  EXPECT_EQ(server.host->figures().asleep, 3);
  open();
  EXPECT_EQ(last_refusal(ayse), "tables.too_many_running");
  EXPECT_EQ(server.store.logs.size(), 3u);
}

TEST_F(Turns, ByDaysWhoIsNotThereIsCalledWhenTheirsBegins) {
  begin(0, protocol::Pace::days);
  EXPECT_THAT(server.turns, IsEmpty()) << "both are there";
  const Seat first = turn();
  Person& one = on_turn();
  off_turn().disconnect();
  const Seat other = first == Seat::R ? Seat::B : Seat::R;
  const std::string person =
      fair::to_text(fair::hash(token_of(other == Seat::R ? "Ayse" : "Bora")));
  const auto play = [&] {
    one.give_links();
    server.wait(3'000);
    if (one.player.view.state.has_roll()) {
      one.choose(first);
    } else {
      one.roll(first);
      server.wait(3'000);  // for the links of who is there
    }
    one.hear();
  };
  while (one.player.view.state.turn() == first) {
    EXPECT_THAT(server.turns, IsEmpty());
    play();
  }
  EXPECT_THAT(server.turns, ElementsAre(FakeServer::Turn{code, other, person}));
  server.wait(100'000);
  EXPECT_EQ(server.turns.size(), 1u);
}

TEST_F(Turns, WhosePlaneABotFliesIsNotCalled) {
  begin(86'400, protocol::Pace::days);
  ayse.disconnect();
  bora.disconnect();
  server.wait(86'500'000);  // a bot has taken the seat on turn, and the other one waits
  EXPECT_EQ(server.turns.size(), 1u);
  server.wait(86'500'000);  // and now both
  EXPECT_EQ(server.turns.size(), 1u);
}

TEST_F(Turns, LiveNobodyIsCalled) {
  begin(60);
  ayse.disconnect();
  bora.disconnect();
  server.wait(300'000);
  EXPECT_THAT(server.turns, IsEmpty());
}

// ---- the store ----

TEST_F(Storing, NothingIsToldBeforeItIsStored) {
  begin();
  give_links();
  server.is_held = true;
  Person& one = on_turn();
  one.roll(turn());
  hear();
  EXPECT_EQ(one.player.waiting.size(), 1u);
  const std::int64_t seq = one.player.view.seq;
  server.is_held = false;
  server.settle();
  hear();
  EXPECT_EQ(one.player.view.seq, seq + 1);
  EXPECT_TRUE(one.player.waiting.empty());
}

TEST_F(Storing, CommandsWaitMeanwhileAndTooManyAreRefused) {
  begin();
  give_links();
  server.is_held = true;
  Person& one = on_turn();
  one.roll(turn());
  for (int i = 0; i < 8; ++i) one.command(protocol::Leave{"", turn()});
  EXPECT_EQ(last_refusal(one), "");
  one.command(protocol::Leave{"", turn()});
  EXPECT_EQ(last_refusal(one), "tables.busy");
  // The others have their own places.
  Person& other = off_turn();
  other.command(protocol::Leave{"", other.player.seats.front()});
  EXPECT_EQ(last_refusal(other), "");
  server.is_held = false;
  server.settle();
  hear();
  EXPECT_TRUE(one.player.waiting.empty());
  EXPECT_TRUE(other.player.waiting.empty());
  EXPECT_EQ(last_refusal(other), "");
}

TEST_F(Storing, WhoWatchesTakesNoPlaceOfThosePlaying) {
  begin();
  give_links();
  std::vector<std::unique_ptr<Person>> guests;
  for (int i = 0; i < 3; ++i) {
    guests.push_back(std::make_unique<Person>(server, "Guest" + std::to_string(i)));
    guests.back()->join(code);
  }
  server.is_held = true;
  on_turn().roll(turn());
  for (int i = 0; i < 16; ++i) {
    guests[static_cast<std::size_t>(i) / 8]->command(protocol::Leave{"", Seat::R});
  }
  EXPECT_EQ(last_refusal(*guests[0]) + last_refusal(*guests[1]), "");
  guests[2]->command(protocol::Leave{"", Seat::R});
  EXPECT_EQ(last_refusal(*guests[2]), "tables.busy");
  Person& one = off_turn();
  one.command(protocol::Leave{"", one.player.seats.front()});
  EXPECT_EQ(last_refusal(one), "");
}

TEST_F(Storing, NobodyUsesUpTheLogForTheOthers) {
  server.limits.entries_of_one = 4;
  server.restart();
  begin();
  for (int i = 0; i < 5; ++i) {
    ayse.command(protocol::Commit{"", Seat::R, ayse.player.make_tip(Seat::R)});
  }
  EXPECT_EQ(last_refusal(ayse), "tables.log_full");
  const auto before = entries();
  bora.command(protocol::Commit{"", Seat::B, bora.player.make_tip(Seat::B)});
  EXPECT_EQ(last_refusal(bora), "");
  EXPECT_EQ(entries(), before + 1);
  hear();
  act();  // and the game goes on
  EXPECT_EQ(entries(), before + 2);
}

TEST_F(Storing, BeforeTheStartNotMoreThanHalfOfTheLogIsUsed) {
  server.limits.entries = 20;
  server.restart();
  ayse.join("");
  code = ayse.open("planes=1", {{Seat::R, ""}, {Seat::B, ""}, {Seat::G, ""}});
  ayse.join(code);
  ayse.sit({Seat::R});
  for (int i = 0; i < 10; ++i) {
    Person guest(server, "Guest" + std::to_string(i));
    guest.join(code);
    guest.sit({Seat::B});
    if (guest.player.refused.empty()) guest.command(protocol::Stand{"", Seat::B});
  }
  EXPECT_EQ(entries(), 10u);
}

TEST_F(Storing, ARefusalIsTheSameHoweverOftenTheCommandComes) {
  begin();
  Person& one = off_turn();
  const Seat seat = one.player.seats.front();
  const std::string roll = R"({"type":"roll","id":"early","seat":")" + aero::to_text(seat) +
                           R"(","ply":)" + std::to_string(one.player.view.ply) + "}";
  const auto first = server.say(one.connection, roll);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_THAT(first.front(),
              StartsWith(R"({"type":"refused","id":"early","code":"match.not_on_turn")"));
  act();
  act();
  one.hear();
  EXPECT_THAT(server.say(one.connection, roll), ElementsAre(first.front()));
  const Connection again = server.connect();
  server.say(again, hello_text(code, one.player.name));
  EXPECT_THAT(server.say(again, roll), ElementsAre(first.front()));
}

TEST_F(Storing, WhatChangedNothingIsAnsweredAlikeHoweverOftenItComes) {
  begin();
  Person& one = on_turn();
  const std::string seat = aero::to_text(turn());
  const std::string back = R"({"type":"return","id":"back","seat":")" + seat + "\"}";
  const auto first = server.say(one.connection, back);
  EXPECT_THAT(first, ElementsAre(R"({"type":"done","id":"back","seq":0,"table":")" + code + "\"}"));
  one.command(protocol::Leave{"", turn()});
  const auto before = entries();
  EXPECT_EQ(server.say(one.connection, back), first);
  EXPECT_EQ(entries(), before);
  // Others push out their own answers alone.
  Person& other = off_turn();
  for (int i = 0; i < 100; ++i) {
    server.say(other.connection, R"({"type":"start","id":"s)" + std::to_string(i) + "\"}");
  }
  Person guest(server, "Guest");
  guest.join(code);
  for (int i = 0; i < 100; ++i) {
    server.say(guest.connection, R"({"type":"start","id":"s)" + std::to_string(i) + "\"}");
  }
  server.heard(one.connection);
  EXPECT_EQ(server.say(one.connection, back), first);
}

TEST_F(Storing, AFailureToReadDamagesNothing) {
  begin();
  give_links();
  const auto before = entries();
  server.outcomes = {Outcome::unknown};
  server.is_unreadable = true;
  Person& one = on_turn();
  one.roll(turn());
  EXPECT_EQ(one.player.waiting.size(), 1u);
  server.wait(server.limits.retry_ms);
  EXPECT_EQ(server.loaded, 2);
  server.is_unreadable = false;
  server.wait(server.limits.retry_ms);
  hear();
  EXPECT_EQ(server.host->figures().damaged, 0);
  EXPECT_EQ(last_refusal(one), "");
  EXPECT_TRUE(one.player.waiting.empty());
  EXPECT_EQ(entries(), before + 1);
  EXPECT_TRUE(ayse.player.view == bora.player.view);
}

TEST_F(Storing, WhoWaitsForALogThatCannotBeReadNowIsToldSo) {
  begin();
  server.restart();
  server.is_unreadable = true;
  const Connection one = server.connect();
  EXPECT_THAT(server.say(one, hello_text(code)), IsEmpty());
  server.wait(2 * server.limits.retry_ms);
  EXPECT_THAT(server.heard(one), ElementsAre(refusal("", "tables.busy")));
  EXPECT_EQ(server.closed.at(one), protocol::Close::busy);
  server.disconnect(one);
  EXPECT_EQ(server.host->figures().tables, 0);
  server.is_unreadable = false;
  const Connection two = server.connect();
  EXPECT_THAT(server.say(two, hello_text(code)).front(), StartsWith(R"({"type":"welcome")"));
}

TEST_F(Storing, ATableWhoseTimeRunsIsNotForgottenBecauseItCannotBeReadNow) {
  begin(3'600, protocol::Pace::days);
  const auto before = entries();
  ayse.disconnect();
  bora.disconnect();
  server.wait(server.limits.idle_ms);
  server.is_unreadable = true;
  server.wait(3'600'000);
  EXPECT_EQ(entries(), before);
  server.is_unreadable = false;
  server.wait(120'000);
  EXPECT_GT(entries(), before);
}

TEST_F(Storing, WhatWasNotStoredIsTriedAgainAndThenRefused) {
  begin();
  give_links();
  const auto before = entries();
  server.outcomes = {Outcome::refused, Outcome::unknown};
  on_turn().roll(turn());
  EXPECT_EQ(entries(), before + 1);
  hear();
  EXPECT_TRUE(on_turn().player.waiting.empty());
  EXPECT_EQ(last_refusal(on_turn()), "");
  server.outcomes = {Outcome::refused, Outcome::refused, Outcome::refused};
  Person& one = off_turn();
  one.command(protocol::Leave{"", one.player.seats.front()});
  EXPECT_EQ(last_refusal(one), "tables.not_stored");
  EXPECT_EQ(entries(), before + 1);
}

TEST_F(Storing, WhatIsThereThoughNobodyKnewIsAnsweredOnce) {
  begin();
  give_links();
  const auto before = entries();
  server.is_held = true;
  Person& one = on_turn();
  one.roll(turn());
  ASSERT_EQ(server.appends.size(), 1u);
  const auto [ticket, append] = server.appends.front();
  server.appends.clear();
  ASSERT_TRUE(server.store.add(append));
  server.is_held = false;
  server.host->stored(ticket, Outcome::unknown, server.now_ms);
  server.settle();
  hear();
  EXPECT_EQ(entries(), before + 1);
  EXPECT_TRUE(one.player.waiting.empty());
  EXPECT_TRUE(ayse.player.view == bora.player.view);
}

TEST_F(Storing, StopFinishesWhatIsOnItsWayAndBeginsNothing) {
  begin();
  give_links();
  server.is_held = true;
  Person& one = on_turn();
  one.roll(turn());
  EXPECT_EQ(server.host->appending(), 1);
  server.host->stop(3'000);
  one.command(protocol::Leave{"", one.player.seats.front()});
  EXPECT_EQ(last_refusal(one), "tables.stopping");
  EXPECT_TRUE(one.player.is_closing);
  server.is_held = false;
  server.settle();
  one.hear();
  EXPECT_TRUE(one.player.waiting.empty());
  EXPECT_EQ(server.host->appending(), 0);
  const auto before = entries();
  server.wait(1'000'000);
  EXPECT_EQ(entries(), before);
}

TEST_F(Storing, AStoppingServerPlaysForNobody) {
  begin();
  on_turn().command(protocol::Leave{"", turn()});
  server.host->stop(3'000);
  const auto before = entries();
  server.wait(1'000'000);
  EXPECT_EQ(entries(), before);
}

// ---- the end, and what follows ----

TEST_F(Ends, TheStoreLearnsItAndNobodyPlaysOn) {
  begin();
  play_to_the_end();
  EXPECT_TRUE(server.store.ended[code]);
  ayse.command(protocol::Return{"", Seat::R});
  EXPECT_EQ(last_refusal(ayse), "record.game_over");
  ayse.roll(Seat::R);
  EXPECT_EQ(last_refusal(ayse), "record.game_over");
}

TEST_F(Ends, ARematchIsOneTableForEverybody) {
  begin();
  Person guest(server, "Guest");
  guest.join(code);
  ayse.command(protocol::Rematch{});
  EXPECT_EQ(last_refusal(ayse), "tables.not_over");
  play_to_the_end();
  guest.hear();
  guest.command(protocol::Rematch{});
  EXPECT_EQ(last_refusal(guest), "tables.not_seated");
  const std::string first = ayse.command(protocol::Rematch{});
  const std::string second = bora.command(protocol::Rematch{});
  guest.hear();
  const std::string next = ayse.player.view.next_table;
  ASSERT_EQ(next.size(), 10u);
  EXPECT_EQ(ayse.player.done.at(first).table, next);
  EXPECT_EQ(bora.player.done.at(second).table, next);
  EXPECT_EQ(guest.player.view.next_table, next);
  EXPECT_EQ(server.store.logs.size(), 2u);
  // It begins when those have come who are still at the old table.
  ayse.player.go_to(next);
  ayse.connect();
  EXPECT_EQ(ayse.player.view.phase, Phase::waiting);
  EXPECT_EQ(ayse.player.view.chairs.at(Seat::B).name, "Bora");
  EXPECT_THAT(ayse.player.seats, ElementsAre(Seat::R));
  bora.disconnect();
  ayse.hear();
  server.wait(server.limits.link_wait_ms - 1);
  ayse.hear();
  EXPECT_EQ(ayse.player.view.phase, Phase::waiting);
  server.wait(1);  // nobody has told a tip
  ayse.hear();
  EXPECT_NE(ayse.player.view.phase, Phase::waiting);
}

TEST_F(Ends, ACrashInTheMiddleOfARematchLosesNothing) {
  begin();
  play_to_the_end();
  server.is_held = true;
  ayse.command(protocol::Rematch{});
  for (int stored = 1; stored <= 2; ++stored) {
    // The new table is opened, then its people sit; the old log does not name it yet.
    ASSERT_EQ(server.appends.size(), 1u);
    const auto [ticket, append] = server.appends.front();
    ASSERT_NE(append.table, code);
    ASSERT_EQ(append.entry.seq, stored);
    ASSERT_TRUE(server.store.add(append));
    server.appends.clear();
    server.restart();
    server.is_held = false;
    for (Person* const one : {&ayse, &bora}) {
      one->connection = 0;
      one->player.waiting.clear();
      one->connect();
    }
    server.is_held = true;
    ayse.command(protocol::Rematch{});
    server.host->stored(server.appends.front().first, Outcome::refused, server.now_ms);
    server.appends.clear();
    const std::string table = std::exchange(server.loads, {}).front();
    server.host->loaded(table, Folded(table, server.store.logs.at(table)), server.now_ms);
  }
  server.is_held = false;
  server.settle();
  ayse.hear();
  EXPECT_EQ(ayse.player.view.next_table.size(), 10u);
  EXPECT_EQ(server.store.logs.size(), 2u);
  EXPECT_EQ(server.store.logs[ayse.player.view.next_table].entries.size(), 2u);
}

// ---- quick match, presence, phrases ----

TEST(Seeking, MatchesWhoWantsTheSame) {
  FakeServer server;
  Person a(server, "Ayse"), b(server, "Bora"), c(server, "Cem");
  for (Person* const one : {&a, &b, &c}) one->join("");
  a.command(protocol::Seek{"", "planes=1", 2, 0, "Ayse"});
  b.command(protocol::Seek{"", "planes=2", 2, 0, "Bora"});
  EXPECT_EQ(server.host->figures().seekers, 2);
  Person tab(server, "Ayse");
  tab.join("");
  tab.command(protocol::Seek{"", "planes=1", 2, 0, "Ayse"});
  EXPECT_EQ(a.player.matched, "");  // nobody plays against themselves
  tab.disconnect();
  EXPECT_EQ(server.host->figures().seekers, 2);
  c.command(protocol::Seek{"", "takeoff=246,planes=1", 2, 0, "Ayse"});
  EXPECT_EQ(last_refusal(c), "");
  a.hear();
  EXPECT_EQ(a.player.matched.size(), 10u);
  EXPECT_EQ(c.player.matched, a.player.matched);
  a.join(a.player.matched);
  EXPECT_EQ(a.player.view.chairs.at(Seat::R).name, "Ayse");
  EXPECT_EQ(a.player.view.chairs.at(Seat::B).name, "Ayse 2");
  EXPECT_EQ(a.player.view.phase, Phase::waiting);
  c.join(c.player.matched);
  // The dice wait for the chains of those who are there, so that no roll is the server's alone.
  const auto commit = [&](Person& person, Seat seat) {
    person.command(protocol::Commit{"", seat, person.player.make_tip(seat)});
  };
  commit(a, Seat::R);
  EXPECT_EQ(a.player.view.phase, Phase::waiting);
  commit(c, Seat::B);
  EXPECT_NE(c.player.view.phase, Phase::waiting);
  b.command(protocol::Unseek{});
  EXPECT_EQ(server.host->figures().seekers, 0);
}

TEST(Seeking, WhoNeverComesDoesNotStopTheOthers) {
  FakeServer server;
  Person a(server, "Ayse"), b(server, "Bora");
  for (Person* const one : {&a, &b}) {
    one->join("");
    one->command(protocol::Seek{"", "planes=1", 2, 0, one->player.name});
  }
  a.hear();
  a.join(a.player.matched);
  b.disconnect();
  server.wait(server.limits.gather_ms - 1);
  a.hear();
  EXPECT_EQ(a.player.view.phase, Phase::waiting);
  server.wait(1);
  a.hear();
  EXPECT_NE(a.player.view.phase, Phase::waiting);
}

TEST(Seeking, IsOnceHoweverOftenItIsSaid) {
  FakeServer server;
  Person a(server, "Ayse"), b(server, "Bora"), c(server, "Cem");
  for (Person* const one : {&a, &b, &c}) one->join("");
  const std::string seek =
      R"({"type":"seek","id":"once","rules":"planes=1","seats":2,"seconds":0,"name":"Ayse"})";
  const auto first = server.say(a.connection, seek);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(server.say(a.connection, seek), first);
  b.command(protocol::Seek{"", "planes=1", 2, 0, "Bora"});
  a.hear();
  ASSERT_EQ(a.player.matched.size(), 10u);
  EXPECT_EQ(server.say(a.connection, seek), first);
  EXPECT_EQ(server.host->figures().seekers, 0);
}

TEST(Seeking, ThatComesToNothingIsToldUnderTheIdOfEach) {
  FakeServer server;
  Person a(server, "Ayse"), b(server, "Bora");
  for (Person* const one : {&a, &b}) one->join("");
  server.outcomes = {Outcome::refused, Outcome::refused, Outcome::refused};
  const std::string first = a.command(protocol::Seek{"", "planes=1", 2, 0, "Ayse"});
  const std::string second = b.command(protocol::Seek{"", "planes=1", 2, 0, "Bora"});
  a.hear();
  ASSERT_EQ(a.player.refused.size(), 1u);
  ASSERT_EQ(b.player.refused.size(), 1u);
  EXPECT_EQ(a.player.refused[0].id, first);
  EXPECT_EQ(b.player.refused[0].id, second);
  EXPECT_EQ(b.player.refused[0].code, "tables.not_stored");
}

TEST(Crowds, DoNotKeepPlayersFromTheirSeats) {
  FakeServer server(Limits{.people_per_table = 2, .version = "test"});
  Person ayse(server, "Ayse"), one(server, "One"), two(server, "Two");
  ayse.join("");
  const std::string code = ayse.open("planes=1", {{Seat::R, ""}, {Seat::B, ""}});
  ayse.join(code);
  ayse.sit({Seat::R});
  ayse.disconnect();
  one.join(code);
  two.join(code);
  Person late(server, "Late");
  late.join(code);
  EXPECT_EQ(last_refusal(late), "tables.full");
  ayse.connect();
  EXPECT_EQ(last_refusal(ayse), "");
  EXPECT_THAT(ayse.player.seats, ElementsAre(Seat::R));
}

TEST_F(Hello, PhrasesAreHeardByEverybodyAndNotKept) {
  begin();
  const auto before = entries();
  Person guest(server, "Guest");
  guest.join(code);
  bora.say(R"({"type":"say","phrase":"well_played"})");
  guest.say(R"({"type":"say","phrase":"clap"})");
  ayse.hear();
  ASSERT_EQ(ayse.player.said.size(), 2u);
  EXPECT_EQ(ayse.player.said[0].seat, Seat::B);
  EXPECT_EQ(ayse.player.said[1].seat, std::nullopt);
  EXPECT_EQ(ayse.player.said[1].phrase, protocol::Phrase::clap);
  EXPECT_EQ(entries(), before);
}

TEST_F(Hello, NobodySpeaksWithoutEnd) {
  begin();
  Person tab(server, "Bora");
  tab.join(code);
  const std::string clap = R"({"type":"say","phrase":"clap"})";
  for (int i = 0; i < 5; ++i) bora.say(clap);
  EXPECT_EQ(last_refusal(bora), "");
  bora.say(clap);
  EXPECT_EQ(last_refusal(bora), "tables.busy");
  tab.say(clap);  // over another connection neither
  EXPECT_EQ(last_refusal(tab), "tables.busy");
  ayse.hear();
  EXPECT_EQ(ayse.player.said.size(), 5u);
  ayse.say(clap);
  EXPECT_EQ(last_refusal(ayse), "");
  // Those who watch share what there is for them.
  int refused = 0;
  for (int i = 0; i < 30; ++i) {
    Person guest(server, "Guest" + std::to_string(i));
    guest.join(code);
    guest.say(clap);
    refused += last_refusal(guest).empty() ? 0 : 1;
    guest.disconnect();
  }
  EXPECT_EQ(refused, 10);
  const auto refusals = bora.player.refused.size();
  server.wait(server.limits.phrase_ms);
  bora.say(clap);
  EXPECT_EQ(bora.player.refused.size(), refusals);
}

TEST_F(Hello, APongComesAfterWhatWasSaidBefore) {
  begin();
  give_links();
  server.is_held = true;
  on_turn().roll(turn());
  Person& one = off_turn();
  const std::string wrong = fair::to_text(fair::hash("wrong"));
  const auto number = std::to_string(one.player.view.number);
  EXPECT_THAT(server.say(one.connection, R"({"type":"links","number":)" + number +
                                             R"(,"links":[{"seat":"R","link":")" + wrong + "\"}]}"),
              IsEmpty());
  EXPECT_THAT(server.say(one.connection, R"({"type":"ping"})"), IsEmpty());
  // To be looked at when the roll is stored; too late then, or wrong for the next.
  server.is_held = false;
  server.settle();
  const auto told = server.heard(one.connection);
  ASSERT_GE(told.size(), 2u);
  EXPECT_THAT(told.back(), StartsWith(R"({"type":"pong")"));
}

// A long log in pieces: the next one when the connection has passed on the last.
TEST_F(Hello, WhoMissesMuchIsToldItInPieces) {
  server.limits.piece_bytes = 5'000;
  server.restart();
  begin(0, protocol::Pace::live, "planes=4");
  while (ayse.player.view.phase == Phase::playing && entries() < 150) act();
  server.is_draining = false;
  const Connection one = server.connect();
  std::vector<std::string> told = server.say(one, hello_text(code, "Guest", R"(,"last_seq":0)"));
  int pieces = 0;
  std::int64_t last = 0;
  const auto hear_all = [&] {
    std::size_t bytes = 0;
    for (const auto& text : told) {
      bytes += text.size();
      const auto message = protocol::parse_server(text);
      if (const auto* events = std::get_if<protocol::Events>(&*message)) {
        for (const auto& event : events->events) {
          const auto seq = std::visit([](const auto& e) { return e.seq; }, event);
          EXPECT_EQ(seq, last + 1);
          last = seq;
        }
      }
    }
    EXPECT_LE(bytes, 12'000u);
    ++pieces;
  };
  hear_all();
  EXPECT_LT(last, static_cast<std::int64_t>(entries()));
  act();  // meanwhile the game goes on
  for (int i = 0; i < 100 && last < static_cast<std::int64_t>(entries()); ++i) {
    server.host->drained(one);
    told = server.heard(one);
    hear_all();
  }
  EXPECT_EQ(last, static_cast<std::int64_t>(entries()));
  EXPECT_GE(pieces, 3);
}

TEST_F(Hello, WhoReadsNothingOfALongLogIsHungUpOnAtLast) {
  server.limits.piece_bytes = 1'000;
  server.limits.backlog = 20;
  server.restart();
  begin(0, protocol::Pace::live, "planes=4");
  for (int i = 0; i < 40; ++i) act();
  server.is_draining = false;
  const Connection one = server.connect();
  server.say(one, hello_text(code, "Guest", R"(,"last_seq":0)"));
  server.is_draining = true;
  EXPECT_EQ(server.closed.count(one), 0u);
  for (int i = 0; i < 30; ++i) act();
  EXPECT_EQ(server.closed.at(one), protocol::Close::busy);
}

}  // namespace
}  // namespace aero::tables
