// Any bytes at all: what is JSON has every place in the text, and a text survives being quoted;
// anything else is refused with a place that the text has.

#include "aero/json.hpp"

#include "fuzz.hpp"

namespace {

using aero::fuzz::demand;
using aero::json::Value;

void check_value(std::string_view text, const Value& value, std::size_t end) {
  demand(value.at < end, "a value begins in the text", text);
  demand(value.items.empty() || value.is_list() || value.is_object(), "what has items", text);
  demand(!value.as_whole() || std::to_string(*value.as_whole()) == value.text, "numbers", text);
  if (const std::string* inside = value.as_text()) {
    const auto again = aero::json::parse(aero::json::in_quotes(*inside));
    demand(again.value && *again.value->as_text() == *inside, "quote and parse are inverse", text);
  }
  std::size_t at = value.at;
  for (const Value& item : value.items) {
    demand(item.at > at, "items stand one after the other", text);
    at = item.at;
    check_value(text, item, end);
    if (value.is_object()) demand(value.find(item.name) != nullptr, "members are found", text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = aero::fuzz::as_text(data, size);
  const auto parsed = aero::json::parse(text);
  if (parsed.value) {
    check_value(text, *parsed.value, text.size());
  } else {
    demand(parsed.error_at <= text.size(), "an error is in the text", text);
  }
  const auto quoted = aero::json::parse(aero::json::in_quotes(text));
  demand(quoted.value && quoted.value->as_text() != nullptr, "what is quoted is JSON", text);
  demand(!parsed.value || *quoted.value->as_text() == text, "good bytes are kept", text);
  return 0;
}
