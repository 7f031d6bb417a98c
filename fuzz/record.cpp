// Any bytes at all: a record that can be read is a legal game and survives printing, as text and as
// JSON; anything else is refused with a place that the text has.

#include "aero/record.hpp"

#include <algorithm>
#include <cstdlib>

namespace aero {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_places(std::string_view text, const Errors& errors) {
  require(!errors.empty());
  const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
  for (const Error& error : errors) {
    require(!error.code.empty());
    require(error.line >= 1 && error.line <= lines);
    require(error.column >= 1 && static_cast<std::size_t>(error.column) <= text.size() + 1);
  }
}

void check_record(const Record& record) {
  const auto replayed = replay(record);
  require(static_cast<bool>(replayed));
  require(replayed->after.size() == record.entries.size());

  const std::string text = to_text(record);
  const auto again = parse_record(text);
  require(again && *again == record);
  require(to_text(*again) == text);

  const std::string json = to_json(record);
  const auto twin = parse_json(json);
  require(twin && *twin == record);
  require(to_json(*twin) == json);
}

}  // namespace
}  // namespace aero

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto& record : {aero::parse_record(text), aero::parse_json(text)}) {
    if (record) {
      aero::check_record(*record);
    } else {
      aero::check_places(text, record.errors());
    }
  }
  return 0;
}
