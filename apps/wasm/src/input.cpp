#include "input.hpp"

#include <algorithm>

#include "aero/notation.hpp"

namespace aero::door {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Result<Input> parse_input(std::string_view text) {
  if (is_number(text)) {
    const auto pip = text.size() == 1 ? Pip::from(text[0] - '0') : std::nullopt;
    if (pip) return Input(*pip);
    return Error{"record.bad_roll", {{"text", std::string(text.substr(0, 20))}}};
  }
  const auto move = parse_move(text);
  if (!move) return move.errors();
  return Input(*move);
}

}  // namespace aero::door
