#include "play/plain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "aero/ai.hpp"
#include "console.hpp"
#include "narrate.hpp"

namespace aero::cli {
namespace {

constexpr std::size_t kMostBytes = 200;  // of a line that can mean something

// The next line without its end; none at the end of the input.
std::optional<std::string> read_line(std::FILE* input) {
  std::string line;
  int character = std::getc(input);
  if (character == EOF) return std::nullopt;
  for (; character != EOF && character != '\n'; character = std::getc(input)) {
    if (line.size() < kMostBytes) line += static_cast<char>(character);
  }
  return line;
}

std::string trimmed(std::string_view line) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
  std::string text(line);
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

// Is the word one of a list such as "roll, r".
bool is_among(std::string_view word, std::string_view list) {
  while (!list.empty()) {
    const std::size_t comma = list.find(", ");
    if (list.substr(0, comma) == word) return true;
    list.remove_prefix(comma == list.npos ? list.size() : comma + 2);
  }
  return false;
}

struct Keyword {
  Order::Kind kind;
  std::string_view key;  // of the words that give it
};

constexpr Keyword kKeywords[] = {
    {Order::Kind::roll, "play.order.roll"},   {Order::Kind::moves, "play.order.moves"},
    {Order::Kind::board, "play.order.board"}, {Order::Kind::threats, "play.order.threats"},
    {Order::Kind::hint, "play.order.hint"},   {Order::Kind::take_back, "play.order.back"},
    {Order::Kind::save, "play.order.save"},   {Order::Kind::rules, "play.order.rules"},
    {Order::Kind::help, "play.order.help"},   {Order::Kind::quit, "play.order.quit"},
};

void tell(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) print_line(line);
}

void tell(const EventList& events, const Words& words) {
  for (const Event& event : events) {
    const std::string sentence = words.sentence(event);
    if (!sentence.empty()) print_line(sentence);
  }
}

class Teller {
 public:
  Teller(Session& session, const Words& words, std::FILE* input)
      : session_(session), words_(words), input_(input) {}

  void play() {
    introduce();
    while (!session_.is_over()) {
      if (session_.is_bots_turn()) {
        tell(session_.play_bot(), words_);
      } else if (!ask()) {
        return;
      }
      if (!session_.save_failure().empty()) complain_about_file(session_.save_failure());
    }
    tell(words_.result(session_.state()));
    tell(words_.dice(session_.game()));
  }

 private:
  void introduce() const {
    tell(words_.rules(session_.rules()));
    tell(words_.seating(session_.match()));
    if (session_.game().plies().empty()) {
      tell(words_.starting(session_.match()));
    } else {
      print_line(words_.say("play.resumed"));
      tell(words_.say(board(session_.state())));
    }
    if (session_.has_people()) print_line(words_.say("play.plain_welcome"));
  }

  // Asks the person on turn until something happens; false when the game is left.
  bool ask() {
    if (session_.state().has_roll()) tell(words_.choices(session_.rules(), session_.state()));
    print_line(words_.say(request(session_.state())));
    flush();
    const auto line = read_line(input_);
    if (!line) {
      leave("play.input_ended");
      return false;
    }
    return obey(order_of(*line));
  }

  bool obey(const Order& order) {
    const State& state = session_.state();
    switch (order.kind) {
      case Order::Kind::enter: state.has_roll() ? choose(1) : roll(); break;
      case Order::Kind::roll: roll(); break;
      case Order::Kind::number: choose(order.number); break;
      case Order::Kind::moves: break;  // they are told with every question
      case Order::Kind::board: tell(words_.say(board(state))); break;
      case Order::Kind::threats: tell(words_.threats(session_.rules(), state, state.turn())); break;
      case Order::Kind::hint: give_hint(); break;
      case Order::Kind::take_back: take_back(); break;
      case Order::Kind::save: save(); break;
      case Order::Kind::rules: tell(words_.rules(session_.rules())); break;
      case Order::Kind::help: print_line(words_.say("play.plain_help")); break;
      case Order::Kind::quit: leave("play.left"); return false;
      case Order::Kind::unknown: print_line(words_.say("play.unknown_order")); break;
    }
    return true;
  }

  void roll() {
    if (session_.state().has_roll()) {
      print_line(words_.say("play.roll_is_waiting"));
      return;
    }
    tell(session_.roll(), words_);
  }

  void choose(int number) {
    const MoveList moves = legal_moves(session_.rules(), session_.state());
    if (moves.empty()) {
      print_line(words_.say("play.roll_first"));
    } else if (number < 1 || number > moves.size()) {
      print_line(words_.say("play.no_such_choice", {{"choices", std::int64_t{moves.size()}}}));
    } else {
      tell(session_.choose(moves[number - 1]), words_);
    }
  }

  void give_hint() const {
    if (!session_.state().has_roll()) return;  // the question that follows says what to do
    const MoveList moves = legal_moves(session_.rules(), session_.state());
    const Move best = session_.hint();
    for (int i = 0; i < moves.size(); ++i) {
      if (moves[i] == best) print_line(words_.hint(i + 1, session_.chance_of(best)));
    }
  }

  void take_back() {
    if (!session_.take_back()) {
      print_line(words_.say("play.nothing_to_take_back"));
      return;
    }
    print_line(words_.say("play.taken_back"));
    tell(words_.say(board(session_.state())));
  }

  void save() {
    if (!session_.file()) {
      print_line(words_.say("play.no_file"));
      return;
    }
    const std::string& failure = session_.save();
    const std::string file = session_.file()->string();
    if (failure.empty()) {
      print_line(words_.say("play.saved", {{"file", std::string_view(file)}}));
    } else {
      complain_about_file(failure);
    }
  }

  void complain_about_file(const std::string& reason) const {
    print_line(words_.say("play.save_failed", {{"reason", std::string_view(reason)}}));
  }

  void leave(std::string_view key) const {
    print_line(words_.say(key));
    if (!session_.file() || !session_.save_failure().empty()) return;
    const std::string file = session_.file()->string();
    print_line(words_.say("play.kept", {{"file", std::string_view(file)}}));
  }

  Session& session_;
  const Words& words_;
  std::FILE* input_;
};

}  // namespace

Order order_of(std::string_view line) {
  const std::string word = trimmed(line);
  if (word.empty()) return {Order::Kind::enter};
  int number = 0;
  const char* end = word.data() + word.size();
  if (std::from_chars(word.data(), end, number).ptr == end) return {Order::Kind::number, number};
  for (const Keyword& keyword : kKeywords) {
    for (const text::Language language : text::kLanguages) {
      if (is_among(word, text::say(language, keyword.key))) return {keyword.kind};
    }
  }
  return {};
}

void play_plain(Session& session, const Words& words, std::FILE* input) {
  Teller(session, words, input).play();
}

void tell_record(const Record& record, const Words& words) {
  Game game(record.rules, record.start);
  tell(words.rules(record.rules));
  for (const Entry& entry : record.entries) {
    EventList events;
    tell(narrate(words.language(), game, entry, events));
  }
  tell(words.say(board(game.state())));
}

}  // namespace aero::cli
