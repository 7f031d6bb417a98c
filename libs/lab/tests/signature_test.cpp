#include "aero/lab/signature.hpp"

#include <gtest/gtest.h>

namespace aero {
namespace {

// A change of this number is a change of the rules, of the order of moves, of events or of the
// hash; a commit that makes it says which and why.
TEST(Signature, IsThatOfTheRulesAsTheyAre) { EXPECT_EQ(signature(), 0x0EC3D160A35D36B7u); }

}  // namespace
}  // namespace aero
