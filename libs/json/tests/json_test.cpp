#include "aero/json.hpp"

#include <gtest/gtest.h>

namespace aero::json {
namespace {

// A value written again: members by name, and each value with its place.
std::string show(const Value& value) {
  std::string text = std::to_string(value.at) + ":";
  switch (value.kind) {
    case Value::Kind::null:
    case Value::Kind::boolean:
    case Value::Kind::number: return text + value.text;
    case Value::Kind::text: return text + in_quotes(value.text);
    case Value::Kind::list:
    case Value::Kind::object: break;
  }
  text += value.is_list() ? "[" : "{";
  for (const Value& item : value.items) {
    text += " " + (value.is_object() ? item.name + "=" : std::string()) + show(item);
  }
  return text + (value.is_list() ? " ]" : " }");
}

std::string parsed(std::string_view text) {
  const Parsed result = parse(text);
  return result.value ? show(*result.value) : "no JSON at " + std::to_string(result.error_at);
}

TEST(Json, ReadsEveryKindWithItsPlace) {
  EXPECT_EQ(parsed("null"), "0:null");
  EXPECT_EQ(parsed(" true\r\n"), "1:true");
  EXPECT_EQ(parsed("[false, [], {}]"), "0:[ 1:false 8:[ ] 12:{ } ]");
  EXPECT_EQ(parsed("{\"a\" : 1,\t\"b\":{\"c\":\"d\"}}"), "0:{ a=7:1 b=14:{ c=19:\"d\" } }");
  EXPECT_EQ(parsed("[0,-0,10,-1.50,2e3,4E-05,6.7e+8]"),
            "0:[ 1:0 3:-0 6:10 9:-1.50 15:2e3 19:4E-05 25:6.7e+8 ]");
}

TEST(Json, ReadsTexts) {
  EXPECT_EQ(*parse(R"("\"\\\/\b\f\n\r\t")").value->as_text(), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(*parse(R"("\u0041\u00e9\u738B\uD83D\uDE00\u0000")").value->as_text(),
            std::string("Aé王😀\0", 11));
  EXPECT_EQ(*parse("\"Ayşe 王 😀 \x7F\"").value->as_text(), "Ayşe 王 😀 \x7F");
  EXPECT_EQ(parse("7").value->as_text(), nullptr);
}

TEST(Json, SaysWhereATextIsNone) {
  EXPECT_EQ(parsed(""), "no JSON at 0");
  EXPECT_EQ(parsed(std::string_view("\0", 1)), "no JSON at 0");
  EXPECT_EQ(parsed("nix"), "no JSON at 1");
  EXPECT_EQ(parsed("{} x"), "no JSON at 3");
  EXPECT_EQ(parsed("[1,]"), "no JSON at 3");
  EXPECT_EQ(parsed("[1 2]"), "no JSON at 3");
  EXPECT_EQ(parsed("[1"), "no JSON at 2");
  EXPECT_EQ(parsed("{\"a\" 1}"), "no JSON at 5");
  EXPECT_EQ(parsed("{a:1}"), "no JSON at 1");
  EXPECT_EQ(parsed("{\"a\":1,}"), "no JSON at 7");
  EXPECT_EQ(parsed("01"), "no JSON at 1");
  EXPECT_EQ(parsed("+1"), "no JSON at 0");
  EXPECT_EQ(parsed("-"), "no JSON at 1");
  EXPECT_EQ(parsed("1."), "no JSON at 2");
  EXPECT_EQ(parsed("1e"), "no JSON at 2");
  EXPECT_EQ(parsed("'a'"), "no JSON at 0");
}

TEST(Json, SaysWhereATextIsNotRight) {
  EXPECT_EQ(parsed("\"a"), "no JSON at 2");
  EXPECT_EQ(parsed("\"a\n\""), "no JSON at 2");
  EXPECT_EQ(parsed(std::string_view("\"\0\"", 3)), "no JSON at 1");
  EXPECT_EQ(parsed(R"("\x")"), "no JSON at 2");
  EXPECT_EQ(parsed("\"\\"), "no JSON at 2");
  EXPECT_EQ(parsed(R"("\u12g4")"), "no JSON at 5");
  EXPECT_EQ(parsed(R"("\u12)"), "no JSON at 5");
  EXPECT_EQ(parsed(R"("\u-123")"), "no JSON at 3");
  EXPECT_EQ(parsed(R"("\uDE00")"), "no JSON at 7");
  EXPECT_EQ(parsed(R"("\uD83D")"), "no JSON at 7");
  EXPECT_EQ(parsed(R"("\uD83D\u0041")"), "no JSON at 13");
}

TEST(Json, RefusesWhatIsNotUtf8) {
  for (const char* bytes :
       {"\x80", "\xC1\x81", "\xC3(", "\xE0\x9F\x80", "\xED\xA0\x80", "\xF0\x8F\x80\x80",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE7\x8E"}) {
    EXPECT_EQ(parsed("\"ab" + std::string(bytes) + "\""), "no JSON at 3");
  }
  for (const char* bytes : {"\xC2\x80", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                            "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(*parse("\"" + std::string(bytes) + "\"").value->as_text(), bytes);
  }
}

TEST(Json, ReadsNoDeeperThanItSays) {
  const std::string open(kMaxDepth, '[');
  const std::string close(kMaxDepth, ']');
  EXPECT_TRUE(parse(open + close).value);
  EXPECT_EQ(parsed(open + "[]" + close), "no JSON at 64");
  EXPECT_EQ(parsed(std::string(1'000'000, '[')), "no JSON at 64");
  EXPECT_EQ(parsed(open.substr(1) + "{\"a\":{}}" + close.substr(1)), "no JSON at 68");
}

TEST(Json, GivesWholeNumbers) {
  EXPECT_EQ(parse("0").value->as_whole(), 0u);
  EXPECT_EQ(parse("18446744073709551615").value->as_whole(), 18446744073709551615u);
  for (const char* text : {"18446744073709551616", "-1", "-0", "1.0", "1e0", "true", "\"1\""}) {
    EXPECT_EQ(parse(text).value->as_whole(), std::nullopt) << text;
  }
}

TEST(Json, FindsTheLastMemberOfAName) {
  const Value object = *parse(R"({"a":1,"b":2,"a":3})").value;
  EXPECT_EQ(object.find("a")->as_whole(), 3u);
  EXPECT_EQ(object.find("b")->as_whole(), 2u);
  EXPECT_EQ(object.find("c"), nullptr);
  EXPECT_EQ(parse("[1]").value->find(""), nullptr);
}

TEST(Json, QuotesTexts) {
  EXPECT_EQ(in_quotes(""), "\"\"");
  EXPECT_EQ(in_quotes("a/\"\\\b\f\n\r\t"), R"("a/\"\\\b\f\n\r\t")");
  EXPECT_EQ(in_quotes(std::string_view("\0\x1f\x7f", 3)), "\"\\u0000\\u001f\x7f\"");
  EXPECT_EQ(in_quotes("Ayşe 王 😀"), "\"Ayşe 王 😀\"");
  EXPECT_EQ(in_quotes("a\xC3(\xFF"), "\"a\uFFFD(\uFFFD\"");
}

}  // namespace
}  // namespace aero::json
