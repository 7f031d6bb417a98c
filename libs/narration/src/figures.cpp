#include "aero/narration.hpp"

namespace aero {

Faces faces_of(const Game& game, Seat seat) {
  Faces faces;
  const auto count = [&](Seat who, Pip pip) {
    if (who != seat) return;
    ++faces.of_face[static_cast<std::size_t>(pip.value() - 1)];
    ++faces.sum;
  };
  for (const auto& [who, pip] : game.starting_throws()) count(who, pip);
  for (const Ply& ply : game.plies()) {
    if (const Pip* roll = std::get_if<Pip>(&ply.input)) count(ply.seat, *roll);
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
