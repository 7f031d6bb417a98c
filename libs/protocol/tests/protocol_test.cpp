#include "aero/protocol.hpp"

#include <gtest/gtest.h>

#include <set>

#include "messages.hpp"

namespace aero::protocol {
namespace {

// "fine", or the code of what is wrong with its arguments.
template <class T>
std::string outcome(const Result<T>& result) {
  if (result) return "fine";
  EXPECT_EQ(result.errors().size(), 1u);
  const Error& error = result.errors().front();
  EXPECT_EQ(error.line, 0);
  EXPECT_EQ(error.column, 0);
  std::string text(error.code);
  for (const auto& [name, value] : error.arguments) {
    text.append(" ").append(name).append("=").append(value);
  }
  return text;
}
std::string client(std::string_view text) { return outcome(parse_client(text)); }
std::string server(std::string_view text) { return outcome(parse_server(text)); }

TEST(Protocol, ExamplesAreOfEveryType) {
  std::set<std::size_t> types;
  for (const ClientMessage& message : client_examples()) types.insert(message.index());
  EXPECT_EQ(types.size(), std::variant_size_v<ClientMessage>);
  types.clear();
  for (const ServerMessage& message : server_examples()) types.insert(message.index());
  EXPECT_EQ(types.size(), std::variant_size_v<ServerMessage>);
  types.clear();
  for (const Event& event : event_examples()) types.insert(event.index());
  EXPECT_EQ(types.size(), std::variant_size_v<Event>);
}

TEST(Protocol, WhatIsWrittenIsReadAgain) {
  for (const ClientMessage& message : client_examples()) {
    const std::string text = to_text(message);
    const auto again = parse_client(text);
    ASSERT_EQ(outcome(again), "fine") << text;
    EXPECT_EQ(*again, message) << text;
    EXPECT_NE(server(text), "fine") << text;
  }
  for (const ServerMessage& message : server_examples()) {
    const std::string text = to_text(message);
    const auto again = parse_server(text);
    ASSERT_EQ(outcome(again), "fine") << text;
    EXPECT_EQ(*again, message) << text;
    EXPECT_NE(client(text), "fine") << text;
  }
}

TEST(Protocol, WritesJson) {
  EXPECT_EQ(to_text(ClientMessage(Hello{1, "key", "7ZQ4K0M2XA", 40})),
            R"({"type":"hello","protocol":1,"token":"key","table":"7ZQ4K0M2XA","last_seq":40})");
  EXPECT_EQ(to_text(ClientMessage(Hello{1, "key", "", std::nullopt})),
            R"({"type":"hello","protocol":1,"token":"key","table":""})");
  EXPECT_EQ(to_text(ClientMessage(Roll{"a-5", Seat::B, 11, "abc"})),
            R"({"type":"roll","id":"a-5","seat":"B","ply":11,"link":"abc"})");
  EXPECT_EQ(to_text(ClientMessage(Links{7, {{Seat::R, "abc"}}})),
            R"({"type":"links","number":7,"links":[{"seat":"R","link":"abc"}]})");
  EXPECT_EQ(to_text(ClientMessage(Open{"a", settings_example()})),
            R"({"type":"open","id":"a","settings":{"rules":"standard,takeoff=6","chairs":[)"
            R"({"seat":"R","bot":""},{"seat":"Y","bot":"greedy"},{"seat":"B","bot":""}],)"
            R"("pace":"days","seconds":86400}})");
  EXPECT_EQ(to_text(ClientMessage(Ping{})), R"({"type":"ping"})");
  Rolled rolled = rolled_example();
  rolled.server_link = "s";
  rolled.links = {{Seat::R, "r"}};
  rolled.record.reset();
  EXPECT_EQ(to_text(ServerMessage(Events{{rolled, Started{42, 5}}})),
            R"({"type":"events","events":[{"type":"rolled","seq":41,"at_ms":1800000000123,)"
            R"("seat":"B","by":"bot","number":7,"pip":6,"server_link":"s",)"
            R"("links":[{"seat":"R","link":"r"}],"is_starting":true,"ply":12,)"
            R"("hash":"0123456789abcdef"},{"type":"started","seq":42,"at_ms":5}]})");
  EXPECT_EQ(to_text(ServerMessage(Said{std::nullopt, Phrase::take_your_time})),
            R"({"type":"said","seat":"","phrase":"take_your_time"})");
}

TEST(Protocol, WordsStandByTheirValues) {
  const auto phrase = [](Phrase value) { return to_text(ClientMessage(Say{value})); };
  EXPECT_EQ(phrase(Phrase::hello), R"({"type":"say","phrase":"hello"})");
  EXPECT_EQ(phrase(Phrase::oops), R"({"type":"say","phrase":"oops"})");
  EXPECT_EQ(phrase(Phrase::clap), R"({"type":"say","phrase":"clap"})");
  EXPECT_EQ(phrase(Phrase::thumbs_up), R"({"type":"say","phrase":"thumbs_up"})");
  static_assert(schema::Traits<Phrase>::kWords.size() ==
                static_cast<std::size_t>(Phrase::thumbs_up) + 1);
  static_assert(schema::Traits<Phase>::kWords[static_cast<std::size_t>(Phase::over)] == "over");
  static_assert(schema::Traits<Pace>::kWords[static_cast<std::size_t>(Pace::days)] == "days");
  static_assert(schema::Traits<Hand>::kWords[static_cast<std::size_t>(Hand::bot)] == "bot");
  static_assert(schema::Traits<Reason>::kWords[static_cast<std::size_t>(Reason::timeout)] ==
                "timeout");
}

TEST(Protocol, RefusesWhatIsNoObject) {
  EXPECT_EQ(client(""), "wire.not_json");
  EXPECT_EQ(client("{"), "wire.not_json");
  EXPECT_EQ(client("{\"type\":\"ping\"} x"), "wire.not_json");
  EXPECT_EQ(client("{\"type\":\"ping\"}{}"), "wire.not_json");
  EXPECT_EQ(client("{\"type\":\"\xFF\"}"), "wire.not_json");
  EXPECT_EQ(client("\xEF\xBB\xBF{\"type\":\"ping\"}"), "wire.not_json");
  for (const char* text : {"[]", "null", "7", "\"ping\"", "true"}) {
    EXPECT_EQ(client(text), "wire.member expected=ClientMessage member=");
    EXPECT_EQ(server(text), "wire.member expected=ServerMessage member=");
  }
}

TEST(Protocol, RefusesTypesThatAreNot) {
  EXPECT_EQ(client("{}"), "wire.member expected=string member=type");
  EXPECT_EQ(client(R"({"type":null})"), "wire.member expected=string member=type");
  EXPECT_EQ(client(R"({"type":"Ping"})"), "wire.unknown_type member=type text=Ping");
  EXPECT_EQ(client(R"({"type":"pong","clock_ms":1})"), "wire.unknown_type member=type text=pong");
  EXPECT_EQ(server(R"({"type":"ping"})"), "wire.unknown_type member=type text=ping");
  EXPECT_EQ(server(R"({"type":"events","events":[{"type":"ping"}]})"),
            "wire.unknown_type member=events[0].type text=ping");
}

TEST(Protocol, RefusesMembersThatAreNotAsTheyHaveToBe) {
  EXPECT_EQ(client(R"({"type":"ping","more":1})"), "wire.unknown_member member=more");
  EXPECT_EQ(client(R"({"type":"ping","type":"ping"})"), "wire.member_twice member=type");
  EXPECT_EQ(client(R"({"type":"start"})"), "wire.member expected=string member=id");
  EXPECT_EQ(client(R"({"type":"start","id":1})"), "wire.member expected=string member=id");
  EXPECT_EQ(client(R"({"type":"start","id":"a","id":"a"})"), "wire.member_twice member=id");
  EXPECT_EQ(client(R"({"type":"stand","id":"a","seat":""})"),
            "wire.member expected=Seat member=seat");
  EXPECT_EQ(client(R"({"type":"say","phrase":"boo"})"),
            "wire.member expected=Phrase member=phrase");
  EXPECT_EQ(client(R"({"type":"links","number":1,"links":[{"seat":"R","link":"a"},{"seat":"Y"}]})"),
            "wire.member expected=string member=links[1].link");
  EXPECT_EQ(client(R"({"type":"links","number":1,"links":{}})"),
            "wire.member expected=SeatLink[] member=links");
  EXPECT_EQ(client(R"({"type":"roll","id":"a","seat":"R","ply":1,"link":null})"),
            "wire.member expected=string member=link");
  EXPECT_EQ(client(R"({"type":"open","id":"a","settings":{"rules":"quick","chairs":[],)"
                   R"("pace":"slow","seconds":0}})"),
            "wire.member expected=Pace member=settings.pace");
  EXPECT_EQ(server(R"({"type":"said","seat":"X","phrase":"wow"})"),
            "wire.member expected=Seat | \"\" member=seat");
  EXPECT_EQ(server(R"({"type":"events","events":[{"type":"started","seq":1,"at_ms":1,"x":0}]})"),
            "wire.unknown_member member=events[0].x");
}

TEST(Protocol, ReadsWholeNumbersOnly) {
  const auto ply = [](std::string_view number) {
    return client(R"({"type":"roll","id":"a","seat":"R","ply":)" + std::string(number) + "}");
  };
  EXPECT_EQ(ply("0"), "fine");
  EXPECT_EQ(ply("2147483647"), "fine");
  const auto last_seq = [](std::string_view number) {
    return client(R"({"type":"hello","protocol":1,"token":"","table":"","last_seq":)" +
                  std::string(number) + "}");
  };
  EXPECT_EQ(last_seq("0"), "fine");
  EXPECT_EQ(last_seq("9007199254740991"), "fine");
  for (const char* number : {"-1", "-0", "1.5", "1.0", "1e2", "\"1\"", "true", "null"}) {
    EXPECT_EQ(ply(number), "wire.member expected=number member=ply") << number;
    EXPECT_EQ(last_seq(number), "wire.member expected=number member=last_seq") << number;
  }
  EXPECT_EQ(ply("2147483648"), "wire.member expected=number member=ply");
  EXPECT_EQ(last_seq("9007199254740992"), "wire.member expected=number member=last_seq");
  EXPECT_EQ(ply("01"), "wire.not_json");
}

TEST(Protocol, ReadsMembersInAnyOrder) {
  const auto message = parse_client(R"( { "ply" : 3, "seat":"G", "id":"\u0061", "type":"roll" } )");
  ASSERT_EQ(outcome(message), "fine");
  EXPECT_EQ(*message, ClientMessage(Roll{"a", Seat::G, 3, std::nullopt}));
}

TEST(Protocol, ReadsSoManyBytesFromAClient) {
  const std::string text = R"({"type":"start","id":""})";
  const auto with = [&](std::size_t bytes) {
    return std::string(text).insert(text.size() - 2, bytes - text.size(), 'a');
  };
  ASSERT_EQ(with(kMostBytes).size(), kMostBytes);
  EXPECT_EQ(client(with(kMostBytes)), "fine");
  EXPECT_EQ(client(with(kMostBytes + 1)), "wire.too_long most=4096");
  const ServerMessage done = Done{std::string(100'000, 'a'), 1, ""};
  EXPECT_EQ(server(to_text(done)), "fine");
}

TEST(Protocol, ReadsSoDeep) {
  const auto nested = [](int lists) {
    return R"({"type":"ping","x":)" + std::string(static_cast<std::size_t>(lists), '[') +
           std::string(static_cast<std::size_t>(lists), ']') + "}";
  };
  EXPECT_EQ(client(nested(kMostDepth - 1)), "wire.unknown_member member=x");
  EXPECT_EQ(client(nested(kMostDepth)), "wire.too_deep most=8");
  EXPECT_EQ(server(nested(kMostDepth)), "wire.too_deep most=8");
  EXPECT_EQ(client(std::string(kMostBytes, '[')), "wire.too_deep most=8");
}

TEST(Protocol, KnowsCommandIds) {
  for (const char* id : {"a", "Z9-_", "0123456789abcdefABCDEF"}) EXPECT_TRUE(is_command_id(id));
  for (const char* id : {"", "0123456789abcdefABCDEFg", "a b", "a.b", "é", "a\n"}) {
    EXPECT_FALSE(is_command_id(id)) << id;
  }
  EXPECT_FALSE(is_command_id(std::string_view("a\0", 2)));
}

}  // namespace
}  // namespace aero::protocol
