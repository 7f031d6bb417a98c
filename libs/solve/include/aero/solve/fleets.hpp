#pragma once
// The fleets that one side can have, each under a number.

#include <cstdint>
#include <vector>

#include "aero/fleet.hpp"
#include "aero/rules.hpp"

namespace aero {

// All fleets of `rules.planes` planes without marks, stacked or not where the rules know stacks. A
// perfect numbering: 0 … size()-1, by progress, so that fleets of equal progress are neighbours;
// the first has all its planes in the hangar, the last has all of them home.
class Fleets {
 public:
  explicit Fleets(const Rules& rules);

  int size() const { return static_cast<int>(fleets_.size()); }
  const Fleet& operator[](int number) const { return fleets_[static_cast<std::size_t>(number)]; }
  // Marks do not count. Precondition: it is one of these fleets.
  int number_of(Fleet fleet) const;

  int hangar() const { return 0; }
  int home() const { return size() - 1; }

  // Squares walked by all planes together, each counted from its hangar: 0 … most_progress().
  static int progress_of(const Fleet& fleet);
  int most_progress() const { return static_cast<int>(starts_.size()) - 2; }
  int progress(int number) const { return progress_of((*this)[number]); }
  // The fleets of one progress: begin … end - 1.
  struct Range {
    int begin, end;
    int size() const { return end - begin; }
  };
  Range with_progress(int progress) const {
    const auto i = static_cast<std::size_t>(progress);
    return {starts_[i], starts_[i + 1]};
  }

 private:
  std::size_t slot_of(std::uint32_t bits) const;

  std::vector<Fleet> fleets_;
  std::vector<int> starts_;  // of each progress, and the end
  struct Entry {
    std::uint32_t bits;
    int number;  // -1 in an empty slot
  };
  std::vector<Entry> slots_;  // open addressing; a power of two of them
};

}  // namespace aero
