#pragma once
// The types of the door as TypeScript names them.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "aero/door.hpp"

namespace aero::door {

// A struct that says what its members are.
template <class T>
concept Described = requires { T::kName; };

constexpr std::string_view to_text(Phase phase) {
  constexpr std::array<std::string_view, 3> kWords{"roll", "choose", "over"};
  return kWords[static_cast<std::size_t>(phase)];
}
constexpr std::string_view to_text(EntryKind kind) {
  constexpr std::array<std::string_view, 6> kWords{"starting_roll", "roll", "move",
                                                   "take_back",     "note", "comment"};
  return kWords[static_cast<std::size_t>(kind)];
}

// `"a" | "b"`: every value up to the last one.
template <class Enum>
std::string union_up_to(Enum last) {
  std::string text;
  for (int value = 0; value <= static_cast<int>(last); ++value) {
    text.append(text.empty() ? "\"" : " | \"");
    text.append(to_text(static_cast<Enum>(value))).append("\"");
  }
  return text;
}

template <class T>
struct Type;

template <>
struct Type<std::string> {
  static std::string text() { return "string"; }
};
template <>
struct Type<std::string_view> : Type<std::string> {};
template <>
struct Type<int> {
  static std::string text() { return "number"; }
};
template <>
struct Type<double> : Type<int> {};
template <int Value>
struct Type<std::integral_constant<int, Value>> {
  static std::string text() { return std::to_string(Value); }
};
template <>
struct Type<bool> {
  static std::string text() { return "boolean"; }
};
template <>
struct Type<Texts> {
  static std::string text() { return "Record<string, string>"; }
};
template <>
struct Type<Message> {
  static std::string text() { return "Message"; }
};
template <>
struct Type<Seat> {
  static std::string text() { return "Seat"; }
};
template <>
struct Type<SeatOrNone> {
  static std::string text() { return "Seat | \"\""; }
};
template <>
struct Type<Event::Kind> {
  static std::string text() { return union_up_to(Event::Kind::over); }
};
template <>
struct Type<Phase> {
  static std::string text() { return union_up_to(Phase::over); }
};
template <>
struct Type<EntryKind> {
  static std::string text() { return union_up_to(EntryKind::comment); }
};
template <Described T>
struct Type<T> {
  static std::string text() { return std::string(T::kName); }
};
template <class T>
struct Type<std::optional<T>> {
  static std::string text() { return Type<T>::text() + " | null"; }
};
template <class T>
struct Type<std::vector<T>> {
  static std::string text() { return Type<T>::text() + "[]"; }
};
template <class T>
struct Type<std::array<T, 2>> {
  static std::string text() { return "[" + Type<T>::text() + ", " + Type<T>::text() + "]"; }
};
template <class T>
struct Type<Result<T>> {
  static std::string text() { return "Answer<" + Type<T>::text() + ">"; }
};

}  // namespace aero::door
