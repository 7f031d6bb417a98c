#pragma once
// Finish: the centre and what a roll beyond it does.

#include "rules/wall.hpp"

namespace aero {

// Corrects a walk that overshoots the centre.
constexpr Walk stop_at_centre(const Rules& rules, Walk walk) {
  if (walk.end <= kCentre) return walk;
  switch (rules.finish) {
    case Finish::exact: return {kCentre, kNoStep};
    case Finish::bounce: return {kCentre, kCentre + -(walk.end - kCentre)};
    case Finish::over: return {kCentre, kCentre};
  }
  return walk;
}

}  // namespace aero
