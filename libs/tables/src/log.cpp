#include "log.hpp"

#include "aero/schema.hpp"

namespace aero::schema {

template <>
struct Traits<tables::log::Entry> : OneOf<tables::log::Entry> {
  static constexpr std::string_view kName = "Entry";
};

}  // namespace aero::schema

namespace aero::tables::log {

std::string to_text(const Entry& entry) { return schema::to_json(entry); }

std::optional<Entry> parse(std::string_view text) {
  const auto parsed = json::parse(text);
  Entry entry;
  schema::Reader<schema::Others::refuse> reader;
  if (!parsed.value || !reader.read(*parsed.value, entry)) return std::nullopt;
  return entry;
}

}  // namespace aero::tables::log
