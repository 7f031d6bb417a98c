#include "aero/testkit.hpp"

#include <cstdio>
#include <cstdlib>

#include "aero/notation.hpp"

namespace aero::testkit {
namespace {

template <class T>
T unwrap(const Result<T>& result, std::string_view text) {
  if (result) return *result;
  std::fprintf(stderr, "testkit: %s in \"%s\"\n", std::string(result.errors()[0].code).c_str(),
               std::string(text).c_str());
  std::abort();
}

template <class Ply>
std::string after_ply(const Rules& rules, State state, const Ply& ply) {
  return apply(rules, state, ply) == Refusal::none ? aero::to_text(state) : "refused";
}

template <class Ply>
std::string events_of_ply(const Rules& rules, State state, const Ply& ply) {
  EventList list;
  if (apply(rules, state, ply, list) != Refusal::none) return "refused";
  std::string text;
  for (const Event& event : list) text += (text.empty() ? "" : "; ") + aero::to_text(event);
  return text;
}

Pip pip(int roll) { return *Pip::from(roll); }

}  // namespace

// By the C library: libc++ has no file streams for wasm.
std::vector<std::string> lines_of_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    std::fprintf(stderr, "testkit: cannot read %s\n", path.c_str());
    std::abort();
  }
  std::vector<std::string> lines;
  bool is_open = false;  // the last line has not ended yet
  for (int byte = std::fgetc(file); byte != EOF; byte = std::fgetc(file)) {
    if (!is_open) lines.emplace_back();
    is_open = byte != '\n';
    if (is_open) lines.back() += static_cast<char>(byte);
  }
  std::fclose(file);
  return lines;
}

Rules rules(std::string_view text) { return unwrap(parse_rules(text), text); }

State position(std::string_view rules_text, std::string_view text) {
  return unwrap(parse_position(rules(rules_text), text), text);
}

std::string moves(std::string_view rules_text, std::string_view text) {
  std::string line;
  for (const Move& move : legal_moves(rules(rules_text), position(rules_text, text))) {
    line += (line.empty() ? "" : " ") + aero::to_text(move);
  }
  return line;
}

std::string after(std::string_view rules_text, std::string_view text, std::string_view move) {
  return after_ply(rules(rules_text), position(rules_text, text), unwrap(parse_move(move), move));
}
std::string after(std::string_view rules_text, std::string_view text, int roll) {
  return after_ply(rules(rules_text), position(rules_text, text), pip(roll));
}
std::string events(std::string_view rules_text, std::string_view text, std::string_view move) {
  return events_of_ply(rules(rules_text), position(rules_text, text),
                       unwrap(parse_move(move), move));
}
std::string events(std::string_view rules_text, std::string_view text, int roll) {
  return events_of_ply(rules(rules_text), position(rules_text, text), pip(roll));
}

}  // namespace aero::testkit
