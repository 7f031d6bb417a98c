#pragma once
// A line of the protocol, taken word by word.

#include <cstddef>
#include <string_view>

namespace aero::arena {

class Line {
 public:
  explicit Line(std::string_view text) : text_(text) {}

  bool empty() {
    skip_blanks();
    return at_ == text_.size();
  }
  // The next word, empty at the end.
  std::string_view next() {
    skip_blanks();
    start_ = at_;
    at_ = end_or(text_.find_first_of(kBlanks, at_));
    return text_.substr(start_, at_ - start_);
  }
  // All that is left, without blanks at its ends.
  std::string_view rest() {
    skip_blanks();
    start_ = at_;
    at_ = text_.size();
    const std::string_view text = text_.substr(start_);
    return text.substr(0, text.find_last_not_of(kBlanks) + 1);
  }
  // Where what was taken last begins, from 0.
  std::size_t start() const { return start_; }

 private:
  static constexpr std::string_view kBlanks = " \t\r";

  std::size_t end_or(std::size_t place) const {
    return place == std::string_view::npos ? text_.size() : place;
  }
  void skip_blanks() { at_ = end_or(text_.find_first_not_of(kBlanks, at_)); }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
};

}  // namespace aero::arena
