#include "aero/scenario.hpp"

#include <algorithm>
#include <optional>

#include "aero/notation.hpp"
#include "aero/testkit.hpp"

namespace aero::testkit {
namespace {

using std::string;
using std::string_view;

// Takes what stands before the separator off the front of a text, and the separator with it.
string_view take_until(string_view& text, char separator) {
  const std::size_t at = text.find(separator);
  const string_view front = text.substr(0, at);
  text.remove_prefix(at == string_view::npos ? text.size() : at + 1);
  return front;
}

string text_of(const MoveList& moves) {
  string text;
  for (const Move& move : moves) text += (text.empty() ? "" : " ") + aero::to_text(move);
  return text;
}

class Engine final : public Door {
 public:
  bool begin(const Rules& rules, const State& state) override {
    rules_ = rules;
    state_ = state;
    return true;
  }
  bool take(const Input& input, EventList& events) override {
    return apply(rules_, state_, input, events) == Refusal::none;
  }
  State state() override { return state_; }
  string moves() override { return text_of(legal_moves(rules_, state_)); }

 private:
  Rules rules_;
  State state_{};
};

class Player {
 public:
  Player(string_view file, Door& door) : file_(file), door_(door) {}

  std::vector<string> play(string_view script) {
    bool can_go_on = true;
    while (can_go_on && !script.empty()) {
      ++line_;
      can_go_on = read(take_until(script, '\n'));
    }
    if (can_go_on && !expects_) report("a scenario expects something");
    return wrong_;
  }

 private:
  bool report(const string& what) {
    wrong_.push_back(string(file_) + ":" + std::to_string(line_) + ": " + what);
    return false;
  }

  // One line; false when the script cannot go on after it.
  bool read(string_view line) {
    const bool is_indented = line.starts_with(' ');
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.starts_with('#')) return true;
    if (line_ == 1) return report("the first line is a comment that says what is shown");
    if (line.empty()) return true;
    const string_view word = take_until(line, ' ');
    if (is_skipping_ && word != "rules" && word != "position") {
      expects_ = true;
      return true;
    }
    return is_indented ? expect(word, line) : act(word, line);
  }

  bool act(string_view word, string_view rest) {
    if (word == "rules") return take_rules(rest);
    if (word == "position") return take_position(rest);
    if (word != "roll" && word != "move") return report("unknown word: " + string(word));
    const std::optional<Input> input = read_input(word, rest);
    if (!input) return false;
    events_.clear();
    if (door_.take(*input, events_)) return true;
    return report("refused: " + string(word) + " " + string(rest));
  }

  bool take_rules(string_view text) {
    const Result<Rules> rules = parse_rules(text);
    if (!rules) return report(string(rules.errors()[0].code) + ": " + string(text));
    rules_ = *rules;
    has_position_ = false;
    return true;
  }

  bool take_position(string_view text) {
    const Result<State> state = parse_position(rules_, text);
    if (!state) return report(string(state.errors()[0].code) + ": " + string(text));
    is_skipping_ = !door_.begin(rules_, *state);
    has_position_ = true;
    events_.clear();
    return true;
  }

  // "roll N" or "move MOVE", where there is a position to play from.
  std::optional<Input> read_input(string_view word, string_view rest) {
    if (!has_position_) {
      report("there is no position yet");
    } else if (word == "roll") {
      const auto pip = rest.size() == 1 ? Pip::from(rest[0] - '0') : std::nullopt;
      if (pip) return *pip;
      report("a roll is 1 to 6, not " + string(rest));
    } else if (word == "move") {
      const Result<Move> move = parse_move(rest);
      if (move) return *move;
      report(string(move.errors()[0].code) + ": " + string(rest));
    } else {
      report("neither a roll nor a move: " + string(word));
    }
    return std::nullopt;
  }

  bool expect(string_view word, string_view rest) {
    if (!has_position_) return report("there is no position yet");
    expects_ = true;
    if (word == "=") {
      compare(rest, aero::to_text(door_.state()));
    } else if (word == "moves") {
      compare(rest, door_.moves());
    } else if (word == "events") {
      compare(rest, events_text());
    } else if (word == "refused") {
      return expect_refusal(rest);
    } else {
      return report("unknown expectation: " + string(word));
    }
    return true;
  }

  void compare(string_view wanted, const string& found) {
    if (wanted != found) report("expected " + string(wanted) + "\n  found    " + found);
  }

  bool expect_refusal(string_view text) {
    string_view rest = text;
    const std::optional<Input> input = read_input(take_until(rest, ' '), rest);
    if (!input) return false;
    const State before = door_.state();
    EventList events;
    if (door_.take(*input, events)) {
      report("accepted: " + string(text));
      return door_.begin(rules_, before);
    }
    if (door_.state() != before || events.size() > 0) {
      report("refused, but something changed: " + string(text));
    }
    return true;
  }

  string events_text() const {
    string text;
    for (const Event& event : events_) text += (text.empty() ? "" : "; ") + aero::to_text(event);
    return text;
  }

  string_view file_;
  int line_ = 0;
  bool expects_ = false;
  std::vector<string> wrong_;

  Door& door_;
  Rules rules_;
  bool has_position_ = false;
  bool is_skipping_ = false;  // up to the next position, because the door has no way to this one
  EventList events_;          // of the last roll or move since the position
};

}  // namespace

std::vector<string> play_scenario(string_view file, string_view script, Door& door) {
  return Player(file, door).play(script);
}

std::vector<string> play_scenario(string_view file, string_view script) {
  Engine engine;
  return play_scenario(file, script, engine);
}

}  // namespace aero::testkit
