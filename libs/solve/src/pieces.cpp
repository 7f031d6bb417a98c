#include "pieces.hpp"

#include <algorithm>

namespace aero::solve {

Pieces::Pieces(const Rules& rules, const Fleets& fleets) : pieces_(1) {
  for (Step step = kPad; step <= kCentre; step = step + 1) {
    const bool stacks = rules.stack != Stack::never && can_stack_on(step);
    for (int size = stacks ? rules.planes : 1; size >= 1; --size) {
      pieces_.push_back({step, static_cast<std::uint8_t>(size), 0});
    }
  }
  lists_.resize(static_cast<std::size_t>(fleets.size()));
  left_.resize(lists_.size() << kMost);
  for (std::size_t fleet = 0; fleet < lists_.size(); ++fleet) {
    List& list = lists_[fleet];
    std::size_t count = 0;
    for (const Piece piece : fleets[static_cast<int>(fleet)]) {
      if (piece.step == kHangar) continue;
      const auto found = std::find(pieces_.begin() + 1, pieces_.end(), piece);
      list[count++] = static_cast<std::uint8_t>(found - pieces_.begin());
    }
    for (unsigned taken = 0; taken < 1u << kMost; ++taken) {
      Fleet left = fleets[static_cast<int>(fleet)];
      for (std::size_t i = 0; i < count; ++i) {
        if ((taken >> i & 1) == 0) continue;
        const Piece piece = (*this)[list[i]];
        left.remove(piece);
        left.add({kHangar, piece.size, 0});
      }
      left_[fleet << kMost | taken] = fleets.number_of(left);
    }
  }
}

}  // namespace aero::solve
