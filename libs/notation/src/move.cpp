#include <algorithm>
#include <iterator>

#include "aero/notation.hpp"
#include "cursor.hpp"
#include "piece.hpp"

namespace aero {
namespace {

// A stop of a route: c, p, or a step of 1 … 55.
std::optional<Step> parse_stop(std::string_view text) {
  const std::optional<Step> step = parse_step(text);
  if (!step || *step == kHangar) return std::nullopt;
  return step;
}

Error bad_move(Part part) { return quote(part, "notation.bad_move"); }

}  // namespace

std::string to_text(const Move& move) {
  if (move.is_pass()) return "pass";
  std::string text = to_text(move.piece) + "-" + step_text(move.rolled);
  Step from = move.rolled;
  for (const Step hop : move.hops) {
    if (hop == kNoStep) break;
    text += is_flight(from, hop) ? '~' : '^';
    text += step_text(hop);
    from = hop;
  }
  if (move.joins) text += '+';
  return text;
}

Result<Move> parse_move(std::string_view text) {
  if (text == "pass") return Move::pass();
  const Part whole{text};
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return bad_move(whole);

  const std::optional<Setup::Item> item = parse_piece(text.substr(0, dash));
  if (!item) return quote(whole.take(dash), "notation.bad_piece");
  const Step from(item->step);
  const bool fits = item->size >= 1 && item->size <= (can_stack_on(from) ? kMaxPlanes : 1) &&
                    item->marks <= item->size && from != kCentre;
  if (!fits) return quote(whole.take(dash), "notation.bad_piece");

  Move move{{from, static_cast<std::uint8_t>(item->size), static_cast<std::uint8_t>(item->marks)},
            kNoStep,
            {kNoStep, kNoStep},
            false};
  Part rest = whole.drop(dash + 1);
  if (rest.text.ends_with('+')) {
    move.joins = true;
    rest = rest.take(rest.text.size() - 1);
  }
  Step* const stops[] = {&move.rolled, &move.hops[0], &move.hops[1]};
  char arrow = '-';
  for (std::size_t i = 0;; ++i) {
    if (i == std::size(stops)) return bad_move(rest);
    const std::size_t length = std::min(rest.text.find_first_of("^~"), rest.text.size());
    const Part part = rest.take(length);
    const std::optional<Step> stop = parse_stop(part.text);
    if (!stop) return quote(part, "notation.bad_step");
    if (i > 0) {
      const Step start = *stops[i - 1];
      const bool is_possible =
          arrow == '~' ? is_flight(start, *stop) : *stop - start == kJumpLength;
      if (!is_possible) return quote(part, "notation.bad_hop");
    }
    *stops[i] = *stop;
    if (length == rest.text.size()) break;
    arrow = rest.text[length];
    rest = rest.drop(length + 1);
  }
  return move;
}

}  // namespace aero
