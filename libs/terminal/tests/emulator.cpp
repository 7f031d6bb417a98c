#include "emulator.hpp"

#include <algorithm>
#include <charconv>

#include "utf8.hpp"

namespace aero::terminal {

Emulator::Emulator(Size size)
    : size_(size), cells_(static_cast<std::size_t>(size.columns * size.rows)) {}

Emulator::Shown& Emulator::cell(int x, int y) {
  return cells_.at(static_cast<std::size_t>(y * size_.columns + x));
}

const Emulator::Shown& Emulator::at(int x, int y) const {
  return cells_.at(static_cast<std::size_t>(y * size_.columns + x));
}

void Emulator::write(std::string_view bytes) {
  const auto whole = bytes;
  while (!bytes.empty()) {
    if (bytes.starts_with("\x1b[")) {
      const auto end = bytes.find_first_not_of("0123456789;?", 2);
      if (end == bytes.npos) {
        error = "cut off";
        return;
      }
      control(bytes.substr(2, end - 2), bytes[end]);
      bytes.remove_prefix(end + 1);
    } else if (bytes[0] == '\r') {
      x_ = 0;
      bytes.remove_prefix(1);
    } else if (bytes[0] == '\n') {
      if (++y_ >= size_.rows) {
        error = "scrolled";
        return;
      }
      bytes.remove_prefix(1);
    } else {
      const auto before = bytes;
      const char32_t character = take(bytes);
      if (is_control(character)) {
        error = "control character";
        return;
      }
      print(before.substr(0, before.size() - bytes.size()), width_of(character));
    }
  }
  if (!pen().empty() || is_batch_) {
    error = "left in the middle: " + std::string(whole);
  }
}

void Emulator::print(std::string_view character, int width) {
  if (width == 0) {
    int x = x_ - 1;
    while (x > 0 && cell(x, y_).text.empty()) {
      --x;
    }
    cell(x, y_).text += character;
    return;
  }
  if (x_ + width > size_.columns) {
    error = "wrapped";
    return;
  }
  // Half a wide character does not survive.
  if (cell(x_, y_).text.empty()) {
    cell(x_ - 1, y_).text = " ";
  }
  const int after = x_ + width;
  if (after < size_.columns && cell(after, y_).text.empty()) {
    cell(after, y_).text = " ";
  }
  // Of a space without line or reversal only the background is seen.
  const bool is_blank = character == " " && !underline_ && !reverse_;
  cell(x_, y_) = {std::string(character), is_blank ? background_ : pen()};
  if (width == 2) {
    cell(x_ + 1, y_) = {"", pen()};
  }
  x_ = after;
}

void Emulator::control(std::string_view parameters, char last) {
  if (parameters == "?2026" && (last == 'h' || last == 'l')) {
    is_batch_ = last == 'h';
    return;
  }
  std::vector<int> numbers;
  for (auto rest = parameters;;) {
    int number = 0;
    const auto end = std::from_chars(rest.data(), rest.data() + rest.size(), number).ptr;
    numbers.push_back(number);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.empty()) {
      break;
    }
    rest.remove_prefix(1);
  }
  if (last == 'm') {
    select_pen(numbers);
  } else if (last == 'H') {
    y_ = std::max(numbers[0], 1) - 1;
    x_ = numbers.size() > 1 ? std::max(numbers[1], 1) - 1 : 0;
  } else if (last == 'C') {
    x_ += std::max(numbers[0], 1);
  } else if (last == 'K' && pen().empty()) {
    for (int x = x_; x < size_.columns; ++x) {
      print(" ", 1);
    }
    x_ = -1;  // to be set before it is used
  } else if (last == 'J' && numbers[0] == 2 && pen().empty()) {
    std::ranges::fill(cells_, Shown{});
  } else {
    error = "unknown: " + std::string(parameters) + last;
  }
  if (last != 'K' && (x_ < 0 || x_ >= size_.columns || y_ < 0 || y_ >= size_.rows)) {
    error = last == 'm' ? error : "outside";
  }
}

void Emulator::select_pen(const std::vector<int>& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const int n = numbers[i];
    auto& colour = n >= 40 && n < 50 ? background_ : n >= 100 ? background_ : foreground_;
    if (n == 0) {
      bold_ = dim_ = underline_ = reverse_ = false;
      foreground_ = background_ = {};
    } else if (n == 1) {
      bold_ = true;
    } else if (n == 2) {
      dim_ = true;
    } else if (n == 22) {
      bold_ = dim_ = false;
    } else if (n == 4 || n == 24) {
      underline_ = n == 4;
    } else if (n == 7 || n == 27) {
      reverse_ = n == 7;
    } else if (n == 39 || n == 49) {
      colour = {};
    } else if (n == 38 || n == 48) {
      const std::size_t count = numbers.at(i + 1) == 5 ? 2 : 4;
      colour = std::to_string(n);
      for (std::size_t k = 1; k <= count; ++k) {
        colour += ';' + std::to_string(numbers.at(i + k));
      }
      i += count;
    } else {
      colour = std::to_string(n);
    }
  }
}

std::string Emulator::pen() const {
  std::string text;
  const auto add = [&](const std::string& part) {
    text += text.empty() || part.empty() ? part : ';' + part;
  };
  add(bold_ ? "1" : "");
  add(dim_ ? "2" : "");
  add(underline_ ? "4" : "");
  add(reverse_ ? "7" : "");
  add(foreground_);
  add(background_);
  return text;
}

}  // namespace aero::terminal
