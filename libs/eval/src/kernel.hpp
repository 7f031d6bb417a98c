#pragma once
// The arithmetic of the net, once for each instruction set.

#include "aero/eval.hpp"

namespace aero {

// The outputs by distance, in parts of kNetSumOne, for the base of the rules and a position's rows.
using Kernel = void (*)(const NetWeights& weights, const std::int16_t* base, const RowList& rows,
                        std::int32_t* outputs);

Kernel kernel();  // the one in use

}  // namespace aero
