#include "piece.hpp"

#include "aero/notation.hpp"
#include "cursor.hpp"

namespace aero {

std::string step_text(Step step) {
  if (step == kHangar) return "h";
  if (step == kPad) return "p";
  if (step == kCentre) return "c";
  return std::to_string(step.value());
}

std::optional<Step> parse_step(std::string_view text) {
  if (text == "h") return kHangar;
  if (text == "p") return kPad;
  if (text == "c") return kCentre;
  const std::optional<int> number = parse_number(text);
  if (!number || *number <= kPad.value() || *number >= kCentre.value()) return std::nullopt;
  return Step(*number);
}

std::string group_text(Step step, int size, int marks) {
  std::string text = step_text(step);
  if (size > 1) text.append("x").append(std::to_string(size));
  if (marks > 0) text += '*';
  if (marks > 0 && marks < size) text += std::to_string(marks);
  return text;
}

std::string to_text(const Piece& piece) { return group_text(piece.step, piece.size, piece.marks); }

std::optional<Setup::Item> parse_piece(std::string_view text) {
  const std::size_t star = text.find('*');
  const std::string_view group = text.substr(0, star);
  const std::size_t times = group.find('x');
  const std::optional<Step> step = parse_step(group.substr(0, times));
  if (!step) return std::nullopt;

  Setup::Item item{step->value(), 1, 0};
  if (times != std::string_view::npos) {
    const std::optional<int> size = parse_number(group.substr(times + 1));
    if (!size) return std::nullopt;
    item.size = *size;
  }
  if (star != std::string_view::npos) {
    const std::string_view count = text.substr(star + 1);
    const std::optional<int> marks = parse_number(count);
    // A number is written only where some planes of a stack are marked and some are not; one that
    // is too large is left for `check` to name.
    if (!count.empty() && (!can_stack_on(*step) || !marks || *marks == 0 || *marks == item.size)) {
      return std::nullopt;
    }
    item.marks = marks.value_or(item.size);
  }
  return item;
}

}  // namespace aero
