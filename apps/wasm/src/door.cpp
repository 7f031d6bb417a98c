// The engine as a WebAssembly module that asks nothing of its host. Text goes in and out:
//
//   const request = encode("standard\nR:hx4 B:hx4 R 0 4 -");
//   const at = request_buffer(request.length);       // copy the bytes to memory[at …]
//   const size = moves();                            // or roll(4)
//   decode(memory, answer(), size)
//
// `moves` answers MOVE<TAB>POSITION lines in the engine's order, `roll` the position after it.
// Where the request is refused, each line is !CODE<TAB>LINE<TAB>COLUMN and then <TAB>NAME=VALUE for
// each argument of the message.

#include <cstdint>
#include <string>
#include <string_view>

#include "aero/notation.hpp"

#define AERO_EXPORT(name) __attribute__((export_name(#name)))

namespace aero {
namespace {

std::string request;
std::string reply;

int answer_with(std::string text) {
  reply = std::move(text);
  return static_cast<int>(reply.size());
}

int refuse(const Errors& errors) {
  std::string text;
  for (const Error& error : errors) {
    text.append("!").append(error.code);
    text.append("\t").append(std::to_string(error.line));
    text.append("\t").append(std::to_string(error.column));
    for (const auto& [name, value] : error.arguments) {
      text.append("\t").append(name).append("=").append(value);
    }
    text += '\n';
  }
  return answer_with(std::move(text));
}

// Reads the two lines of a request and answers with what `use(rules, state)` returns.
template <class Use>
int with_position(Use use) {
  const std::string_view text = request;
  const std::size_t end = std::min(text.find('\n'), text.size());
  const Result<Rules> rules = parse_rules(text.substr(0, end));
  if (!rules) return refuse(rules.errors());
  const Result<State> state = parse_position(*rules, text.substr(std::min(end + 1, text.size())));
  if (!state) return refuse(state.errors());
  return use(*rules, *state);
}

}  // namespace

// Where the next request of `size` bytes is to be put.
AERO_EXPORT(request_buffer) char* request_buffer(int size) {
  request.resize(static_cast<std::size_t>(size));
  return request.data();
}

// Where the last answer stands.
AERO_EXPORT(answer) const char* answer() { return reply.data(); }

// Each of these returns the size of its answer in bytes.
AERO_EXPORT(moves) int moves() {
  return with_position([](const Rules& rules, const State& state) {
    if (!state.has_roll()) return refuse({{"moves.no_roll", {}}});
    std::string text;
    for (const Move& move : legal_moves(rules, state)) {
      State next = state;
      apply(rules, next, move);
      text += to_text(move) + "\t" + to_text(next) + "\n";
    }
    return answer_with(std::move(text));
  });
}

AERO_EXPORT(roll) int roll(int value) {
  return with_position([value](const Rules& rules, const State& state) {
    const std::optional<Pip> pip = Pip::from(value);
    if (!pip) return refuse({{"roll.out_of_range", {{"value", std::to_string(value)}}}});
    State next = state;
    const Refusal refusal = apply(rules, next, *pip);
    if (refusal == Refusal::game_over) return refuse({{"roll.game_over", {}}});
    if (refusal == Refusal::roll_waiting) return refuse({{"roll.waiting", {}}});
    return answer_with(to_text(next));
  });
}

}  // namespace aero
