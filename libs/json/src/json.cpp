#include "aero/json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <ranges>

namespace aero::json {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
// Which bytes stand for themselves in a text, alone.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (unsigned c = ' '; c < 0x7F; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

// How many bytes at the beginning are plain.
std::size_t plain_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && kPlain[static_cast<unsigned char>(text[size])]) ++size;
  return size;
}

// The bytes of the first character; 0 where they are not UTF-8. Precondition: text is not empty.
std::size_t length_of_first(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Shorter forms exist, surrogates, and what lies beyond U+10FFFF.
  const bool is_wrong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F) ||
                        (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F);
  return is_wrong ? 0 : length;
}

void append_utf8(std::string& text, std::uint32_t code) {
  const auto append = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  const auto append_rest = [&](int shift) { append(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    append(code);
  } else if (code < 0x800) {
    append(0xC0 | code >> 6);
    append_rest(0);
  } else if (code < 0x10000) {
    append(0xE0 | code >> 12);
    append_rest(6);
    append_rest(0);
  } else {
    append(0xF0 | code >> 18);
    append_rest(12);
    append_rest(6);
    append_rest(0);
  }
}

// What a letter after a backslash stands for, and back; 0 for none.
constexpr std::string_view kLetters = "\"\\/bfnrt";
constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";

// Stops at the first byte that cannot be right. All readers answer whether to go on.
class Parser {
 public:
  Parser(std::string_view text, int max_depth) : text_(text), max_depth_(max_depth) {}

  Parsed parse() {
    Value value;
    skip_space();
    if (!read(value, 0)) return {std::nullopt, at_, is_too_deep_};
    skip_space();
    if (at_ < text_.size()) return {std::nullopt, at_, false};
    return {std::move(value), 0, false};
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (peek() != c || at_ == text_.size()) return false;
    ++at_;
    return true;
  }
  void skip_space() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') ++at_;
  }

  bool read(Value& value, int depth) {
    value.at = at_;
    switch (peek()) {
      case '{': return enter(depth) && read_object(value, depth + 1);
      case '[': return enter(depth) && read_list(value, depth + 1);
      case '"': value.kind = Value::Kind::text; return read_text(value.text);
      case 't': return read_word(value, Value::Kind::boolean, "true");
      case 'f': return read_word(value, Value::Kind::boolean, "false");
      case 'n': return read_word(value, Value::Kind::null, "null");
      default: return read_number(value);
    }
  }

  bool enter(int depth) {
    is_too_deep_ = depth >= max_depth_;
    return !is_too_deep_;
  }

  bool read_word(Value& value, Value::Kind kind, std::string_view word) {
    value.kind = kind;
    value.text = word;
    return std::ranges::all_of(word, [this](char c) { return take(c); });
  }

  bool read_digits() {
    if (!is_digit(peek())) return false;
    while (is_digit(peek())) ++at_;
    return true;
  }
  bool read_number(Value& value) {
    value.kind = Value::Kind::number;
    take('-');
    if (!take('0') && !read_digits()) return false;
    if (take('.') && !read_digits()) return false;
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      if (!read_digits()) return false;
    }
    value.text = text_.substr(value.at, at_ - value.at);
    return true;
  }

  bool read_list(Value& list, int depth) {
    list.kind = Value::Kind::list;
    take('[');
    skip_space();
    if (take(']')) return true;
    do {
      skip_space();
      if (!read(list.items.emplace_back(), depth)) return false;
      skip_space();
    } while (take(','));
    return take(']');
  }

  bool read_object(Value& object, int depth) {
    object.kind = Value::Kind::object;
    take('{');
    skip_space();
    if (take('}')) return true;
    do {
      skip_space();
      Value& member = object.items.emplace_back();
      if (!read_text(member.name)) return false;
      skip_space();
      if (!take(':')) return false;
      skip_space();
      if (!read(member, depth)) return false;
      skip_space();
    } while (take(','));
    return take('}');
  }

  bool read_text(std::string& text) {
    if (!take('"')) return false;
    for (;;) {
      const std::size_t plain = plain_size(text_.substr(at_));
      text.append(text_, at_, plain);
      at_ += plain;
      if (take('"')) return true;
      if (take('\\')) {
        if (!read_escape(text)) return false;
        continue;
      }
      const std::string_view rest = text_.substr(at_);
      const bool is_control = !rest.empty() && static_cast<unsigned char>(rest[0]) < ' ';
      const std::size_t length = rest.empty() || is_control ? 0 : length_of_first(rest);
      if (length == 0) return false;
      text += rest.substr(0, length);
      at_ += length;
    }
  }

  bool read_escape(std::string& text) {
    if (take('u')) return read_code(text);
    const std::size_t letter = kLetters.find(peek());
    if (at_ == text_.size() || letter == std::string_view::npos) return false;
    text += kMeanings[letter];
    ++at_;
    return true;
  }

  // The four digits of \u, and where they are one half of a pair the other half.
  bool read_code(std::string& text) {
    std::uint32_t code = 0;
    if (!read_hex(code)) return false;
    if (code >= 0xDC00 && code <= 0xDFFF) return false;
    if (code >= 0xD800 && code <= 0xDBFF) {
      std::uint32_t low = 0;
      if (!take('\\') || !take('u') || !read_hex(low)) return false;
      if (low < 0xDC00 || low > 0xDFFF) return false;
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(text, code);
    return true;
  }
  bool read_hex(std::uint32_t& code) {
    const std::string_view digits = text_.substr(at_, 4);
    const auto [stop, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    const auto read = static_cast<std::size_t>(stop - digits.data());
    at_ += read;
    return error == std::errc() && read == 4;
  }

  std::string_view text_;
  int max_depth_;
  std::size_t at_ = 0;
  bool is_too_deep_ = false;
};

void append_escaped(std::string& text, char c) {
  const std::size_t letter = kMeanings.find(c);
  if (letter != std::string_view::npos) {
    text.append("\\").append(1, kLetters[letter]);
  } else {
    text.append("\\u00").append(c < 0x10 ? "0" : "1").append(1, "0123456789abcdef"[c & 15]);
  }
}

}  // namespace

std::optional<std::uint64_t> Value::as_whole() const {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (kind != Kind::number || error != std::errc() || stop != end) return std::nullopt;
  return number;
}

const Value* Value::find(std::string_view wanted) const {
  if (!is_object()) return nullptr;
  const auto backwards = std::views::reverse(items);
  const auto last = std::ranges::find(backwards, wanted, &Value::name);
  return last == backwards.end() ? nullptr : &*last;
}

Parsed parse(std::string_view text, int max_depth) { return Parser(text, max_depth).parse(); }

std::string in_quotes(std::string_view text) {
  std::string result;
  append_quoted(result, text);
  return result;
}

void append_quoted(std::string& result, std::string_view text) {
  result += '"';
  for (;;) {
    const std::size_t plain = plain_size(text);
    result += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const char c = text[0];
    std::size_t length = length_of_first(text);
    if (length == 0) {
      result += "\uFFFD";
      length = 1;
    } else if (c == '"' || c == '\\' || (length == 1 && c < ' ')) {
      append_escaped(result, c);
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  result += '"';
}

}  // namespace aero::json
