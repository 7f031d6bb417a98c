#pragma once

#include "aero/ai.hpp"
#include "aero/search.hpp"

namespace aero {

// Looks ahead with the standard net. Without one it takes the first legal move.
class Trained final : public Bot {
 public:
  Trained(std::string_view name, SearchLimit limit) : name_(name), limit_(std::move(limit)) {}
  std::string_view name() const override { return name_; }
  bool needs_net() const override { return true; }
  Move choose(const Rules& rules, const State& state, const MoveList& legal,
              Random random) const override;

 private:
  std::string_view name_;
  SearchLimit limit_;
};

}  // namespace aero
