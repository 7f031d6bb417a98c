// Texts of any kind, held against another reader of JSON: both accept the same, and find the same
// in it.

#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>

#include "aero/json.hpp"

namespace aero::json {
namespace {

using Oracle = nlohmann::json;

// It passes over a byte order mark and takes a NUL for the end, which are none of JSON; and it has
// no bound to depth.
bool differs_on_purpose(std::string_view text) {
  constexpr std::size_t kDeep = kMaxDepth;
  std::size_t open = 0;
  for (const char c : text) open += c == '[' || c == '{' ? 1 : 0;
  return text.starts_with("\xEF") || text.find('\0') != std::string_view::npos || open > kDeep;
}

// Numbers beyond those of a double it refuses.
bool has_huge_number(const Value& value) {
  if (value.kind == Value::Kind::number) {
    const double number = std::strtod(value.text.c_str(), nullptr);
    return number > 1e308 || number < -1e308;
  }
  bool has = false;
  for (const Value& item : value.items) has = has || has_huge_number(item);
  return has;
}

bool is_same(const Value& value, const Oracle& other);

bool is_same_number(const Value& value, const Oracle& other) {
  const auto whole = value.as_whole();
  if (whole.has_value() != other.is_number_unsigned()) return false;
  if (whole) return *whole == other.get<std::uint64_t>();
  return std::strtod(value.text.c_str(), nullptr) == other.get<double>();
}

bool is_same_object(const Value& value, const Oracle& other) {
  for (const auto& [name, member] : other.items()) {
    const Value* found = value.find(name);
    if (found == nullptr || !is_same(*found, member)) return false;
  }
  for (const Value& member : value.items) {
    if (!other.contains(member.name)) return false;
  }
  return true;
}

bool is_same(const Value& value, const Oracle& other) {
  switch (value.kind) {
    case Value::Kind::null: return other.is_null();
    case Value::Kind::boolean: return other.is_boolean() && other.dump() == value.text;
    case Value::Kind::number: return other.is_number() && is_same_number(value, other);
    case Value::Kind::text: return other.is_string() && other.get<std::string>() == value.text;
    case Value::Kind::object: return other.is_object() && is_same_object(value, other);
    case Value::Kind::list: break;
  }
  if (!other.is_array() || other.size() != value.items.size()) return false;
  for (std::size_t i = 0; i < other.size(); ++i) {
    if (!is_same(value.items[i], other[i])) return false;
  }
  return true;
}

// Whether both say the same of the text; counts those that are JSON.
void compare(const std::string& text, int& accepted) {
  const Parsed parsed = parse(text);
  const Oracle other = Oracle::parse(text, nullptr, false);
  if (parsed.value && has_huge_number(*parsed.value)) return;
  ASSERT_EQ(parsed.value.has_value(), !other.is_discarded()) << text;
  if (!parsed.value) return;
  ++accepted;
  ASSERT_TRUE(is_same(*parsed.value, other)) << text;
}

constexpr std::string_view kTexts[] = {
    R"({"a":1,"b":[true,false,null,"x"],"a":{"c":-0.5e+10,"":[]}})",
    R"([0,-0,10,-1.50,2e3,4E-05,18446744073709551615,18446744073709551616,-9223372036854775809])",
    R"(["\"\\\/\b\f\n\r\t","\u0041\u00e9\u738B\uD83D\uDE00\u0000","\uDBFF\uDFFF\uE000"])",
    "[\"Ay\u015fe \u738b\",\"\U0001F600\uFFFF\",\"\x7F\"] \r\n\t",
};
constexpr std::string_view kParts[] = {"{",
                                       "}",
                                       "[",
                                       "]",
                                       ":",
                                       ",",
                                       "\"",
                                       "\\",
                                       "\\u",
                                       "\\uD800",
                                       "\\uDC00",
                                       "0",
                                       "-",
                                       "1",
                                       ".",
                                       "e",
                                       "E+",
                                       " ",
                                       "\n",
                                       "true",
                                       "null",
                                       "\"a\"",
                                       "\"a\":1",
                                       "{}",
                                       "[[]]",
                                       "\x01",
                                       "\x80",
                                       "\xC3\xA9",
                                       "\xED\xA0\x80",
                                       "\xF4\x90\x80\x80",
                                       "\xFF",
                                       "1e400",
                                       "00",
                                       "\f",
                                       "/",
                                       "'",
                                       "\xE2\x80\xA8"};

class Mutator {
 public:
  std::string text() {
    std::string text(kTexts[below(std::size(kTexts))]);
    for (std::size_t left = below(4); left > 0; --left) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }

  void change(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = std::min(below(6), text.size() - at);
    switch (below(4)) {
      case 0: text.insert(at, kParts[below(std::size(kParts))]); break;
      case 1: text.erase(at, length); break;
      case 2: text.replace(at, length, kParts[below(std::size(kParts))]); break;
      default: text.insert(below(text.size() + 1), text.substr(at, length)); break;
    }
  }

  std::mt19937 random_{1};
};

TEST(Oracle, ReadsTheSame) {
  Mutator mutator;
  int accepted = 0;
  int refused = 0;
  for (int round = 0; round < 40'000 && !HasFailure(); ++round) {
    const std::string text = mutator.text();
    if (differs_on_purpose(text)) continue;
    const int before = accepted;
    compare(text, accepted);
    refused += accepted == before ? 1 : 0;
  }
  EXPECT_GT(accepted, 12'000);
  EXPECT_GT(refused, 12'000);
}

TEST(Oracle, ReadsWhatIsQuoted) {
  Mutator mutator;
  int kept = 0;
  for (int round = 0; round < 10'000; ++round) {
    const std::string text = mutator.text();
    const Oracle other = Oracle::parse(in_quotes(text), nullptr, false);
    ASSERT_TRUE(other.is_string()) << text;
    // Without what is not UTF-8.
    const std::string good = Oracle(text).dump(-1, ' ', false, Oracle::error_handler_t::ignore);
    if (Oracle::parse(good) != text) continue;
    ++kept;
    ASSERT_EQ(other.get<std::string>(), text);
  }
  EXPECT_GT(kept, 5'000);
}

}  // namespace
}  // namespace aero::json
