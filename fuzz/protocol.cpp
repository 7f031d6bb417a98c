// Any bytes at all as a message: it is refused with an error of the catalogue, or what is read,
// written and read again is the same.

#include "aero/protocol.hpp"

#include "fuzz.hpp"

namespace {

namespace protocol = aero::protocol;
using aero::fuzz::demand;

void check_message(std::string_view text, auto parse) {
  const auto message = parse(text);
  demand(static_cast<bool>(message) == message.errors().empty(), "a value or errors", text);
  if (!message) {
    demand(message.errors().size() == 1, "one error", text);
    demand(message.errors().front().code.starts_with("wire."), "an error of messages", text);
    return;
  }
  const std::string written = protocol::to_text(*message);
  const auto again = parse(written);
  demand(static_cast<bool>(again), "what was written can be read", written);
  demand(*again == *message, "what was written reads the same", written);
  demand(protocol::to_text(*again) == written, "there is one canonical text", written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = aero::fuzz::as_text(data, size);
  if (size <= protocol::kMostBytes) check_message(text, protocol::parse_client);
  demand(size <= protocol::kMostBytes || !protocol::parse_client(text), "bounded", text);
  check_message(text, protocol::parse_server);
  return 0;
}
