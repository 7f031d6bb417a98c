#pragma once
// What a tag may be.

#include <array>

#include "aero/record.hpp"
#include "lists.hpp"

namespace aero {

inline constexpr std::string_view kRules = "Rules";
inline constexpr std::string_view kStart = "Start";
inline constexpr std::string_view kResult = "Result";

// Is the tag of this name one that a Record keeps as something better than a text.
constexpr bool is_reserved(std::string_view name) {
  return name == kRules || name == kStart || name == kResult;
}

// Is it one or two words with a single space between.
bool is_tag_name(std::string_view name);

// Looks at the tags of one record, one after the other.
class TagChecker {
 public:
  explicit TagChecker(const State& start) : seats_(start.seats()) {}
  std::optional<Error> add(const Tag& tag);

 private:
  bool was_seen(std::size_t known);

  SeatSet seats_;
  std::array<bool, 4 + 2 * kSeats> seen_{};
};

}  // namespace aero
