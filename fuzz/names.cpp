// Any bytes at all as a name: it is refused, or tidy once and for all; and it looks like itself.

#include "aero/names.hpp"

#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using aero::fuzz::demand;
  std::string_view text = aero::fuzz::as_text(data, size);
  const std::string_view first = aero::fuzz::take_line(text);
  const auto name = aero::protocol::tidy_name(first);
  demand(static_cast<bool>(name) == name.errors().empty(), "a value or errors", first);
  if (!name) return 0;
  const auto again = aero::protocol::tidy_name(*name);
  demand(again && *again == *name, "what is tidy stays as it is", first);
  demand(aero::protocol::look_alike(*name, *name), "a name looks like itself", first);
  const auto other = aero::protocol::tidy_name(text);
  if (!other) return 0;
  demand(aero::protocol::look_alike(*name, *other) == aero::protocol::look_alike(*other, *name),
         "likeness is mutual", text);
  return 0;
}
