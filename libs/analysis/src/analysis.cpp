#include "aero/analysis.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "aero/game.hpp"

namespace aero {
namespace {

constexpr int kTableBits = 15;

constexpr std::string_view kVerdicts[] = {"good", "inaccuracy", "mistake", "blunder"};
constexpr std::string_view kFortunes[] = {"very_unlucky", "unlucky", "ordinary", "lucky",
                                          "very_lucky"};
constexpr std::string_view kRatings[] = {"flawless", "expert",   "strong", "fair",
                                         "casual",   "careless", "none"};

double share_of(std::uint32_t chance) { return static_cast<double>(chance) / kCertainty; }

// The entry of each input in force.
std::vector<int> entries_in_force(const Record& record) {
  std::vector<int> entries;
  for (std::size_t i = 0; i < record.entries.size(); ++i) {
    const Entry& entry = record.entries[i];
    if (const auto* back = std::get_if<TakeBack>(&entry)) {
      entries.resize(entries.size() - static_cast<std::size_t>(back->plies));
    } else if (std::holds_alternative<Pip>(entry) || std::holds_alternative<Move>(entry)) {
      entries.push_back(static_cast<int>(i) + 1);
    }
  }
  return entries;
}

}  // namespace

Verdict verdict_of(std::uint32_t loss) {
  const double thousandths = loss / kThousandth;
  if (thousandths >= kBlunder) return Verdict::blunder;
  if (thousandths >= kMistake) return Verdict::mistake;
  return thousandths >= kInaccuracy ? Verdict::inaccuracy : Verdict::good;
}

Fortune fortune_of(std::int64_t luck) {
  const double thousandths = static_cast<double>(luck) / kThousandth;
  if (thousandths >= kVeryLucky) return Fortune::very_lucky;
  if (thousandths >= kLucky) return Fortune::lucky;
  if (thousandths <= -kVeryLucky) return Fortune::very_unlucky;
  return thousandths <= -kLucky ? Fortune::unlucky : Fortune::ordinary;
}

std::string_view to_text(Verdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)]; }
std::string_view to_text(Fortune fortune) { return kFortunes[static_cast<std::size_t>(fortune)]; }
std::string_view to_text(Rating rating) { return kRatings[static_cast<std::size_t>(rating)]; }

std::vector<std::size_t> ranked(const std::vector<double>& worths) {
  std::vector<std::size_t> order(worths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(-worths[i], i); });
  return order;
}

std::vector<std::size_t> candidates(const std::vector<double>& worths, std::size_t played) {
  std::vector<std::size_t> order = ranked(worths);
  if (order.size() <= kMostCandidates) return order;
  order.resize(kMostCandidates);
  if (std::ranges::find(order, played) == order.end()) order.back() = played;
  return order;
}

std::vector<double> worths(const std::vector<Choice>& choices, Seat seat) {
  std::vector<double> list;
  list.reserve(choices.size());
  for (const Choice& choice : choices) {
    list.push_back(share_of(choice.first[at(seat)]));
  }
  return list;
}

double worth_of(const Net& net, const Rules& rules, const State& state, const Move& move, int plies,
                const Endgames* endgames) {
  const Evaluator evaluator(net, rules);
  Search search(evaluator, kTableBits);
  const Found found =
      search.choose(state, {.plies = plies, .stops = nullptr, .endgames = endgames});
  const auto choice = std::ranges::find(found.choices, move, &Choice::move);
  return share_of(choice->first[at(state.turn())]);
}

namespace {

// What a roll and the choice after it did to a seat.
void add(SeatSum& sum, const RollMade& made, Seat seat) {
  sum.luck += made.luck(seat);
  if (made.seat != seat) {
    sum.others += made.skill(seat);
    return;
  }
  sum.own_luck += made.luck(seat);
  sum.skill += made.skill(seat);
  if (!made.lay_there()) ++sum.rolls;
  if (!made.decision || !made.decision->is_real) return;
  ++sum.decisions;
  ++sum.verdicts[static_cast<std::size_t>(made.decision->verdict())];
}

}  // namespace

State RollMade::with_roll(const Rules& rules) const {
  State result = state;
  if (!lay_there()) apply(rules, result, roll);
  return result;
}

double SeatSum::loss_per_decision() const {
  return decisions == 0 ? 0 : static_cast<double>(loss()) / kThousandth / decisions;
}

Rating SeatSum::rating() const {
  if (decisions == 0) return Rating::none;
  for (const RatingBound& bound : kRatingBounds) {
    if (loss_per_decision() < bound.below) return bound.rating;
  }
  return Rating::careless;
}

Analysis::Analysis(const Net& net, const Record& record, int plies, Share share)
    : evaluator_(net, record.rules),
      search_(evaluator_, kTableBits, std::move(share)),
      game_(replay(record)->game),
      plies_(plies),
      placed_(record.start.order().size()),
      entries_(entries_in_force(record)) {
  assert(plies >= 0 && plies <= kMostPlies);
  for (std::size_t i = 0; i < game_.plies().size(); ++i) {
    const Ply& ply = game_.plies()[i];
    if (ply.before.order().size() > placed_) break;
    if (std::holds_alternative<Pip>(ply.input) || i == 0) starts_.push_back(i);
  }
}

SearchLimit Analysis::limit(int plies) const {
  return {.plies = plies, .stops = nullptr, .endgames = endgames_ ? &*endgames_ : nullptr};
}

// What a position is worth if the best move follows where one is to be chosen.
Chances Analysis::value(const State& state, int plies) {
  if (state.order().size() > placed_) {
    Chances won{};
    won[at(state.order()[placed_])] = kCertainty;
    return won;
  }
  if (state.is_over()) return {};
  if (state.has_roll()) {
    const Found found = search_.choose(state, limit(plies));
    return found.choices[found.best].first;
  }
  return search_.value(state, limit(plies));
}

Decision Analysis::decide(const Ply& ply, int entry) {
  Decision decision;
  decision.entry = entry;
  Found found = search_.choose(ply.before, limit(plies_));
  decision.choices = std::move(found.choices);
  decision.best = found.best;
  const Move& move = std::get<Move>(ply.input);
  std::optional<State> first;
  for (std::size_t i = 0; i < decision.choices.size(); ++i) {
    if (decision.choices[i].move == move) decision.played = i;
    State after = ply.before;
    apply(game_.rules(), after, decision.choices[i].move);
    if (!first) first = after;
    decision.is_real = decision.is_real || after != *first;
  }
  const auto worth = [&](std::size_t i) { return decision.choices[i].first[at(ply.seat)]; };
  decision.loss = worth(decision.best) - worth(decision.played);
  return decision;
}

bool Analysis::step() {
  if (made_.size() == starts_.size()) return false;
  const std::size_t i = starts_[made_.size()];
  const Ply& ply = game_.plies()[i];
  RollMade made;
  made.round = ply.round;
  made.seat = ply.seat;
  made.state = ply.before;
  std::size_t next = i;  // what became of it
  if (made.lay_there()) {
    made.roll = *ply.before.roll();
  } else {
    made.entry = entries_[next++];
    made.roll = std::get<Pip>(ply.input);
    made.before = value(ply.before, plies_ + 1);
  }

  const State rolled = made.with_roll(game_.rules());
  if (rolled.has_roll() && next < game_.plies().size()) {
    made.decision = decide(game_.plies()[next], entries_[next]);
    made.rolled = made.decision->choices[made.decision->best].first;
    made.after = made.decision->choices[made.decision->played].first;
  } else {
    made.rolled = made.after = value(rolled, plies_);
  }
  if (made.lay_there()) made.before = made.rolled;
  made_.push_back(std::move(made));
  end_.reset();
  return true;
}

Rollouts Analysis::rollouts(const RollMade& made, const RolloutOptions& options) const {
  const State rolled = made.with_roll(game_.rules());
  std::vector<State> states;
  for (const Choice& choice : made.decision->choices) {
    states.push_back(rolled);
    apply(game_.rules(), states.back(), choice.move);
  }
  RolloutOptions informed = options;
  informed.endgames = endgames_;
  return {evaluator_, std::move(states), placed_, informed};
}

Chances Analysis::end() {
  if (end_) return *end_;
  const bool is_whole = made_.size() == starts_.size();
  const State& state = is_whole ? game_.state() : game_.plies()[starts_[made_.size()]].before;
  end_ = value(state, plies_ + (state.has_roll() ? 0 : 1));
  return *end_;
}

std::array<SeatSum, kSeats> Analysis::sums() {
  std::array<SeatSum, kSeats> sums;
  for (const Seat seat : kAllSeats) {
    if (!game_.state().is_in_play(seat)) continue;
    SeatSum& sum = sums[at(seat)];
    sum.end = end()[at(seat)];
    sum.start = made_.empty() ? sum.end : made_.front().before[at(seat)];
    for (std::size_t i = 0; i < made_.size(); ++i) {
      add(sum, made_[i], seat);
      const Chances& next = i + 1 < made_.size() ? made_[i + 1].before : end();
      sum.foresight += std::int64_t{next[at(seat)]} - made_[i].after[at(seat)];
    }
  }
  return sums;
}

}  // namespace aero
