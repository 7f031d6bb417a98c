// The reader of seats.

#include "aero/notation.hpp"
#include "fuzz.hpp"

namespace {

std::string print(const std::vector<aero::Seat>& seats) {
  std::string text;
  for (const aero::Seat seat : seats) text += aero::letter(seat);
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = aero::fuzz::as_text(data, size);
  aero::fuzz::check_round_trip(text, aero::parse_seats, print);
  const auto seats = aero::parse_seats(text);
  aero::fuzz::demand(!seats || (seats->size() >= 2 && seats->size() <= aero::kSeats),
                     "two to four seats", text);
  return 0;
}
