#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "aero/terminal.hpp"
#include "utf8.hpp"

namespace aero::terminal {
namespace {

constexpr char kEscape = '\x1b';

// No sequence that means something to us is longer; the middle of longer ones is let go.
constexpr std::size_t kLongestPending = 64;

struct Step {
  std::size_t length = 0;  // bytes used; 0: more have to come
  std::optional<Event> event;
};

Step key(std::size_t length, KeyPress press) { return {length, press}; }

Step plain_character(std::string_view bytes) {
  const auto [character, length] = decode(bytes);
  if (!character || (*character >= 0x80 && is_control(*character))) {
    return {length, std::nullopt};
  }
  switch (*character) {
    case '\r':
    case '\n': return key(1, {.key = Key::enter});
    case '\t': return key(1, {.key = Key::tab});
    case '\b':
    case 0x7F: return key(1, {.key = Key::backspace});
    case 0: return key(1, {.character = U' ', .ctrl = true});
    default: break;
  }
  if (*character < 0x1B) {
    return key(1, {.character = *character + 'a' - 1, .ctrl = true});
  }
  if (*character < 0x20) {
    return key(1, {.character = *character + '@', .ctrl = true});
  }
  return key(length, {.character = *character});
}

// ESC [ … : the numbers and the byte that ends it.
struct Control {
  char prefix = 0;  // < = > ? or none
  std::array<int, 4> numbers{};
  char last = 0;
  std::size_t length = 0;
  bool is_known = true;  // false: well formed, but not of a form we use
};

bool is_between(char byte, char low, char high) { return byte >= low && byte <= high; }

// Length 0: not ended yet. Last 0: broken off by a byte that cannot stand in it.
Control read_control(std::string_view bytes) {
  constexpr int kMost = 99'999;
  Control control;
  std::size_t index = 0;
  for (std::size_t i = 2; i < bytes.size(); ++i) {
    const char byte = bytes[i];
    if (is_between(byte, '@', '~')) {
      control.last = byte;
      control.length = i + 1;
      return control;
    }
    if (is_between(byte, '0', '9') && index < control.numbers.size()) {
      auto& number = control.numbers[index];
      number = std::min(number * 10 + (byte - '0'), kMost);
    } else if (byte == ';') {
      ++index;
    } else if (is_between(byte, '<', '?') && i == 2) {
      control.prefix = byte;
    } else if (is_between(byte, ' ', '?')) {
      control.is_known = false;
    } else {
      control.length = i;
      return control;
    }
  }
  return control;
}

std::optional<Event> mouse(const Control& control) {
  constexpr int kButton = 0b11;
  constexpr int kMotion = 32;
  constexpr int kWheel = 64;
  constexpr int kExtra = 128;
  const auto [code, column, row, rest] = control.numbers;
  if (control.last != 'M' || (code & (kMotion | kExtra)) || column < 1 || row < 1) {
    return std::nullopt;
  }
  MouseClick click{.x = column - 1, .y = row - 1};
  switch (code & (kButton | kWheel)) {
    case 0: click.button = MouseButton::left; break;
    case 1: click.button = MouseButton::middle; break;
    case 2: click.button = MouseButton::right; break;
    case kWheel: click.button = MouseButton::wheel_up; break;
    case kWheel + 1: click.button = MouseButton::wheel_down; break;
    default: return std::nullopt;
  }
  return click;
}

std::optional<Key> key_of_letter(char letter) {
  switch (letter) {
    case 'A': return Key::up;
    case 'B': return Key::down;
    case 'C': return Key::right;
    case 'D': return Key::left;
    case 'F': return Key::end;
    case 'H': return Key::home;
    case 'P': return Key::f1;
    default: return std::nullopt;
  }
}

std::optional<Key> key_of_number(int number) {
  switch (number) {
    case 1:
    case 7: return Key::home;
    case 2: return Key::insert;
    case 3: return Key::del;
    case 4:
    case 8: return Key::end;
    case 5: return Key::page_up;
    case 6: return Key::page_down;
    case 11: return Key::f1;
    default: return std::nullopt;
  }
}

std::optional<Event> event_of(const Control& control) {
  if (!control.is_known) {
    return std::nullopt;
  }
  if (control.prefix == '<') {
    return mouse(control);
  }
  if (control.prefix != 0) {
    return std::nullopt;
  }
  if (control.last == 'Z') {
    return KeyPress{.key = Key::tab, .shift = true};
  }
  const auto [first, second, third, fourth] = control.numbers;
  const auto named = control.last == '~' ? key_of_number(first)
                     : first <= 1        ? key_of_letter(control.last)
                                         : std::nullopt;
  if (!named) {
    return std::nullopt;
  }
  const int modifiers = std::max(second - 1, 0);
  return KeyPress{.key = *named,
                  .ctrl = (modifiers & 4) != 0,
                  .alt = (modifiers & 2) != 0,
                  .shift = (modifiers & 1) != 0};
}

Step control_sequence(std::string_view bytes) {
  if (bytes.size() > 2 && bytes[2] == '[') {  // the Linux console's F1 … F5: ESC [ [ A
    if (bytes.size() == 3) {
      return {};
    }
    return bytes[3] == 'A' ? key(4, {.key = Key::f1}) : Step{4, std::nullopt};
  }
  const auto control = read_control(bytes);
  return {control.length, control.last ? event_of(control) : std::nullopt};
}

// ESC O x: keypads in application mode.
Step single_shift(std::string_view bytes) {
  if (bytes.size() == 2) {
    return {};
  }
  if (bytes[2] == 'M') {
    return key(3, {.key = Key::enter});
  }
  if (const auto named = key_of_letter(bytes[2])) {
    return key(3, {.key = *named});
  }
  return {is_between(bytes[2], '@', '~') ? 3u : 2u, std::nullopt};
}

// Answers of the terminal (ESC ] … BEL, or … ESC \): we ask nothing, so they mean nothing.
Step terminal_string(std::string_view bytes) {
  for (std::size_t i = 2; i < bytes.size(); ++i) {
    if (bytes[i] == '\a') {
      return {i + 1, std::nullopt};
    }
    if (bytes[i] == kEscape) {
      if (i + 1 == bytes.size()) {
        return {};
      }
      return {bytes[i + 1] == '\\' ? i + 2 : i, std::nullopt};
    }
  }
  return {};
}

Step with_alt(Step step) {
  if (step.length > 0) {
    ++step.length;
  }
  if (step.event) {
    std::get<KeyPress>(*step.event).alt = true;
  }
  return step;
}

Step next(std::string_view bytes) {
  if (bytes[0] != kEscape) {
    return plain_character(bytes);
  }
  if (bytes.size() == 1) {
    return {};
  }
  switch (bytes[1]) {
    case kEscape: return key(1, {.key = Key::escape});
    case '[': return control_sequence(bytes);
    case 'O': return single_shift(bytes);
    case ']':
    case 'P':
    case 'X':
    case '^':
    case '_': return terminal_string(bytes);
    default: return with_alt(plain_character(bytes.substr(1)));
  }
}

}  // namespace

std::vector<Event> Decoder::feed(std::string_view bytes) {
  std::vector<Event> events;
  for (const char byte : bytes) {
    pending_ += byte;
    while (!pending_.empty()) {
      const auto step = next(pending_);
      if (step.event) {
        events.push_back(*step.event);
      }
      if (step.length == 0) {
        break;
      }
      pending_.erase(0, step.length);
    }
    if (pending_.size() > kLongestPending) {
      // '!' makes a control sequence one that we do not know. The last byte may begin the end.
      pending_ = pending_.substr(0, 2) + '!' + pending_.back();
    }
  }
  return events;
}

std::vector<Event> Decoder::flush() {
  const auto held = std::exchange(pending_, {});
  if (held == "\x1b") {
    return {KeyPress{.key = Key::escape}};
  }
  if (held.size() == 2 && held[0] == kEscape && static_cast<unsigned char>(held[1]) < 0x80) {
    return {KeyPress{.character = static_cast<char32_t>(held[1]), .alt = true}};
  }
  return {};
}

}  // namespace aero::terminal
