#include "chances.hpp"

namespace aero::solve {
namespace {

using Word = std::uint32_t;

struct Stored {
  const Word* lower;
  const std::uint16_t* gap;
};

[[gnu::always_inline]] inline void raise_rows(Stored from, std::size_t count, Rows<Word> best) {
  for (std::size_t i = 0; i < count; ++i) {
    const Word lower = from.lower[i];
    const Word upper = lower + Packed::wide(from.gap[i]);
    best.lower[i] = std::max(best.lower[i], lower);
    best.upper[i] = std::max(best.upper[i], upper);
  }
}

[[gnu::always_inline]] inline void raise_rows_with(Stored from, std::size_t count, Rows<Word> six,
                                                   Rows<Word> best) {
  for (std::size_t i = 0; i < count; ++i) {
    const Word lower = from.lower[i];
    const Word upper = lower + Packed::wide(from.gap[i]);
    best.lower[i] = std::max(best.lower[i], (lower + six.lower[i]) / 6);
    best.upper[i] = std::max(best.upper[i], (upper + six.upper[i] + 5) / 6);
  }
}

struct Kernels {
  void (*raise)(Stored, std::size_t, Rows<Word>);
  void (*raise_with)(Stored, std::size_t, Rows<Word>, Rows<Word>);
};

void raise_plain(Stored from, std::size_t count, Rows<Word> best) { raise_rows(from, count, best); }
void raise_plain_with(Stored from, std::size_t count, Rows<Word> six, Rows<Word> best) {
  raise_rows_with(from, count, six, best);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void raise_avx2(Stored from, std::size_t count, Rows<Word> best) {
  raise_rows(from, count, best);
}
[[gnu::target("avx2")]] void raise_avx2_with(Stored from, std::size_t count, Rows<Word> six,
                                             Rows<Word> best) {
  raise_rows_with(from, count, six, best);
}
#endif

Kernels choose_kernels() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return {raise_avx2, raise_avx2_with};
#endif
  return {raise_plain, raise_plain_with};
}

const Kernels& kernels() {
  static const Kernels kChosen = choose_kernels();
  return kChosen;
}

}  // namespace

void Packed::raise(std::size_t begin, std::size_t count, Rows<Word> best) const {
  kernels().raise({&lower_[begin], &gap_[begin]}, count, best);
}

void Packed::raise_with(std::size_t begin, std::size_t count, Rows<Word> six,
                        Rows<Word> best) const {
  kernels().raise_with({&lower_[begin], &gap_[begin]}, count, six, best);
}

}  // namespace aero::solve
