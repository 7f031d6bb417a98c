#pragma once
// JSON (RFC 8259), small enough for a module that pages load.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aero::json {

// A value, and where it begins in the text that was read, in bytes from 0.
struct Value {
  enum class Kind { null, boolean, number, text, list, object };
  Kind kind = Kind::null;
  std::size_t at = 0;
  std::string name;          // of a member of an object
  std::string text;          // of a text; else of what has no items, as it was written
  std::vector<Value> items;  // of a list; the members of an object, in order

  bool is_list() const { return kind == Kind::list; }
  bool is_object() const { return kind == Kind::object; }
  // Null unless it is a text.
  const std::string* as_text() const { return kind == Kind::text ? &text : nullptr; }
  // Of a number without sign, fraction and exponent.
  std::optional<std::uint64_t> as_whole() const;
  // The last member of that name; null where there is none.
  const Value* find(std::string_view name) const;
};

// Lists and objects inside each other, at most; what is deeper is not read.
inline constexpr int kMaxDepth = 64;

// What a text says, or the first byte at which it is no JSON in UTF-8, or too deep.
struct Parsed {
  std::optional<Value> value;
  std::size_t error_at = 0;
  bool is_too_deep = false;
};
// Lower bounds to depth than kMaxDepth may be asked for.
Parsed parse(std::string_view text, int max_depth = kMaxDepth);

// The text in quotation marks. Bytes that are not UTF-8 become U+FFFD.
std::string in_quotes(std::string_view text);
void append_quoted(std::string& result, std::string_view text);

}  // namespace aero::json
