#include "aero/protocol.hpp"

#include <algorithm>

namespace aero::protocol {
namespace {

using schema::Problem;

Error error_of(const Problem& problem) {
  switch (problem.kind) {
    case Problem::Kind::wrong:
      return {"wire.member", {{"expected", problem.detail}, {"member", problem.member}}, 0, 0};
    case Problem::Kind::unknown_type:
      return {"wire.unknown_type", {{"member", problem.member}, {"text", problem.detail}}, 0, 0};
    case Problem::Kind::unknown_member:
      return {"wire.unknown_member", {{"member", problem.member}}, 0, 0};
    case Problem::Kind::member_twice: break;
  }
  return {"wire.member_twice", {{"member", problem.member}}, 0, 0};
}

template <class Message>
Result<Message> parse(std::string_view text) {
  const json::Parsed json = json::parse(text, kMostDepth);
  if (json.is_too_deep) {
    return Error{"wire.too_deep", {{"most", std::to_string(kMostDepth)}}, 0, 0};
  }
  if (!json.value) return Error{"wire.not_json", {}, 0, 0};
  schema::Reader<schema::Others::refuse> reader;
  Message message;
  if (!reader.read(*json.value, message)) return error_of(reader.problem());
  return message;
}

// Most messages fit; longer ones take more room while they are written.
constexpr std::size_t kUsualBytes = 512;

template <class Message>
std::string print(const Message& message) {
  schema::Writer writer(kUsualBytes);
  writer.write(message);
  return writer.take();
}

}  // namespace

Result<ClientMessage> parse_client(std::string_view text) {
  if (text.size() > kMostBytes) {
    return Error{"wire.too_long", {{"most", std::to_string(kMostBytes)}}, 0, 0};
  }
  return parse<ClientMessage>(text);
}

Result<ServerMessage> parse_server(std::string_view text) { return parse<ServerMessage>(text); }

std::string to_text(const ClientMessage& message) { return print(message); }

std::string to_text(const ServerMessage& message) { return print(message); }

bool is_command_id(std::string_view text) {
  constexpr std::size_t kMostLetters = 22;
  constexpr auto kIsLetter = [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '-' ||
           c == '_';
  };
  return !text.empty() && text.size() <= kMostLetters && std::ranges::all_of(text, kIsLetter);
}

}  // namespace aero::protocol
