#pragma once
// Seats in JSON: "R", "Y", "B", "G"; where there may be none, "" is none.

#include "aero/board.hpp"
#include "aero/schema.hpp"

namespace aero::schema {

template <>
struct Traits<Seat> : Words<Seat> {
  static constexpr std::string_view kName = "Seat";
  static constexpr std::array<std::string_view, kSeats> kWords{"R", "Y", "B", "G"};
};

template <>
struct Traits<std::optional<Seat>> {
  static std::string text() { return "Seat | \"\""; }
  static std::string schema() {
    return R"("anyOf": [{ )" + schema_of<Seat>() + R"( }, { "const": "" }])";
  }
  static void write(Writer& writer, std::optional<Seat> seat) {
    seat ? writer.write(*seat) : writer.write_text({});
  }
  static bool read(auto& reader, const Value& json, std::optional<Seat>& seat) {
    seat.reset();
    const std::string* const text = json.as_text();
    if (text != nullptr && text->empty()) return true;
    return reader.read(json, seat.emplace()) || reader.template fail<std::optional<Seat>>();
  }
  static void visit_parts(auto&& visit) { visit(std::type_identity<Seat>()); }
};

}  // namespace aero::schema
