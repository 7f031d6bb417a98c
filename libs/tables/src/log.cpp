#include "log.hpp"

#include "aero/schema.hpp"

namespace aero::schema {

template <>
struct Traits<tables::log::Entry> : OneOf<tables::log::Entry> {
  static constexpr std::string_view kName = "Entry";
};

}  // namespace aero::schema

namespace aero::tables::log {

std::string to_text(const Entry& entry) {
  constexpr std::size_t kMostOften = 320;  // a roll with the links of four seats has some fewer
  schema::Writer writer(kMostOften);
  writer.write(entry);
  return writer.take();
}

std::optional<Entry> parse(std::string_view text) {
  const auto parsed = json::parse(text);
  Entry entry;
  schema::Reader<schema::Others::refuse> reader;
  if (!parsed.value || !reader.read(*parsed.value, entry)) return std::nullopt;
  return entry;
}

}  // namespace aero::tables::log
