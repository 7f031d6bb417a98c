#pragma once
// What reading text gives: a value, or everything that is wrong with the text.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aero {

// One thing that is wrong, for a program to look at and for the message catalogue to say.
struct Error {
  std::string_view code;  // catalogue key, such as "notation.unknown_key"; a string literal
  std::vector<std::pair<std::string_view, std::string>> arguments;  // name and value, by name
  int line = 1;    // where it is in the text that was read, counted from 1
  int column = 1;  // in bytes, counted from 1

  friend bool operator==(const Error&, const Error&) = default;
};

using Errors = std::vector<Error>;

// Readers look no further once they have found so many errors in one text.
inline constexpr std::size_t kMaxErrors = 1000;

template <class T>
class Result {
 public:
  explicit(false) Result(T value) : value_(std::move(value)) {}
  explicit(false) Result(Errors errors) : errors_(std::move(errors)) {}  // not empty
  explicit(false) Result(Error error) : errors_{std::move(error)} {}

  explicit operator bool() const { return value_.has_value(); }
  const T& operator*() const& { return *value_; }
  T& operator*() & { return *value_; }
  T operator*() && { return *std::move(value_); }
  const T* operator->() const { return &*value_; }
  const Errors& errors() const& { return errors_; }
  Errors errors() && { return std::move(errors_); }

 private:
  std::optional<T> value_;
  Errors errors_;  // empty exactly when there is a value
};

}  // namespace aero
