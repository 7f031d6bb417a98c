#include "aero/narration.hpp"

namespace aero {

std::vector<StartingThrow> starting_throws(const Match& match) {
  std::vector<StartingThrow> throws;
  StartingRolls rolls(match.state().seats());
  for (const Entry& entry : match.record().entries) {
    const StartingRoll* roll = std::get_if<StartingRoll>(&entry);
    if (roll == nullptr || rolls.winner()) continue;
    throws.push_back({rolls.next(), roll->pip});
    rolls.add(roll->pip);
  }
  return throws;
}

Faces faces_of(const Game& game, Seat seat) {
  Faces faces;
  for (const Ply& ply : game.plies()) {
    const Pip* roll = std::get_if<Pip>(&ply.input);
    if (roll == nullptr || ply.seat != seat) continue;
    ++faces.of_face[static_cast<std::size_t>(roll->value() - 1)];
    ++faces.sum;
  }
  return faces;
}

int progress_of(const Fleet& fleet) {
  int steps = 0;
  for (const Piece piece : fleet) steps += piece.size * (piece.step - kHangar);
  const int all = fleet.size() * (kCentre - kHangar);
  return all == 0 ? 0 : 100 * steps / all;
}

}  // namespace aero
