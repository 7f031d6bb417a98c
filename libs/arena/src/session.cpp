#include "aero/arena/session.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <iterator>

#include "aero/arena/player.hpp"
#include "aero/search.hpp"
#include "aero/version.hpp"
#include "line.hpp"
#include "settings.hpp"

namespace aero::arena {
namespace {

using Clock = std::chrono::steady_clock;

// Deeper than any limit allows to go.
constexpr int kMostPlies = 30;
// Longer than anybody waits, and short enough to be added to any time.
constexpr std::int64_t kMostMovetimeMs = 1'000'000'000;

template <class Number>
std::optional<Number> read_number(std::string_view text) {
  Number number{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

// "0.512", from parts of kCertainty.
std::string chance_text(std::uint32_t chance) {
  char text[16];
  std::snprintf(text, sizeof text, "%.3f", static_cast<double>(chance) / kCertainty);
  return text;
}

}  // namespace

class Session::Words : public Line {
 public:
  using Line::Line;

  int column() const { return static_cast<int>(start()) + 1; }

  Reply refusal(std::string_view code,
                std::vector<std::pair<std::string_view, std::string>> arguments = {}) const {
    return {.lines = {}, .errors = {Error{code, std::move(arguments), 1, column()}}};
  }
  // The errors of a text that was taken last, at their places in the line.
  Reply refusal(Errors errors) const {
    for (Error& error : errors) error.column += static_cast<int>(start());
    return {.lines = {}, .errors = std::move(errors)};
  }
};

const Session::Verb Session::kVerbs[] = {
    {"aei", &Session::greet},
    {"isready", &Session::be_ready},
    {"setoption", &Session::set_option},
    {"rules", &Session::set_rules},
    {"newgame", &Session::new_game},
    {"position", &Session::set_position},
    {"go", &Session::go},
    {"quit", &Session::quit},
};

Session::Reply Session::answer(std::string_view line) {
  Words words(line);
  if (words.empty()) return {};
  const std::string_view name = words.next();
  std::string choices;
  for (const Verb& verb : kVerbs) {
    choices.append(choices.empty() ? "" : ", ").append(verb.name);
  }
  const auto* const verb = std::ranges::find(kVerbs, name, &Verb::name);
  Reply reply = verb != std::end(kVerbs)
                    ? (this->*verb->act)(words)
                    : words.refusal("engine.unknown_command",
                                    {{"text", std::string(name)}, {"choices", choices}});
  reply.verb = name;
  return reply;
}

Session::Reply Session::greet(Words&) {
  std::string option = "option name Bot type combo default " + std::string(bot_->name());
  for (const Bot* bot : bots()) option.append(" var ").append(bot->name());
  if (find_bot(bot_->name()) == nullptr) option.append(" var ").append(bot_->name());
  return {.lines = {"id name aeroplane " + std::string(kVersion) + " " + std::string(bot_->name()),
                    "protocol 1", option,
                    "option name Seed type spin default " + std::to_string(seed_) +
                        " min 0 max 18446744073709551615",
                    "option name Threads type spin default " + std::to_string(threads_) +
                        " min 1 max " + std::to_string(kMostThreads),
                    "aeiok"},
          .errors = {}};
}

Session::Reply Session::be_ready(Words&) { return {.lines = {"readyok"}, .errors = {}}; }

Session::Reply Session::quit(Words&) { return {.lines = {}, .errors = {}, .quits = true}; }

Session::Reply Session::set_option(Words& words) {
  if (words.next() != "name") return words.refusal("engine.word_missing", {{"word", "name"}});
  const std::string name(words.next());
  const int column = words.column();
  if (words.next() != "value") return words.refusal("engine.word_missing", {{"word", "value"}});
  const std::string value(words.rest());
  if (name == "Bot") {
    Result<std::shared_ptr<const Bot>> bot = bot_of(value);
    if (!bot) return words.refusal(std::move(bot).errors());
    bot_ = *std::move(bot);
    return {};
  }
  if (name == "Seed") {
    const auto seed = read_number<std::uint64_t>(value);
    if (!seed) return words.refusal("engine.bad_number", {{"name", name}, {"text", value}});
    seed_ = *seed;
    return {};
  }
  if (name == "Threads") {
    const auto threads = read_number<int>(value);
    if (!threads || *threads < 1 || *threads > kMostThreads) {
      return words.refusal("engine.bad_number", {{"name", name}, {"text", value}});
    }
    threads_ = *threads;
    crew_.reset();
    return {};
  }
  return {.lines = {},
          .errors = {Error{"engine.unknown_option",
                           {{"text", name}, {"choices", "Bot, Seed, Threads"}},
                           1,
                           column}}};
}

Session::Reply Session::set_rules(Words& words) {
  Result<Rules> rules = parse_rules(words.rest());
  if (!rules) return words.refusal(std::move(rules).errors());
  rules_ = *rules;
  state_.reset();  // it may not be a position of the new rules
  return {};
}

Session::Reply Session::new_game(Words& words) {
  if (words.empty()) {
    game_ = 0;
    return {};
  }
  const std::string_view text = words.rest();
  const auto number = read_number<std::uint64_t>(text);
  if (!number) {
    return words.refusal("engine.bad_number", {{"name", "newgame"}, {"text", std::string(text)}});
  }
  game_ = *number;
  return {};
}

Session::Reply Session::set_position(Words& words) {
  Result<State> state = parse_position(rules_, words.rest());
  if (!state) return words.refusal(std::move(state).errors());
  state_ = *state;
  return {};
}

Session::Reply Session::go(Words& words) {
  std::optional<std::int64_t> nodes;
  std::optional<std::int64_t> movetime_ms;
  while (!words.empty()) {
    const std::string_view name = words.next();
    if (name == "legal") {  // for engines that do not know the rules
      words.rest();
      break;
    }
    if (name != "nodes" && name != "movetime") {
      return words.refusal("engine.unknown_limit",
                           {{"text", std::string(name)}, {"choices", "nodes, movetime, legal"}});
    }
    const std::string_view text = words.next();
    const auto number = read_number<std::int64_t>(text);
    if (!number || *number < 1) {
      return words.refusal("engine.bad_number",
                           {{"name", std::string(name)}, {"text", std::string(text)}});
    }
    (name == "nodes" ? nodes : movetime_ms) = number;
  }
  if (!state_) return words.refusal("engine.position_missing");
  if (!state_->has_roll()) return words.refusal("engine.roll_missing");
  const MoveList legal = legal_moves(rules_, *state_);
  // The strongest bot is the one that goes on thinking; the others answer at once.
  const bool is_limited = nodes || movetime_ms;
  if (is_limited && bot_.get() == bots().back() && standard_net() != nullptr && legal.size() > 1) {
    return search(nodes, movetime_ms);
  }
  const Random random = Random(seed_).fork(game_).fork(hash(*state_));
  const Move move = bot_->choose(rules_, *state_, legal, random);
  return {.lines = {"bestmove " + to_text(move)}, .errors = {}};
}

// A table of its own for each choice, so that nothing depends on what was asked before.
Session::Reply Session::search(std::optional<std::int64_t> nodes,
                               std::optional<std::int64_t> movetime_ms) {
  const Evaluator evaluator(*standard_net(), rules_);
  SearchLimit limit = narrow_search(kMostPlies, nodes.value_or(0));
  if (movetime_ms) {
    const auto end =
        Clock::now() + std::chrono::milliseconds(std::min(*movetime_ms, kMostMovetimeMs));
    limit.stops = [end] { return Clock::now() >= end; };
  }
  if (!crew_) crew_ = std::make_unique<Crew>(threads_);
  constexpr int kTableBits = 15;
  Search search(evaluator, kTableBits,
                [this](int count, const auto& work) { crew_->share_each(count, work); });
  const Found found = search.choose(*state_, limit);
  const Choice& best = found.choices[found.best];
  std::string info = "info plies " + std::to_string(found.plies) + " nodes " +
                     std::to_string(found.positions) + " first";
  for (const Seat seat : kAllSeats) {
    if (!state_->is_in_play(seat)) continue;
    info += " " + to_text(seat) + " " + chance_text(best.first[at(seat)]);
  }
  return {.lines = {info, "bestmove " + to_text(best.move)}, .errors = {}};
}

}  // namespace aero::arena
