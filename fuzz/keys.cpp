// What a terminal sends: any bytes give the same keys and clicks however they are cut into pieces,
// and characters are characters.

#include <algorithm>
#include <vector>

#include "aero/terminal.hpp"
#include "fuzz.hpp"

namespace {

using aero::fuzz::demand;
using aero::terminal::Decoder;
using aero::terminal::Event;
using aero::terminal::KeyPress;

void append(std::vector<Event>& events, std::vector<Event> more) {
  events.insert(events.end(), more.begin(), more.end());
}

std::vector<Event> decode(std::string_view bytes, std::size_t piece) {
  Decoder decoder;
  std::vector<Event> events;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    append(events, decoder.feed(bytes.substr(0, piece)));
  }
  append(events, decoder.flush());
  demand(!decoder.is_waiting(), "nothing is left after a flush", bytes);
  return events;
}

bool is_character(const Event& event) {
  const auto* press = std::get_if<KeyPress>(&event);
  if (press == nullptr || press->key != aero::terminal::Key::character) return true;
  const char32_t code = press->character;
  return code >= 0x20 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = aero::fuzz::as_text(data, size);
  const std::vector<Event> whole = decode(bytes, std::max<std::size_t>(size, 1));
  for (const std::size_t piece : {1u, 2u, 7u}) {
    demand(decode(bytes, piece) == whole, "pieces make no difference", bytes);
  }
  demand(std::ranges::all_of(whole, is_character), "a character is one", bytes);
  return 0;
}
