#pragma once
// What a command was called with, read on demand; and what it says when that cannot be used.

#include <cstdint>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "aero/ai.hpp"
#include "aero/notation.hpp"
#include "aero/text.hpp"

namespace aero::cli {

using Json = nlohmann::ordered_json;

// Thrown for input that cannot be used; the program says why and ends with Exit::bad_use.
struct BadInput {
  Errors errors;
  // NOLINTBEGIN(readability-redundant-member-init): without it g++ wants them written out
  std::string source = {};  // what was read: "--rules", "POSITION", a file; empty: the call itself
  std::string text = {};    // all of it, for the line of an error to be quoted
  // NOLINTEND(readability-redundant-member-init)

  // About the call itself, or about a source as a whole.
  static BadInput about(std::string_view code,
                        std::vector<std::pair<std::string_view, std::string>> arguments = {}) {
    return {{Error{code, std::move(arguments)}}};
  }
};

// Thrown where a signal ended what the rest needs; the program says why and ends with
// Exit::check_failed.
struct Stopped {
  std::string_view about;  // catalogue key
};

inline constexpr int kMostThreads = 256;
// One thread for each core of this machine, 1 … kMostThreads.
int cores();

// "random, cautious, greedy, …": every bot there is, from the weakest to the strongest.
inline std::string names_of_bots() {
  std::string names;
  for (const Bot* bot : bots()) names.append(names.empty() ? "" : ", ").append(bot->name());
  return names;
}

class Call {
 public:
  using Values = std::map<std::string, std::vector<std::string>, std::less<>>;
  Call(text::Language language, Values values) : language_(language), values_(std::move(values)) {}

  // The same call, with values for arguments that were not given.
  Call with(Values others) const {
    Call result = *this;
    result.values_.merge(std::move(others));
    return result;
  }

  text::Language language() const { return language_; }
  std::string say(std::string_view key,
                  std::initializer_list<text::Argument> arguments = {}) const {
    return text::say(language_, key, arguments);
  }

  // Arguments go by their names: "--depth", "POSITION".
  bool has(std::string_view name) const { return values_.contains(name); }
  // The last value given. Those below throw BadInput where it is missing or cannot be used.
  const std::string& text(std::string_view name) const;
  const std::vector<std::string>& texts(std::string_view name) const;
  std::string text_or(std::string_view name, std::string_view fallback) const;
  std::uint64_t number(std::string_view name, std::uint64_t low, std::uint64_t high) const;
  std::uint64_t number_or(std::string_view name, std::uint64_t low, std::uint64_t high,
                          std::uint64_t fallback) const;

  // The value, which must be one of the choices.
  const std::string& choice(std::string_view name,
                            const std::vector<std::string_view>& choices) const;

  Rules rules() const;              // --rules, else standard
  std::vector<Seat> seats() const;  // --seats, else RYBG
  // The bots that --bots names, in its order; else `random`.
  std::vector<const Bot*> named_bots() const;
  // The same for each of the seats, in their order: one name is for all.
  std::vector<const Bot*> bots(const std::vector<Seat>& seats) const;
  std::uint64_t seed() const;                // --seed, else 1
  int threads() const;                       // --threads, 1 … kMostThreads, else cores()
  State position(const Rules& rules) const;  // POSITION
  bool wants_json() const { return has("--json"); }

 private:
  text::Language language_;
  Values values_;
};

// The value, or BadInput about a text that `source` names.
template <class T>
T require(Result<T> result, std::string_view source, std::string_view text) {
  if (!result) throw BadInput{result.errors(), std::string(source), std::string(text)};
  return *std::move(result);
}

// The column of a field of a position line that has one such field, counted from the end:
// 4 turn, 3 sixes, 2 roll, 1 finishing order.
int column_of_field(std::string_view position, int from_end);

}  // namespace aero::cli
