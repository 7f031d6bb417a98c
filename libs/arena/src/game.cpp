#include "game.hpp"

#include "aero/eval.hpp"
#include "aero/game.hpp"

namespace aero::arena {

Table::Table(const Match& match, bool plays_on, Player& a, Player& b)
    : match_(match), plays_on_(plays_on), players_{&a, &b} {
  for (const Seat seat : match.seats) seats_.insert(seat);
  const Net* net = match.weighs_luck ? standard_net() : nullptr;
  if (net != nullptr) luck_.emplace(Evaluator(*net, match.rules));
}

Table::Bots Table::bots_of(std::uint8_t seating) const {
  Bots bots{};
  for (std::size_t i = 0; i < match_.seats.size(); ++i) {
    bots[at(match_.seats[i])] = (seating >> i & 1) != 0 ? 0 : 1;
  }
  return bots;
}

std::int64_t Table::luck_of(const State& state, Pip roll, const Bots& bots) const {
  if (!luck_ || state.order().size() > 0) return 0;
  const Luck::Parts parts = luck_->of(state, roll).luck;
  std::int64_t luck = 0;
  for (const Seat seat : match_.seats) {
    const auto i = at(seat);
    if (bots[i] == 0) luck += parts[i];
  }
  return luck;
}

Game Table::play(std::int64_t block, std::uint8_t seating) {
  const auto key = static_cast<std::uint64_t>(block);
  const GameDice dice(match_.seed, key);
  // Not one of the keys that the dice use, which are the seats.
  const Random choices = Random(match_.seed).fork(key).fork(kSeats);
  for (Player* player : players_) player->begin(choices.at(0));
  const Bots bots = bots_of(seating);

  Game game;
  std::array<std::uint64_t, kSeats> rolls{};
  State state = start(match_.rules, seats_, match_.seats.front());
  for (std::int64_t ply = 0; ply < match_.max_plies && !state.is_over(); ++ply) {
    if ((!plays_on_ && state.order().size() > 0) || match_.is_stopped()) break;
    const auto seat = at(state.turn());
    if (!state.has_roll()) {
      const Pip roll = dice.roll(state.turn(), rolls[seat]++);
      game.luck += luck_of(state, roll, bots);
      apply(match_.rules, state, roll);
      continue;
    }
    const Random random = choices.fork(seat).fork(static_cast<std::uint64_t>(ply));
    const MoveList legal = legal_moves(match_.rules, state);
    Player& player = *players_[bots[seat]];
    const double begin_s = player.clock_s();
    const Answer answer = player.choose(state, legal, random);
    if (legal.size() > 1) game.thinking[bots[seat]].add({1, player.clock_s() - begin_s});
    if (answer.failure != Failure::none) {
      // Whoever has won before has won.
      game.order = state.order();
      game.failed_bot = static_cast<std::uint8_t>(bots[seat]);
      game.failure = answer.failure;
      return game;
    }
    apply(match_.rules, state, answer.move);
  }
  game.order = state.order();
  return game;
}

}  // namespace aero::arena
