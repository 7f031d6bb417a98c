#include <cassert>

#include "aero/notation.hpp"
#include "aero/record.hpp"
#include "heading.hpp"
#include "tags.hpp"
#include "words.hpp"

namespace aero {
namespace {

constexpr std::size_t kLineLength = 100;  // characters
constexpr std::string_view kIndent = "   ";

// Words on lines.
class Page {
 public:
  explicit Page(std::string& text) : text_(text) {}

  void begin_line() {
    if (length_ > 0) end_line();
  }
  void add(std::string_view word, std::size_t gap = 1) {
    const std::size_t length = count_characters(word);
    if (length_ > 0 && length_ + gap + length > kLineLength) {
      end_line();
      write(kIndent, kIndent.size());
    } else if (length_ > 0) {
      text_.append(gap, ' ');
      length_ += gap;
    }
    write(word, length);
  }
  // Each word of the text by itself, single spaces between them.
  void add_all(std::string_view text) {
    for (std::size_t space; (space = text.find(' ')) != std::string_view::npos;
         text = text.substr(space + 1)) {
      add(text.substr(0, space));
    }
    add(text);
  }
  void end_line() {
    text_ += '\n';
    length_ = 0;
  }

 private:
  void write(std::string_view word, std::size_t length) {
    text_ += word;
    length_ += length;
  }

  std::string& text_;
  std::size_t length_ = 0;  // characters on the last line
};

class Writer {
 public:
  explicit Writer(const Record& record) : record_(record), game_(record.rules, record.start) {}

  std::string write() {
    for (const Entry& entry : record_.entries) {
      std::visit([this](const auto& one) { write_before(one); }, entry);
      [[maybe_unused]] const auto error = game_.add(entry);
      assert(!error);
      if (std::holds_alternative<Pip>(entry)) write_fate();
    }
    page_.begin_line();
    return tags() + (moves_.empty() ? "" : "\n") + moves_;
  }

 private:
  std::string tags() const {
    std::string text;
    const auto add = [&text](std::string_view name, std::string_view value) {
      text.append("[").append(name).append(" \"");
      for (const char c : value) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
      }
      text += "\"]\n";
    };
    for (const Tag& tag : record_.tags) add(tag.name, tag.value);
    add(kRules, to_text(record_.rules));
    add(kStart, to_text(record_.start));
    add(kResult, result_text(game_.state()));
    return text;
  }

  void write_round(int round) {
    page_.begin_line();
    page_.add(std::to_string(round) + ".");
    is_after_round_ = true;
  }
  void write_seat(Seat seat) {
    page_.add(to_text(seat), is_after_round_ ? 1 : 2);
    is_after_round_ = false;
  }
  void write_heading() {
    const bool needs_seat = heading_.needs_seat(game_);
    if (heading_.needs_round(game_)) write_round(game_.round());
    if (needs_seat) write_seat(game_.state().turn());
    heading_.write(game_);
  }

  void write_before(const StartingRoll& roll) {
    if (!game_.starting()) write_round(0);
    write_seat(*game_.starting_seat());
    page_.add(std::to_string(roll.pip.value()));
  }
  void write_before(const Pip& roll) {
    write_heading();
    page_.add(std::to_string(roll.value()));
  }
  void write_before(const Move& move) {
    write_heading();
    page_.add(to_text(move));
  }
  void write_before(const TakeBack& take_back) {
    heading_.take_back();
    page_.add_all("<takeback " + std::to_string(take_back.plies) + ">");
  }
  void write_before(const Note& note) {
    page_.add_all("<" + note.word + (note.text.empty() ? "" : " " + note.text) + ">");
  }
  void write_before(const Comment& comment) { page_.add_all("{" + comment.text + "}"); }

  void write_fate() {
    const Ply::Fate fate = game_.plies().back().fate;
    if (fate != Ply::Fate::waiting) page_.add(fate == Ply::Fate::lost ? "." : "#");
  }

  const Record& record_;
  Game game_;
  Heading heading_;
  std::string moves_;
  Page page_{moves_};
  bool is_after_round_ = false;
};

}  // namespace

std::string to_text(const Record& record) { return Writer(record).write(); }

}  // namespace aero
