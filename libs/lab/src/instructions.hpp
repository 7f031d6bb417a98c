#pragma once
// The processor's count of instructions, where the system grants it.

#include <cstdint>
#include <optional>

namespace aero {

// Counts what the calling thread executes outside the kernel, from the construction on.
class InstructionCounter {
 public:
  InstructionCounter();
  ~InstructionCounter();
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;

  // Nothing where instructions cannot be counted.
  std::optional<std::int64_t> read() const;

 private:
  int file_ = -1;
};

}  // namespace aero
