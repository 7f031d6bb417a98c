#include <bit>
#include <cstring>

#include "aero/eval.hpp"
#include "aero/mix.hpp"

namespace aero {
namespace {

static_assert(std::endian::native == std::endian::little, "files are read as they lie");

constexpr std::array kMagic{'A', 'E', 'R', 'O', 'N', 'E', 'T', '\n'};
constexpr std::uint32_t kFormat = 1;

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t format = kFormat;
  std::uint32_t rows = kNetRows;
  std::uint32_t width = kNetWidth;
  std::uint32_t second = kNetSecond;
  std::uint32_t outputs = kNetOutputs;
  std::uint32_t size = 0;  // bytes of weights
  std::uint64_t hash = 0;  // of these
};
static_assert(sizeof(Header) == 40);

// The fields in the order of the file, without the padding at the end.
constexpr std::size_t kSize = sizeof(NetWeights::rows) + sizeof(NetWeights::bias) +
                              sizeof(NetWeights::second) + sizeof(NetWeights::second_bias) +
                              sizeof(NetWeights::outputs) + sizeof(NetWeights::outputs_bias);
static_assert(kSize == offsetof(NetWeights, outputs_bias) + sizeof(NetWeights::outputs_bias));

// Can a sum of inputs 0 … `most`, each with a weight, and a bias overflow 31 bits.
template <std::size_t Inputs>
bool overflows(const std::array<std::int16_t, Inputs>& weights, std::int32_t bias,
               std::int64_t most) {
  std::int64_t sum = std::abs(std::int64_t{bias});
  for (const std::int16_t weight : weights) sum += most * std::abs(std::int64_t{weight});
  return sum >= std::int64_t{1} << 30;  // half of it is left for what comes straight
}

bool overflows(const NetWeights& weights) {
  for (std::size_t j = 0; j < kNetSecond; ++j) {
    if (overflows(weights.second[j], weights.second_bias[j], kNetOne)) return true;
  }
  for (std::size_t k = 0; k < kNetOutputs; ++k) {
    if (overflows(weights.outputs[k], weights.outputs_bias[k], std::int64_t{4} * kNetOne))
      return true;
  }
  return false;
}

}  // namespace

Net::Loaded Net::make(const NetWeights& weights) {
  if (overflows(weights)) return {std::nullopt, Fault::too_large};
  Net net;
  net.weights_ = std::make_shared<const NetWeights>(weights);
  net.hash_ = hash_of(std::as_bytes(std::span(&weights, 1)).first(kSize));
  return {net, Fault::none};
}

Net::Loaded Net::load(std::span<const std::byte> bytes) {
  Header header;
  const Header mine;
  if (bytes.size() < sizeof header) return {std::nullopt, Fault::not_a_net};
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kMagic) return {std::nullopt, Fault::not_a_net};
  if (header.format != mine.format || header.rows != mine.rows || header.width != mine.width ||
      header.second != mine.second || header.outputs != mine.outputs || header.size != kSize) {
    return {std::nullopt, Fault::other_version};
  }
  if (bytes.size() != sizeof header + kSize) return {std::nullopt, Fault::cut};
  if (hash_of(bytes.subspan(sizeof header)) != header.hash) return {std::nullopt, Fault::damaged};

  auto weights = std::make_shared<NetWeights>();
  std::memcpy(weights.get(), bytes.data() + sizeof header, kSize);
  if (overflows(*weights)) return {std::nullopt, Fault::too_large};
  Net net;
  net.weights_ = std::move(weights);
  net.hash_ = header.hash;
  return {net, Fault::none};
}

std::vector<std::byte> Net::bytes() const {
  Header header;
  header.size = kSize;
  header.hash = hash_;
  std::vector<std::byte> bytes(sizeof header + kSize);
  std::memcpy(bytes.data(), &header, sizeof header);
  std::memcpy(bytes.data() + sizeof header, weights_.get(), kSize);
  return bytes;
}

}  // namespace aero
