#include "aero/solve/fleets.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "aero/mix.hpp"

namespace aero {
namespace {

// Adds to `list` every fleet that `fleet` becomes when `planes` more planes are put on steps from
// `step` on, on that first step in pieces of at most `size`.
void fill(const Rules& rules, Fleet fleet, int planes, Step step, int size,
          std::vector<Fleet>& list) {
  if (planes == 0) return list.push_back(fleet);
  for (int piece = std::min(size, planes); piece >= 1; --piece) {
    Fleet fuller = fleet;
    fuller.add({step, static_cast<std::uint8_t>(piece), 0});
    fill(rules, fuller, planes - piece, step, piece, list);
  }
  if (step == kCentre) return;
  const Step next = step + 1;
  const bool stacks = rules.stack != Stack::never && can_stack_on(next);
  fill(rules, fleet, planes, next, stacks ? kMaxPlanes : 1, list);
}

}  // namespace

Fleets::Fleets(const Rules& rules) {
  fill(rules, Fleet(), rules.planes, kHangar, 1, fleets_);
  std::ranges::sort(fleets_, {},
                    [](const Fleet& fleet) { return std::pair(progress_of(fleet), fleet.bits()); });
  const int most = progress_of(fleets_.back());
  for (int progress = 0; progress <= most; ++progress) {
    const auto start = std::ranges::lower_bound(fleets_, progress, {}, progress_of);
    starts_.push_back(static_cast<int>(start - fleets_.begin()));
  }
  starts_.push_back(size());

  slots_.resize(std::bit_ceil(2 * fleets_.size()), {0, -1});
  for (int number = 0; number < size(); ++number) {
    const std::uint32_t bits = (*this)[number].bits();
    slots_[slot_of(bits)] = {bits, number};
  }
}

std::size_t Fleets::slot_of(std::uint32_t bits) const {
  const std::size_t last = slots_.size() - 1;
  std::size_t slot = mix(bits) & last;
  while (slots_[slot].number >= 0 && slots_[slot].bits != bits) slot = (slot + 1) & last;
  return slot;
}

int Fleets::number_of(Fleet fleet) const {
  fleet.clear_marks();
  const int number = slots_[slot_of(fleet.bits())].number;
  assert(number >= 0);
  return number;
}

int Fleets::progress_of(const Fleet& fleet) {
  int progress = 0;
  for (const Piece piece : fleet) progress += piece.size * (piece.step - kHangar);
  return progress;
}

}  // namespace aero
