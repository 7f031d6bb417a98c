#include "tags.hpp"

#include "aero/notation.hpp"
#include "words.hpp"

namespace aero {
namespace {

// Tags with a meaning stand once, the others as often as they like.
constexpr std::array<std::string_view, 4> kOnce{"Event", "Date", "Dice", "Engine"};
constexpr std::array<std::string_view, 2> kOncePerSeat{"Seat", "Bot"};

}  // namespace

bool is_tag_name(std::string_view name) {
  const std::size_t space = name.find(' ');
  if (space == std::string_view::npos) return is_name(name);
  return is_name(name.substr(0, space)) && is_name(name.substr(space + 1));
}

std::optional<std::string_view> find_tag(const Record& record, std::string_view name) {
  for (const Tag& tag : record.tags) {
    if (tag.name == name) return tag.value;
  }
  return std::nullopt;
}

bool TagChecker::was_seen(std::size_t known) {
  const bool was = seen_[known];
  seen_[known] = true;
  return was;
}

std::optional<Error> TagChecker::add(const Tag& tag) {
  if (!is_tag_name(tag.name) || is_reserved(tag.name)) {
    return Error{"record.bad_tag", {{"text", quote(tag.name)}}};
  }
  if (auto bad = find_bad_character(tag.value, false)) return bad->error;

  Error twice{"record.tag_twice", {{"tag", quote(tag.name)}}};
  for (std::size_t i = 0; i < kOnce.size(); ++i) {
    if (tag.name == kOnce[i] && was_seen(i)) return twice;
  }
  const std::string_view word = std::string_view(tag.name).substr(0, tag.name.find(' '));
  for (std::size_t i = 0; i < kOncePerSeat.size(); ++i) {
    if (word != kOncePerSeat[i]) continue;
    const bool has_seat = tag.name.size() > word.size();
    const auto seat = has_seat ? parse_seat(tag.name.substr(word.size() + 1)) : std::nullopt;
    if (!seat || !seats_.contains(*seat)) {
      return Error{"record.tag_seat", {{"tag", quote(tag.name)}, {"choices", seat_list(seats_)}}};
    }
    const auto known = kOnce.size() + i * kSeats + at(*seat);
    if (was_seen(known)) return twice;
  }
  return std::nullopt;
}

}  // namespace aero
