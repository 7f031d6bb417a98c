// Games as they are looked at afterwards.

#include <algorithm>

#include "aero/door.hpp"

namespace aero::door {
namespace {

// In hundredths of a win.
double share(std::int64_t parts) { return 100 * static_cast<double>(parts) / kCertainty; }

std::vector<Seat> seats_of(const Analysis& analysis) {
  std::vector<Seat> seats;
  for (const Seat seat : kAllSeats) {
    if (analysis.game().state().is_in_play(seat)) seats.push_back(seat);
  }
  return seats;
}

AnalysedChoice choice_of(const Rules& rules, const RollMade& made) {
  const State rolled = made.with_roll(rules);
  const Decision& decision = *made.decision;
  AnalysedChoice choice;
  choice.entry = decision.entry;
  choice.is_real = decision.is_real;
  const std::vector<double> chances = worths(decision.choices, made.seat);
  for (const std::size_t i : aero::candidates(chances, decision.played)) {
    if (i == decision.played) choice.played = static_cast<int>(choice.candidates.size());
    const Move& move = decision.choices[i].move;
    choice.candidates.push_back({to_text(move), parts_of(rules, rolled, move), 100 * chances[i],
                                 100 * (chances[decision.best] - chances[i])});
  }
  choice.loss = share(decision.loss);
  choice.verdict = to_text(decision.verdict());
  return choice;
}

AnalysedRoll roll_of(const Rules& rules, const std::vector<Seat>& seats, const RollMade& made) {
  AnalysedRoll roll;
  roll.entry = made.entry;
  roll.round = made.round;
  roll.seat = made.seat;
  roll.roll = made.roll.value();
  for (const Seat seat : seats) roll.before.push_back(share(made.before[at(seat)]));
  roll.luck = share(made.luck(made.seat));
  roll.fortune = to_text(made.fortune());
  if (made.decision) roll.choice.emplace(choice_of(rules, made));
  return roll;
}

AnalysedSeat seat_of(Seat seat, const SeatSum& sum) {
  const auto count = [&](Verdict verdict) {
    return sum.verdicts[static_cast<std::size_t>(verdict)];
  };
  AnalysedSeat told;
  told.seat = seat;
  told.start = share(sum.start);
  told.luck = share(sum.luck);
  told.skill = share(sum.skill);
  told.others = share(sum.others);
  told.foresight = share(sum.foresight);
  told.end = share(sum.end);
  told.luck_adjusted = share(sum.luck_adjusted());
  told.decisions = sum.decisions;
  told.inaccuracies = count(Verdict::inaccuracy);
  told.mistakes = count(Verdict::mistake);
  told.blunders = count(Verdict::blunder);
  told.loss = sum.loss_per_decision();
  told.rating = to_text(sum.rating());
  return told;
}

}  // namespace

Result<Analysis*> Desk::analyse(std::string_view text, int plies) {
  if (analysis_ && analysis_->plies() == plies && text == analysed_) return analysis_.get();
  if (plies > Analysis::kMostPlies) {
    return Error{"door.member", {{"expected", "0 … 3"}, {"member", "plies"}}, 0, 0};
  }
  const auto record = parse_either(text);
  if (!record) return record.errors();
  analysis_ = std::make_unique<Analysis>(*standard_net(), *record, plies);
  analysis_->know(*endgames(record->rules));
  analysed_ = text;
  return analysis_.get();
}

Result<AnalysisPart> analyse(Desk& desk, const AnalyseRequest& request) {
  // First of all, so that a module without a net has nothing of what follows.
  if (standard_net() == nullptr) return Error{"door.no_net", {}, 0, 0};
  auto found = desk.analyse(request.record, request.plies);
  if (found && (*found)->done() > request.until) {  // what is told is the sum up to there
    desk.forget_analysis();
    found = desk.analyse(request.record, request.plies);
  }
  if (!found) return found.errors();
  Analysis& analysis = **found;
  while (analysis.done() < request.until && analysis.step()) {
  }
  AnalysisPart part;
  part.rolls_in_all = analysis.rolls();
  const std::vector<Seat> seats = seats_of(analysis);
  for (auto i = static_cast<std::size_t>(request.from); i < analysis.made().size(); ++i) {
    part.rolls.push_back(roll_of(analysis.game().rules(), seats, analysis.made()[i]));
  }
  const auto sums = analysis.sums();
  for (const Seat seat : seats) part.seats.push_back(seat_of(seat, sums[at(seat)]));
  return part;
}

}  // namespace aero::door
