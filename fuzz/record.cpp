// Any bytes at all: a record that can be read is a legal game and survives printing, as text and as
// JSON, and is told from the other form; anything else is refused with a place that the text has.

#include "aero/record.hpp"

#include <algorithm>

#include "fuzz.hpp"

namespace {

using aero::fuzz::demand;

void check_places(std::string_view text, const aero::Errors& errors) {
  demand(!errors.empty(), "a value or errors", text);
  const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
  for (const aero::Error& error : errors) {
    demand(!error.code.empty(), "an error has a code", text);
    demand(error.line >= 1 && error.line <= lines, "an error names a line", text);
    const auto column = static_cast<std::size_t>(error.column);
    demand(error.column >= 1 && column <= text.size() + 1, "an error names a column", text);
  }
}

void check_record(std::string_view source, const aero::Record& record) {
  const auto replayed = aero::replay(record);
  demand(static_cast<bool>(replayed), "what was read can be replayed", source);
  demand(replayed->after.size() == record.entries.size(), "each entry is replayed", source);

  const std::string text = aero::to_text(record);
  const auto again = aero::parse_record(text);
  demand(again && *again == record, "print and parse are inverse", text);
  demand(aero::to_text(*again) == text, "there is one canonical text", text);

  const std::string json = aero::to_json(record);
  const auto twin = aero::parse_json(json);
  demand(twin && *twin == record, "print and parse are inverse", json);
  demand(aero::to_json(*twin) == json, "there is one canonical text", json);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = aero::fuzz::as_text(data, size);
  bool is_record = false;
  for (const auto& record : {aero::parse_record(text), aero::parse_json(text)}) {
    is_record = is_record || record;
    if (record) {
      check_record(text, *record);
    } else {
      check_places(text, record.errors());
    }
  }
  demand(is_record == static_cast<bool>(aero::parse_either(text)), "either form is told", text);
  return 0;
}
