// aeroplane perft: counts the sequences of rolls and moves from a position.

#include <fmt/format.h>

#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"

namespace aero::cli {
namespace {

constexpr std::uint64_t kMaxDepth = 12;  // beyond, nobody would wait for the count

Syntax set_up() {
  Argument position = position_argument();
  position.is_optional = true;
  return {
      .arguments = {position,
                    {.name = "--depth", .about = "cli.perft.depth", .value = "N"},
                    {.name = "--divide", .about = "cli.perft.divide"},
                    rules_flag(),
                    seats_flag(),
                    json_flag()},
      .examples = {{"cli.perft.example", "aeroplane perft --seats RB --depth 4"},
                   {"cli.perft.example_divide",
                    "aeroplane perft --divide --depth 3 'R:h,16,17x2 B:hx2,5,c R 0 2 -'"}},
  };
}

State first_position(const Call& call, const Rules& rules) {
  if (call.has("POSITION") && call.has("--seats")) {
    throw BadInput::about("cli.exclusive", {{"name", "POSITION"}, {"other", "--seats"}});
  }
  if (call.has("POSITION")) return call.position(rules);
  const std::vector<Seat> seats = call.seats();
  return start(rules, SeatSet(seats), seats.front());
}

// What can happen next, each with its text: the six pips, or the legal moves.
std::vector<std::pair<std::string, Input>> inputs(const Rules& rules, const State& state) {
  std::vector<std::pair<std::string, Input>> list;
  if (state.is_over()) return list;
  if (state.has_roll()) {
    for (const Move& move : legal_moves(rules, state)) list.emplace_back(to_text(move), move);
  } else {
    for (const Pip pip : kPips) list.emplace_back(std::to_string(pip.value()), pip);
  }
  return list;
}

Json divided(const Rules& rules, const State& state, int depth) {
  Json counts = Json::object();
  for (const auto& [text, input] : inputs(rules, state)) {
    State after = state;
    apply(rules, after, input);
    counts[text] = perft(rules, after, depth - 1);
  }
  return counts;
}

Json by_depth(const Rules& rules, const State& state, int depth) {
  Json counts = Json::object();
  for (int plies = 1; plies <= depth; ++plies) {
    counts[std::to_string(plies)] = perft(rules, state, plies);
  }
  return counts;
}

Exit run(const Call& call) {
  const Rules rules = call.rules();
  const State state = first_position(call, rules);
  const int depth = static_cast<int>(call.number_or("--depth", 1, kMaxDepth, 3));
  const bool divides = call.has("--divide");
  const Json counts = divides ? divided(rules, state, depth) : by_depth(rules, state, depth);
  if (call.wants_json()) {
    print_json({{"rules", to_text(rules)},
                {"position", to_text(state)},
                {divides ? "divide" : "counts", counts}});
    return Exit::done;
  }
  for (const auto& [what, count] : counts.items()) {
    print_line(fmt::format("{}\t{}", what, count.get<std::uint64_t>()));
  }
  return Exit::done;
}

}  // namespace

const Command kPerft{"perft", "cli.perft.about", set_up, run};

}  // namespace aero::cli
