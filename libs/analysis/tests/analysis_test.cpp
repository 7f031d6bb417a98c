#include "aero/analysis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "aero/dice.hpp"
#include "aero/endgame/one_plane.hpp"
#include "aero/nets.hpp"
#include "aero/notation.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

const Net& some_net() {
  static const Net net = testkit::drawn_net(9);
  return net;
}

Record record(const std::string& text) {
  auto record = parse_record(text);
  if (!record) ADD_FAILURE() << record.errors()[0].code;
  return *record;
}

// A game of random choices, at most so many inputs long.
Record random_game(const std::string& rules, SeatSet seats, Seat first, std::uint64_t seed,
                   int plies = 100'000) {
  Record record{*parse_rules(rules), {}, {}, {}};
  record.start = start(record.rules, seats, first);
  const Random random(seed);
  std::uint64_t n = 0;
  State state = record.start;
  while (!state.is_over() && static_cast<int>(record.entries.size()) < plies) {
    if (!state.has_roll()) {
      const Pip roll = kPips[random.below(6, n++)];
      apply(record.rules, state, roll);
      record.entries.emplace_back(roll);
    } else {
      const MoveList legal = legal_moves(record.rules, state);
      const Move move =
          legal[static_cast<int>(random.below(static_cast<std::uint32_t>(legal.size()), n++))];
      apply(record.rules, state, move);
      record.entries.emplace_back(move);
    }
  }
  return record;
}

void run(Analysis& analysis) {
  while (analysis.step()) {
  }
}

// Everything that has to add up, for every seat, exactly.
void expect_sums(Analysis& analysis) {
  const auto sums = analysis.sums();
  std::int64_t starts = 0;
  std::int64_t lucks = 0;
  for (const Seat seat : kAllSeats) {
    const SeatSum& sum = sums[at(seat)];
    EXPECT_EQ(sum.end, sum.start + sum.luck + sum.skill + sum.others + sum.foresight);
    EXPECT_EQ(sum.luck_adjusted(), sum.start + sum.skill + sum.others + sum.foresight);
    EXPECT_LE(sum.skill, 0);
    starts += sum.start;
    lucks += sum.luck;
    // The same, step by step from the chances themselves.
    std::int64_t chance = sum.start;
    std::int64_t lost = 0;
    for (std::size_t i = 0; i < analysis.made().size(); ++i) {
      const RollMade& made = analysis.made()[i];
      EXPECT_EQ(chance, made.before[at(seat)]);
      chance += made.luck(seat);
      EXPECT_EQ(chance, made.rolled[at(seat)]);
      chance += made.skill(seat);
      EXPECT_EQ(chance, made.after[at(seat)]);
      if (made.seat == seat && made.decision) {
        EXPECT_EQ(made.skill(seat), -std::int64_t{made.decision->loss});
        lost += made.decision->loss;
      }
      const Chances& next =
          i + 1 < analysis.made().size() ? analysis.made()[i + 1].before : analysis.end();
      chance += std::int64_t{next[at(seat)]} - made.after[at(seat)];
    }
    EXPECT_EQ(chance, sum.end);
    EXPECT_EQ(lost, sum.loss());
  }
  // Six rolls share a rounding of three parts at most, and so do the seats of a table.
  EXPECT_NEAR(static_cast<double>(starts), kCertainty, 8);
  EXPECT_NEAR(static_cast<double>(lucks), 0, 8.0 * static_cast<double>(analysis.made().size()));
}

TEST(Analysis, AddsUpForEverySeat) {
  const std::string rules[] = {"standard", "sixes=none,move=may", "chinese", "ludo",
                               "quick",    "planes=2,end=last"};
  std::uint64_t seed = 1;
  for (const std::string& rule : rules) {
    for (const SeatSet seats : {SeatSet{Seat::R, Seat::B}, SeatSet{Seat::R, Seat::Y, Seat::G},
                                SeatSet{Seat::R, Seat::Y, Seat::B, Seat::G}}) {
      for (const int plies : {0, 1}) {
        SCOPED_TRACE(rule + " " + std::to_string(seats.size()) + " " + std::to_string(plies));
        const Record game = random_game(rule, seats, Seat::R, seed++, plies == 0 ? 100'000 : 120);
        Analysis analysis(some_net(), game, plies);
        run(analysis);
        expect_sums(analysis);
        const FinishingOrder& order = analysis.game().state().order();
        if (order.size() == 0) continue;
        for (const Seat seat : kAllSeats) {
          EXPECT_EQ(analysis.sums()[at(seat)].end, seat == order[0] ? kCertainty : 0);
        }
      }
    }
  }
}

TEST(Analysis, AddsUpAtEveryRollOnTheWay) {
  const Record game = random_game("standard", {Seat::R, Seat::Y, Seat::B}, Seat::Y, 7, 61);
  Analysis analysis(some_net(), game, 1);
  do {
    expect_sums(analysis);
  } while (analysis.step());
  EXPECT_EQ(analysis.done(), analysis.rolls());
}

TEST(Analysis, TheLuckOfSixRollsIsNone) {
  const State state = testkit::position("standard", "R:hx2,10,30 B:hx2,16,45 R 0 - -");
  std::array<std::int64_t, kSeats> luck{};
  for (const Pip roll : kPips) {
    const Record game{*parse_rules("standard"), state, {}, {roll}};
    Analysis analysis(some_net(), game, 1);
    run(analysis);
    ASSERT_EQ(analysis.done(), 1);
    EXPECT_FALSE(analysis.made()[0].decision);
    for (const Seat seat : kAllSeats) luck[at(seat)] += analysis.made()[0].luck(seat);
  }
  for (const Seat seat : kAllSeats) EXPECT_LE(std::abs(luck[at(seat)]), 3);
}

TEST(Analysis, ValuesEveryMoveAsTheNetDoes) {
  const Rules rules = *parse_rules("standard");
  const Record game =
      record("[Start \"R:px2,10,30 B:hx2,16,45 R 0 - -\"]\n1. R 1 30-31  B 1 16-17");
  Analysis analysis(some_net(), game, 0);
  run(analysis);
  const Decision& decision = *analysis.made()[0].decision;
  EXPECT_EQ(decision.entry, 2);
  ASSERT_EQ(decision.choices.size(), 3u);
  EXPECT_EQ(to_text(decision.choices[0].move), "p-1");
  EXPECT_EQ(to_text(decision.choices[1].move), "10-11");
  EXPECT_EQ(to_text(decision.choices[2].move), "30-31");
  EXPECT_EQ(decision.played, 2u);
  EXPECT_TRUE(decision.is_real);

  const Evaluator evaluator(some_net(), rules);
  const auto worth = [&](const char* position) {
    return evaluator.first(testkit::position("standard", position))[at(Seat::R)];
  };
  const std::array<std::uint32_t, 3> worths = {worth("R:p,1,10,30 B:hx2,16,45 B 0 - -"),
                                               worth("R:px2,11,30 B:hx2,16,45 B 0 - -"),
                                               worth("R:px2,10,31 B:hx2,16,45 B 0 - -")};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(decision.choices[i].first[at(Seat::R)], worths[i]);
  }
  const std::uint32_t most = *std::ranges::max_element(worths);
  EXPECT_EQ(worths[decision.best], most);
  EXPECT_EQ(decision.loss, most - worths[2]);
  EXPECT_EQ(analysis.made()[0].rolled[at(Seat::R)], most);
  EXPECT_EQ(analysis.made()[0].after[at(Seat::R)], worths[2]);
}

TEST(Analysis, AMoveThatWinsIsCertain) {
  // A one brings the last plane home, and nothing else.
  const Record won = record("[Start \"R:55,cx3 B:hx4 R 0 - -\"]\n1. R 1 55-c");
  Analysis analysis(some_net(), won, 0);
  run(analysis);
  EXPECT_EQ(analysis.made()[0].rolled[at(Seat::R)], kCertainty);
  EXPECT_EQ(analysis.end()[at(Seat::R)], kCertainty);
  const SeatSum sum = analysis.sums()[at(Seat::R)];
  EXPECT_EQ(sum.luck, std::int64_t{kCertainty} - sum.start);
  EXPECT_EQ(sum.own_luck, sum.luck);
  EXPECT_EQ(sum.decisions, 0);
  EXPECT_EQ(sum.rating(), Rating::none);
  EXPECT_EQ(analysis.sums()[at(Seat::B)].luck, -sum.luck);
}

// What lies there at the start is nobody's luck; what is done with it is a choice like others.
TEST(Analysis, BeginsWithTheDieThatLiesThere) {
  const std::string start = "px2,10,30 B:hx2,16,45 R 0 ";
  const Record rolled = record("[Start \"R:" + start + "- -\"]\n1. R 1 30-31  B 1 16-17");
  const Record lying = record("[Start \"R:" + start + "1 -\"]\n1. R 30-31  B 1 16-17");
  Analysis usual(some_net(), rolled, 1);
  Analysis analysis(some_net(), lying, 1);
  EXPECT_EQ(analysis.rolls(), 2);
  do {
    expect_sums(analysis);
  } while (analysis.step());
  run(usual);
  const RollMade& first = analysis.made()[0];
  EXPECT_EQ(first.entry, 0);
  EXPECT_EQ(first.roll, kPips[0]);
  EXPECT_EQ(first.before, usual.made()[0].rolled);
  EXPECT_EQ(first.after, usual.made()[0].after);
  EXPECT_EQ(first.luck(Seat::R), 0);
  ASSERT_TRUE(first.decision);
  EXPECT_EQ(first.decision->entry, 1);
  EXPECT_EQ(first.decision->loss, usual.made()[0].decision->loss);
  EXPECT_EQ(first.with_roll(lying.rules), lying.start);
  EXPECT_EQ(analysis.made()[1].after, usual.made()[1].after);
  const SeatSum sum = analysis.sums()[at(Seat::R)];
  EXPECT_EQ(sum.rolls, 0);
  EXPECT_EQ(sum.decisions, 1);
  EXPECT_EQ(sum.start, std::int64_t{first.before[at(Seat::R)]});
  Rollouts rollouts = analysis.rollouts(first, {.games = 12});
  Rollouts same = usual.rollouts(usual.made()[0], {.games = 12});
  while (rollouts.step() && same.step()) {
  }
  EXPECT_EQ(rollouts.chance(2, Seat::R).value, same.chance(2, Seat::R).value);

  Analysis untouched(some_net(), Record{lying.rules, lying.start, {}, {}}, 1);
  EXPECT_EQ(untouched.rolls(), 0);
  EXPECT_EQ(untouched.end(), first.before);
}

// With exact chances nobody learns anything by looking further, whatever the net says.
TEST(Analysis, NeedsNoForesightWhereTheEndsAreKnown) {
  const Record game = random_game("planes=1", {Seat::R, Seat::Y}, Seat::Y, 3);
  const Endgames endgames = one_plane_endgames(game.rules);
  Analysis analysis(some_net(), game, 0);
  analysis.know(endgames);
  run(analysis);
  expect_sums(analysis);
  const auto start = static_cast<double>(analysis.made()[0].before[at(Seat::Y)]);
  EXPECT_NEAR(start / kCertainty, 0.537188807, 1e-7);
  for (const Seat seat : {Seat::R, Seat::Y}) {
    EXPECT_EQ(analysis.sums()[at(seat)].foresight, 0);
  }
  Analysis guessed(some_net(), game, 0);
  run(guessed);
  EXPECT_NE(guessed.sums()[at(Seat::Y)].foresight, 0);
}

// One plane left to each, and two ways for Red to use a one. The chances are those of
// `aeroplane solve --rules planes=1`.
constexpr const char* kKnownEnd = "[Start \"R:17,cx3 B:2,cx3 R 0 - -\"]\n1. R 1 17-18^22\n";
constexpr double kJumps = 0.64327674;
constexpr double kFlies = 0.64240707;

TEST(Analysis, FindsNoFaultInTheBestMoveOfAKnownEnd) {
  const Record game = record(kKnownEnd);
  Analysis analysis(some_net(), game, 1);
  analysis.know(one_plane_endgames(game.rules));
  run(analysis);
  const RollMade& made = analysis.made()[0];
  const Decision& decision = *made.decision;
  ASSERT_EQ(decision.choices.size(), 2u);
  EXPECT_EQ(to_text(decision.choices[decision.best].move), "17-18^22");
  EXPECT_EQ(decision.played, decision.best);
  EXPECT_EQ(decision.loss, 0u);
  const std::vector<double> chances = worths(decision.choices, Seat::R);
  EXPECT_NEAR(chances[decision.best], kJumps, 1e-7);
  EXPECT_NEAR(chances[1 - decision.best], kFlies, 1e-7);

  // Rolled out it is as certain.
  Rollouts rollouts = analysis.rollouts(made, {.games = 12});
  while (rollouts.step()) {
  }
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(rollouts.chance(i, Seat::R).value, chances[i], 1e-7);
    EXPECT_EQ(rollouts.chance(i, Seat::R).error, 0);
  }
}

TEST(Analysis, SaysOfASingleMoveWhatItSaysOfADecision) {
  for (const char* text :
       {kKnownEnd, "[Start \"R:px2,10,30 B:hx2,16,45 R 0 - -\"]\n1. R 1 30-31\n"}) {
    const Record game = record(text);
    const Endgames endgames = one_plane_endgames(game.rules);
    Analysis analysis(some_net(), game, 1);
    analysis.know(endgames);
    run(analysis);
    const Decision& decision = *analysis.made()[0].decision;
    State rolled = game.start;
    apply(game.rules, rolled, kPips[0]);
    const std::vector<double> chances = worths(decision.choices, Seat::R);
    for (std::size_t i = 0; i < chances.size(); ++i) {
      EXPECT_EQ(worth_of(some_net(), game.rules, rolled, decision.choices[i].move, 1, &endgames),
                chances[i]);
    }
  }
}

TEST(Candidates, AreTheBestAndThePlayedMove) {
  const std::vector<double> worths{0.5, 0.75, 0.25, 0.75, 0.5, 0.125, 0.0};
  EXPECT_EQ(ranked(worths), (std::vector<std::size_t>{1, 3, 0, 4, 2, 5, 6}));
  EXPECT_EQ(candidates(worths, 3), (std::vector<std::size_t>{1, 3, 0, 4, 2}));
  EXPECT_EQ(candidates(worths, 6), (std::vector<std::size_t>{1, 3, 0, 4, 6}));
  EXPECT_EQ(candidates({0.25, 0.5}, 0), (std::vector<std::size_t>{1, 0}));
}

TEST(Analysis, EndsWithTheFirstPlace) {
  const Record game = record("[Start \"R:55,cx3 Y:hx4 B:hx4 R 0 - -\"]\n1. R 1 55-c  Y 3 .  B 1 .");
  Analysis analysis(some_net(), game, 1);
  run(analysis);
  EXPECT_EQ(analysis.rolls(), 1);
  EXPECT_EQ(analysis.end()[at(Seat::R)], kCertainty);
}

TEST(Analysis, LeavesOutWhatWasTakenBackAndKnowsTheEntries) {
  const Record game = record(
      "[Start \"R:hx4 B:hx4 R 0 - -\"]\n0. R 3  B 1\n"
      "1. R 6 h-p {so} 3 p*-3 <takeback 1> 1. R p*-3  B 3 .");
  Analysis analysis(some_net(), game, 0);
  run(analysis);
  ASSERT_EQ(analysis.done(), 3);
  EXPECT_EQ(analysis.made()[0].entry, 3);
  EXPECT_EQ(analysis.made()[0].decision->entry, 4);
  EXPECT_EQ(analysis.made()[1].entry, 6);
  EXPECT_EQ(analysis.made()[1].decision->entry, 9);
  EXPECT_EQ(analysis.made()[2].entry, 10);
  EXPECT_FALSE(analysis.made()[2].decision);
}

TEST(Analysis, ADecisionNeedsTwoOutcomes) {
  // To walk on with either plane, or to stack; the second choice is forced.
  const Record game = record(
      "[Rules \"planes=2\"]\n[Start \"R:51,54 B:hx2 R 0 - -\"]\n"
      "1. R 1 51-52  B 1 .  2. R 4 52-c  B 1 .  3. R 1 54-55");
  Analysis analysis(some_net(), game, 0);
  run(analysis);
  ASSERT_EQ(analysis.done(), 5);
  EXPECT_TRUE(analysis.made()[0].decision->is_real);
  EXPECT_FALSE(analysis.made()[1].decision);
  EXPECT_FALSE(analysis.made()[4].decision->is_real);
  EXPECT_EQ(analysis.sums()[at(Seat::R)].rolls, 3);
  EXPECT_EQ(analysis.sums()[at(Seat::B)].decisions, 0);
}

TEST(Verdicts, ByThousandths) {
  const auto thousandths = [](double n) { return static_cast<std::uint32_t>(n * kThousandth + 1); };
  EXPECT_EQ(verdict_of(0), Verdict::good);
  EXPECT_EQ(verdict_of(thousandths(9.9)), Verdict::good);
  EXPECT_EQ(verdict_of(thousandths(10)), Verdict::inaccuracy);
  EXPECT_EQ(verdict_of(thousandths(24.9)), Verdict::inaccuracy);
  EXPECT_EQ(verdict_of(thousandths(25)), Verdict::mistake);
  EXPECT_EQ(verdict_of(thousandths(49.9)), Verdict::mistake);
  EXPECT_EQ(verdict_of(thousandths(50)), Verdict::blunder);
  EXPECT_EQ(verdict_of(kCertainty), Verdict::blunder);
}

TEST(Fortunes, ByThousandthsEitherWay) {
  const auto fortune = [](double thousandths) {
    return fortune_of(static_cast<std::int64_t>(thousandths * kThousandth));
  };
  EXPECT_EQ(fortune(0), Fortune::ordinary);
  EXPECT_EQ(fortune(29.9), Fortune::ordinary);
  EXPECT_EQ(fortune(30.1), Fortune::lucky);
  EXPECT_EQ(fortune(79.9), Fortune::lucky);
  EXPECT_EQ(fortune(80.1), Fortune::very_lucky);
  EXPECT_EQ(fortune(-29.9), Fortune::ordinary);
  EXPECT_EQ(fortune(-30.1), Fortune::unlucky);
  EXPECT_EQ(fortune(-80.1), Fortune::very_unlucky);
  EXPECT_EQ(to_text(Fortune::very_unlucky), "very_unlucky");
}

TEST(Ratings, ByThousandthsADecision) {
  const auto rating = [](double thousandths, int decisions) {
    SeatSum sum;
    sum.decisions = decisions;
    sum.skill = -static_cast<std::int64_t>(thousandths * kThousandth);
    return sum.rating();
  };
  EXPECT_EQ(rating(0, 0), Rating::none);
  EXPECT_EQ(rating(0, 10), Rating::flawless);
  EXPECT_EQ(rating(9.9, 10), Rating::flawless);
  EXPECT_EQ(rating(10.1, 10), Rating::expert);
  EXPECT_EQ(rating(30.1, 10), Rating::strong);
  EXPECT_EQ(rating(60.1, 10), Rating::fair);
  EXPECT_EQ(rating(120.1, 10), Rating::casual);
  EXPECT_EQ(rating(200.1, 10), Rating::careless);
}

}  // namespace
}  // namespace aero
