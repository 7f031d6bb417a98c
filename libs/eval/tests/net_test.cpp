#include <gtest/gtest.h>

#include "aero/eval.hpp"
#include "aero/nets.hpp"

namespace aero {
namespace {

using Fault = Net::Fault;

Fault fault_of(std::vector<std::byte> bytes) {
  const Net::Loaded loaded = Net::load(bytes);
  EXPECT_EQ(loaded.net.has_value(), loaded.fault == Fault::none);
  return loaded.fault;
}

std::vector<std::byte> changed(std::vector<std::byte> bytes, std::size_t at) {
  bytes[at] ^= std::byte{1};
  return bytes;
}

TEST(Net, IsReadAsItIsWritten) {
  const Net net = testkit::drawn_net(1);
  const std::vector<std::byte> bytes = net.bytes();
  EXPECT_LT(bytes.size(), 1'000'000u);
  const Net::Loaded loaded = Net::load(bytes);
  ASSERT_TRUE(loaded.net);
  EXPECT_EQ(loaded.net->hash(), net.hash());
  EXPECT_EQ(loaded.net->bytes(), bytes);
  EXPECT_NE(testkit::drawn_net(2).hash(), net.hash());
}

TEST(Net, RefusesOtherBytes) {
  const std::vector<std::byte> bytes = testkit::drawn_net(1).bytes();
  EXPECT_EQ(fault_of({}), Fault::not_a_net);
  EXPECT_EQ(fault_of({bytes.begin(), bytes.begin() + 39}), Fault::not_a_net);
  EXPECT_EQ(fault_of(changed(bytes, 0)), Fault::not_a_net);
  EXPECT_EQ(fault_of(changed(bytes, 8)), Fault::other_version);
  EXPECT_EQ(fault_of(changed(bytes, 12)), Fault::other_version);  // rows
  EXPECT_EQ(fault_of({bytes.begin(), bytes.end() - 1}), Fault::cut);
  EXPECT_EQ(fault_of(changed(bytes, 33)), Fault::damaged);  // the hash itself
  EXPECT_EQ(fault_of(changed(bytes, 40)), Fault::damaged);
  EXPECT_EQ(fault_of(changed(bytes, bytes.size() - 1)), Fault::damaged);
}

TEST(Net, RefusesWeightsThatOverflow) {
  const auto weights = testkit::drawn_weights(1);
  for (auto& weight : weights->second[3]) weight = 32767;
  EXPECT_EQ(Net::make(*weights).fault, Fault::too_large);
}

#if !defined(__wasm__)
TEST(Net, StandardIsPartOfTheProgram) {
  ASSERT_NE(standard_net(), nullptr);
  EXPECT_FALSE(set_standard_net(testkit::drawn_net(1)));
}
#else
TEST(Net, StandardIsGiven) {
  EXPECT_EQ(standard_net(), nullptr);
  EXPECT_TRUE(set_standard_net(testkit::drawn_net(1)));
  ASSERT_NE(standard_net(), nullptr);
  EXPECT_EQ(standard_net()->hash(), testkit::drawn_net(1).hash());
  EXPECT_FALSE(set_standard_net(testkit::drawn_net(2)));
}
#endif

}  // namespace
}  // namespace aero
