// Reads a record and plays it in the same pass, so that every error has its place.

#include <algorithm>
#include <map>
#include <utility>

#include "aero/notation.hpp"
#include "aero/record.hpp"
#include "heading.hpp"
#include "tags.hpp"
#include "words.hpp"

namespace aero {
namespace {

constexpr std::string_view kLost = ".";
constexpr std::string_view kPunished = "#";

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Result<Record> read() {
    if (auto bad = find_bad_character(text_, true)) {
      fail(bad->at, std::move(bad->error));
      return errors();
    }
    at_ = find_begin(text_);
    read_tags();
    if (faults_.empty()) read_play();
    if (!faults_.empty()) return errors();
    return std::move(record_);
  }

 private:
  // A tag as it was read.
  struct Place {
    std::size_t name;
    std::size_t value;
  };
  struct Reserved {
    std::string value;
    Place place;
  };

  void fail(std::size_t at, Error error) {
    if (faults_.size() < kMaxErrors) faults_.emplace(at, std::move(error));
  }
  // Errors about a part of the text that begins at `at`, found by another reader.
  void fail(std::size_t at, const Errors& errors) {
    for (const Error& error : errors) fail(at + static_cast<std::size_t>(error.column - 1), error);
  }

  // The faults with line and column.
  Errors errors() {
    Errors errors;
    int line = 1;
    std::size_t begin = 0;  // of the line
    std::size_t at = 0;
    for (auto& [place, error] : faults_) {
      for (; at < place; ++at) {
        if (text_[at] != '\n') continue;
        ++line;
        begin = at + 1;
      }
      error.line = line;
      error.column = static_cast<int>(place - begin) + 1;
      errors.push_back(std::move(error));
    }
    return errors;
  }

  bool is_at_end() const { return at_ == text_.size(); }
  char peek() const { return text_[at_]; }
  void skip_spaces() {
    while (!is_at_end() && is_space(peek())) ++at_;
  }
  void skip_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  // Tags, and comments among them.
  void read_tags() {
    for (skip_spaces(); !is_at_end(); skip_spaces()) {
      if (peek() == '[') {
        read_tag();
      } else if (peek() != '{' || !read_comment()) {
        break;
      }
    }
    take_reserved_tags();
  }

  void read_tag() {
    const std::size_t begin = at_;
    const std::size_t quote_mark = text_.find_first_of("\"]\n", begin);
    if (quote_mark == std::string_view::npos || text_[quote_mark] != '"') return fail_tag(begin);
    std::string name = squeeze(text_.substr(begin + 1, quote_mark - begin - 1));
    at_ = quote_mark + 1;
    std::optional<std::string> value = read_string();
    if (!value) return skip_line();
    while (!is_at_end() && (peek() == ' ' || peek() == '\t')) ++at_;
    if (is_at_end() || peek() != ']') return fail_tag(begin);
    ++at_;
    keep_tag({std::move(name), std::move(*value)}, {begin, quote_mark + 1});
  }

  void fail_tag(std::size_t begin) {
    skip_line();
    const std::string line = squeeze(text_.substr(begin, at_ - begin));
    fail(begin, Error{"record.bad_tag", {{"text", quote(line)}}});
  }

  // From behind the opening quotation mark to behind the closing one.
  std::optional<std::string> read_string() {
    const std::size_t begin = at_;
    std::string value;
    for (; !is_at_end() && peek() != '\n' && peek() != '\r'; ++at_) {
      if (peek() == '"') {
        ++at_;
        return value;
      }
      if (peek() == '\\') {
        ++at_;
        if (is_at_end() || (peek() != '"' && peek() != '\\')) {
          fail(at_ - 1, Error{"record.bad_escape", {}});
          return std::nullopt;
        }
      }
      value += peek();
    }
    fail(begin - 1, Error{"record.unclosed_string", {}});
    return std::nullopt;
  }

  void keep_tag(Tag tag, Place place) {
    if (!is_reserved(tag.name)) {
      record_.tags.push_back(std::move(tag));
      places_.push_back(place);
      return;
    }
    auto& reserved = tag.name == kRules ? rules_ : tag.name == kStart ? start_ : result_;
    if (reserved) return fail(place.name, Error{"record.tag_twice", {{"tag", tag.name}}});
    reserved = {std::move(tag.value), place};
  }

  void take_reserved_tags() {
    if (rules_) {
      const auto rules = parse_rules(rules_->value);
      if (!rules) return fail_value(*rules_, rules.errors());
      record_.rules = *rules;
    }
    if (!start_) return fail(at_, Error{"record.tag_missing", {{"tag", std::string(kStart)}}});
    const auto start = parse_position(record_.rules, start_->value);
    if (!start) return fail_value(*start_, start.errors());
    record_.start = *start;
    TagChecker checker(record_.start);
    for (std::size_t i = 0; i < record_.tags.size(); ++i) {
      if (auto error = checker.add(record_.tags[i])) fail(places_[i].name, std::move(*error));
    }
  }

  // Errors in the value of a tag, in the order of their columns. Each escape stands for one byte.
  void fail_value(const Reserved& tag, const Errors& errors) {
    std::size_t at = tag.place.value;
    int column = 1;
    for (const Error& error : errors) {
      for (; column < error.column; ++column) at += text_[at] == '\\' ? 2 : 1;
      Error shortened = error;
      for (auto& [name, value] : shortened.arguments) value = quote(value);
      fail(at, std::move(shortened));
    }
  }

  void read_play() {
    game_.emplace(record_.rules, record_.start);
    for (skip_spaces(); faults_.empty() && !is_at_end(); skip_spaces()) {
      if (peek() == '{') {
        read_comment();
      } else if (peek() == '<') {
        read_note();
      } else if (peek() == '[') {
        fail(at_, Error{"record.tag_late", {}});
      } else {
        read_word();
      }
    }
    if (faults_.empty()) check_end();
  }

  // The text between the bracket here and the closing one.
  std::optional<std::string> read_enclosed(char closing, std::string_view code) {
    const std::size_t end = text_.find(closing, at_);
    if (end == std::string_view::npos) {
      fail(at_, Error{code, {}});
      return std::nullopt;
    }
    std::string text = squeeze(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return text;
  }

  bool read_comment() {
    auto text = read_enclosed('}', "record.unclosed_comment");
    if (text) record_.entries.emplace_back(Comment{std::move(*text)});
    return text.has_value();
  }

  void read_note() {
    const std::size_t begin = at_;
    const auto text = read_enclosed('>', "record.unclosed_note");
    if (!text) return;
    const std::size_t space = std::min(text->find(' '), text->size());
    Note note{text->substr(0, space), space < text->size() ? text->substr(space + 1) : ""};
    if (note.word != "takeback") return take(begin, std::move(note));
    const auto count = parse_count(note.text);
    if (!count) return fail(begin, Error{"record.bad_takeback", {{"text", quote(note.text)}}});
    if (!check_mark(begin) || !check_heading_used(begin)) return;
    heading_.take_back();
    take(begin, TakeBack{*count});
  }

  void read_word() {
    const std::size_t begin = at_;
    while (!is_at_end() && !is_space(peek()) && peek() != '{' && peek() != '<') ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word == kLost || word == kPunished) return read_mark(begin, word);
    if (!check_mark(begin)) return;
    if (word.back() == '.' && is_number(word.substr(0, word.size() - 1))) {
      read_round(begin, word.substr(0, word.size() - 1));
    } else if (const auto seat = parse_seat(word)) {
      read_seat(begin, *seat);
    } else if (is_number(word)) {
      read_roll(begin, word);
    } else {
      read_move(begin, word);
    }
  }

  void read_round(std::size_t begin, std::string_view digits) {
    if (!check_heading_used(begin)) return;
    if (digits == "0" && !is_starting_ && is_untouched()) {
      is_starting_ = true;
      return;
    }
    if (!check_starting(begin)) return;
    is_starting_ = false;
    if (game_->state().is_over()) return fail(begin, Error{"record.game_over", {}});
    if (!heading_.needs_round(*game_) && game_->state().has_roll()) return fail_waiting(begin);
    if (parse_count(digits) != game_->round()) {
      return fail(begin,
                  Error{"record.wrong_round",
                        {{"round", quote(digits)}, {"expected", std::to_string(game_->round())}}});
    }
    has_round_ = true;
  }

  // Are the starting rolls, if there are any, complete.
  bool check_starting(std::size_t at) {
    if (is_starting_ && !game_->starting()) {
      fail_seat_missing(at);
    } else if (auto error = game_->check_starting()) {
      fail(at, std::move(*error));
    }
    return faults_.empty();
  }

  // Has nothing been played, rolled or taken back yet.
  bool is_untouched() const {
    return std::ranges::all_of(record_.entries, [](const Entry& entry) {
      return std::holds_alternative<Note>(entry) || std::holds_alternative<Comment>(entry);
    });
  }

  void read_seat(std::size_t begin, Seat seat) {
    if (seat_) return fail_input_missing(begin);
    if (!is_starting_) {
      if (game_->state().is_over()) return fail(begin, Error{"record.game_over", {}});
      if (heading_.needs_round(*game_) && !has_round_) return fail_round_missing(begin);
      if (!heading_.needs_seat(*game_) && game_->state().has_roll()) return fail_waiting(begin);
    }
    const auto expected = next_seat();
    if (!expected) return fail(begin, Error{"record.starting_late", {}});
    if (seat != *expected) {
      return fail(begin, Error{"record.wrong_seat",
                               {{"seat", to_text(seat)}, {"expected", to_text(*expected)}}});
    }
    seat_ = seat;
  }

  // Whose input comes next; none when the starting rolls are over. Precondition: the game is not.
  std::optional<Seat> next_seat() const {
    return is_starting_ ? game_->starting_seat() : game_->state().turn();
  }

  void read_roll(std::size_t begin, std::string_view word) {
    const auto number = parse_count(word);
    const auto pip = number ? Pip::from(*number) : std::nullopt;
    if (!pip) return fail(begin, Error{"record.bad_roll", {{"text", quote(word)}}});
    if (is_starting_) {
      if (!seat_) return fail_seat_missing(begin);
      seat_ = std::nullopt;
      return take(begin, StartingRoll{*pip});
    }
    if (!game_->state().has_roll() && !check_headed(begin)) return;
    begin_input();
    take(begin, *pip);
    if (!faults_.empty()) return;
    const Ply::Fate fate = game_->plies().back().fate;
    if (fate != Ply::Fate::waiting) mark_ = fate == Ply::Fate::lost ? kLost : kPunished;
  }

  void read_move(std::size_t begin, std::string_view word) {
    const auto move = parse_move(word);
    if (!move && word.find('-') == std::string_view::npos) {
      return fail(begin, Error{"record.bad_word", {{"text", quote(word)}}});
    }
    if (!move) return fail_move(begin, move.errors());
    if (is_starting_) return fail(begin, Error{"record.bad_roll", {{"text", quote(word)}}});
    if (game_->state().has_roll() && !check_headed(begin)) return;
    begin_input();
    take(begin, *move);
  }

  void fail_move(std::size_t begin, Errors errors) {
    for (Error& error : errors) {
      for (auto& [name, value] : error.arguments) value = quote(value);
    }
    fail(begin, errors);
  }

  void read_mark(std::size_t begin, std::string_view mark) {
    const bool follows_roll = !game_->plies().empty() && game_->state().has_roll() &&
                              std::holds_alternative<Pip>(game_->plies().back().input);
    if (mark_ == mark) {
      mark_ = {};
    } else if (!mark_.empty()) {
      fail(begin, Error{"record.wrong_mark",
                        {{"mark", std::string(mark)}, {"expected", std::string(mark_)}}});
    } else if (follows_roll && !seat_) {
      fail(begin, Error{"record.mark_not_due",
                        {{"mark", std::string(mark)},
                         {"roll", std::to_string(game_->state().roll()->value())},
                         {"choices", move_list(record_.rules, game_->state())}}});
    } else {
      fail(begin, Error{"record.mark_alone", {{"mark", std::string(mark)}}});
    }
  }

  bool check_mark(std::size_t at) {
    if (mark_.empty()) return true;
    fail(at, Error{"record.mark_missing", {{"mark", std::string(mark_)}}});
    return false;
  }

  bool check_headed(std::size_t at) {
    if (seat_ || game_->state().is_over() || !heading_.needs_seat(*game_)) return true;
    if (heading_.needs_round(*game_) && !has_round_) {
      fail_round_missing(at);
    } else {
      fail_seat_missing(at);
    }
    return false;
  }

  // Nothing but the input may follow the round and the seat.
  bool check_heading_used(std::size_t at) {
    if (seat_) fail_input_missing(at);
    if (has_round_ && !seat_) fail_seat_missing(at);
    return !seat_ && !has_round_;
  }

  void begin_input() {
    seat_ = std::nullopt;
    has_round_ = false;
    if (!game_->state().is_over()) heading_.write(*game_);
  }

  void fail_waiting(std::size_t at) {
    // The engine words it: a roll would be refused just like this heading.
    fail(at, *game_->add(Pip(1)));
  }
  void fail_round_missing(std::size_t at) {
    fail(at, Error{"record.round_missing", {{"expected", std::to_string(game_->round())}}});
  }
  void fail_seat_missing(std::size_t at) {
    const auto expected = next_seat();
    if (!expected) return fail(at, Error{"record.starting_late", {}});
    fail(at, Error{"record.seat_missing", {{"expected", to_text(*expected)}}});
  }
  void fail_input_missing(std::size_t at) {
    fail(at, Error{"record.input_missing", {{"seat", to_text(*seat_)}}});
  }

  void take(std::size_t begin, Entry entry) {
    if (auto error = game_->add(entry)) return fail(begin, std::move(*error));
    record_.entries.push_back(std::move(entry));
  }

  void check_end() {
    const std::size_t end = text_.size();
    if (!check_mark(end) || !check_heading_used(end) || !check_starting(end)) return;
    const std::string result = result_text(game_->state());
    if (result_ && result_->value != result) {
      fail(result_->place.value,
           Error{"record.wrong_result", {{"result", quote(result_->value)}, {"expected", result}}});
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::multimap<std::size_t, Error> faults_;  // by their place in the text

  Record record_;
  std::vector<Place> places_;  // of each tag of the record
  std::optional<Reserved> rules_, start_, result_;

  std::optional<Game> game_;
  Heading heading_;
  bool is_starting_ = false;  // in round 0
  bool has_round_ = false;    // the round of the next input has been read
  std::optional<Seat> seat_;  // the seat of the next input, where it has been read
  std::string_view mark_;     // what has to follow the last roll; empty for nothing
};

}  // namespace

Result<Record> parse_record(std::string_view text) { return Reader(text).read(); }

}  // namespace aero
