// Records, right ones and others, with what verify() says of them, for another verifier to compare:
// aero_fair_cases SEED COUNT prints so many, one JSON object a line. The same seed prints the same.

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <vector>

#include "aero/dice.hpp"
#include "games.hpp"

namespace aero::fair {
namespace {

using Json = nlohmann::ordered_json;

// Numbers without end.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed, std::uint64_t game) : random_(Random(seed).fork(game)) {}
  int below(int bound) {
    return static_cast<int>(random_.below(static_cast<std::uint32_t>(bound), next_++));
  }
  bool one_in(int bound) { return below(bound) == 0; }
  template <class List>
  auto& one_of(List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  Random random_;
  std::uint64_t next_ = 0;
};

Record right_record(Numbers& numbers, int game) {
  static constexpr std::array kSeatSets{SeatSet{Seat::R, Seat::B}, SeatSet{Seat::Y, Seat::G},
                                        SeatSet{Seat::R, Seat::Y, Seat::G},
                                        SeatSet{Seat::R, Seat::Y, Seat::B, Seat::G}};
  Play play;
  play.table = "TABLE" + std::to_string(game);
  play.seats = numbers.one_of(kSeatSets);
  play.people = {};
  for (const Seat seat : kAllSeats) {
    if (play.seats.contains(seat) && !numbers.one_in(4)) play.people.insert(seat);
  }
  play.rolls = 1 + numbers.below(numbers.one_in(10) ? 400 : 30);
  if (numbers.one_in(60)) {  // so long that chains are used up
    play.rules.move = MoveDuty::may;
    play.rolls = 1000 + numbers.below(200);
  }
  const bool never_ends = play.rules.move == MoveDuty::may;
  play.is_away = [&](int, Seat) { return numbers.one_in(6); };
  play.begins_anew = [&](int, Seat) { return numbers.one_in(30); };
  play.choose = [&, never_ends](int, int moves) {
    return never_ends ? moves - 1 : numbers.below(moves);
  };
  return fair::play(play);
}

void change_text(Numbers& numbers, std::string& text) {
  static const std::string kCharacters = " SRYBG-_AZaz09x";
  const auto at = [&] {
    return static_cast<std::size_t>(numbers.below(static_cast<int>(text.size())));
  };
  switch (numbers.below(5)) {
    case 0: text.insert(text.empty() ? 0 : at(), 1, numbers.one_of(kCharacters)); break;
    case 1: text += numbers.one_of(kCharacters); break;
    case 2:
      if (!text.empty()) text.erase(at(), 1);
      break;
    case 3:
      if (!text.empty()) text[at()] = numbers.one_of(kCharacters);
      break;
    default: {
      // The last digit of a link, where a text that is not canonical would hide.
      static const std::string kDigits =
          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
      if (!text.empty()) text.back() = numbers.one_of(kDigits);
    }
  }
}

void change_tags(Numbers& numbers, std::vector<Tag>& tags) {
  if (tags.empty()) return;
  Tag& one = numbers.one_of(tags);
  Tag& other = numbers.one_of(tags);
  switch (numbers.below(8)) {
    case 0: std::swap(one.value, other.value); break;
    case 1: std::swap(one, other); break;
    case 2: tags.push_back(Tag(one)); break;
    case 3: tags.erase(tags.begin() + numbers.below(static_cast<int>(tags.size()))); break;
    case 4: change_text(numbers, one.name); break;
    case 5: one.name = std::string("Chain ") + "SRYBG"[numbers.below(5)]; break;
    case 6:
      if (one.name == "Dice") one.value += "X";
      break;
    default: change_text(numbers, one.value);
  }
}

// A link that went into one roll is said to have gone into another.
void swap_proofs(Numbers& numbers, std::vector<Entry>& entries) {
  std::vector<Note*> proofs;
  for (Entry& entry : entries) {
    auto* note = std::get_if<Note>(&entry);
    if (note != nullptr && note->word == "proof") proofs.push_back(note);
  }
  if (!proofs.empty()) std::swap(numbers.one_of(proofs)->text, numbers.one_of(proofs)->text);
}

void change_entries(Numbers& numbers, std::vector<Entry>& entries) {
  static const std::vector<std::string> kProofs{"S",     "S R",   "S B",   "S Y G", "S R B",
                                                "S B R", "S R R", "R",     "S  R",  "S R Y B G",
                                                "S,R",   "SR",    "S R x", ""};
  const auto at = numbers.below(static_cast<int>(entries.size()) + 1);
  const auto place = entries.begin() + at;
  auto* note = place == entries.end() ? nullptr : std::get_if<Note>(&*place);
  switch (numbers.below(11)) {
    case 0: entries.insert(place, Note{"proof", numbers.one_of(kProofs)}); break;
    case 1: entries.insert(place, Note{"chain", std::string(1, "SRYBGX"[numbers.below(6)])}); break;
    case 2: entries.insert(place, Comment{"a comment"}); break;
    case 3: entries.insert(place, TakeBack{1 + numbers.below(2)}); break;
    case 4: entries.insert(place, Note{"cheer", "R"}); break;
    case 5:
      if (note != nullptr) entries.erase(place);
      break;
    case 6:
      if (note != nullptr) note->text = numbers.one_of(kProofs);
      break;
    case 7:
      if (note != nullptr) change_text(numbers, note->text);
      break;
    case 8:
    case 9: swap_proofs(numbers, entries); break;
    default:
      if (place == entries.end()) break;
      if (auto* pip = std::get_if<Pip>(&*place)) *pip = numbers.one_of(kPips);
      if (auto* roll = std::get_if<StartingRoll>(&*place)) roll->pip = numbers.one_of(kPips);
  }
}

// Some changes after which the record is still one: what the dice prove is another question.
void lie(Numbers& numbers, Record& record) {
  for (int changes = 1 + numbers.below(3); changes > 0; --changes) {
    Record changed = record;
    if (numbers.one_in(3)) {
      change_tags(numbers, changed.tags);
    } else {
      change_entries(numbers, changed.entries);
    }
    if (replay(changed)) record = std::move(changed);
  }
}

Json json_of(const Result<Report>& report) {
  Json faults = Json::array();
  for (const Error& error : report.errors()) {
    Json arguments = Json::object();
    for (const auto& [name, value] : error.arguments) arguments[std::string(name)] = value;
    faults.push_back({{"code", error.code}, {"entry", error.line}, {"arguments", arguments}});
  }
  if (!report) return {{"faults", faults}};
  Json without = Json::object();
  for (const Seat seat : kAllSeats) {
    const auto i = at(seat);
    if (report->has_chain[i]) without[to_text(seat)] = report->without[i];
  }
  return {{"table", report->table}, {"rolls", report->rolls}, {"without", without}};
}

std::uint64_t number_of(const char* text) {
  std::uint64_t number = 0;
  std::from_chars(text, text + std::string_view(text).size(), number);
  return number;
}

void print_cases(std::uint64_t seed, int count) {
  for (int game = 0; game < count; ++game) {
    Numbers numbers(seed, static_cast<std::uint64_t>(game));
    Record record = right_record(numbers, game);
    if (!numbers.one_in(4)) lie(numbers, record);
    const Json one{{"twin", Json::parse(to_json(record))},
                   {"text", to_text(record)},
                   {"verdict", json_of(verify(record))}};
    std::puts(one.dump().c_str());
  }
}

}  // namespace
}  // namespace aero::fair

int main(int count, char** words) {
  if (count != 3) {
    std::fputs("usage: aero_fair_cases SEED COUNT\n", stderr);
    return 2;
  }
  aero::fair::print_cases(aero::fair::number_of(words[1]),
                          static_cast<int>(aero::fair::number_of(words[2])));
  return 0;
}
