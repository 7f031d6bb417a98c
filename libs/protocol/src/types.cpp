// Prints web/src/wire/messages.ts; with the argument schema, docs/formats/protocol.schema.json.

#include <cstdio>

#include "aero/protocol.hpp"
#include "aero/schema/json_schema.hpp"
#include "aero/schema/typescript.hpp"

namespace aero::protocol {
namespace {

std::string typescript() {
  schema::Typescript types;
  types.declare<ClientMessage>();
  types.declare<ServerMessage>();
  return R"(// What clients and server say to each other at online tables. Generated from
// libs/protocol/include/aero/protocol.hpp; a test compares. To make it again:
//
//   build/dev/aero_protocol_types > web/src/wire/messages.ts

/** What Hello names. */
export const version = )" +
         std::to_string(kVersion) + ";\n" + types.take();
}

std::string json_schema() {
  schema::JsonSchema types;
  types.define<ClientMessage>();
  types.define<ServerMessage>();
  types.define<Turn>();
  return R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Aeroplane chess: messages of online tables",
  "description": "What clients and server say to each other; see protocol.md. Generated from libs/protocol.",
  "oneOf": [{ "$ref": "#/$defs/ClientMessage" }, { "$ref": "#/$defs/ServerMessage" }],
  "$defs": {
)" + types.take() +
         "\n  }\n}\n";
}

}  // namespace
}  // namespace aero::protocol

int main(int argc, char** argv) {
  const bool wants_schema = argc > 1 && std::string_view(argv[1]) == "schema";
  const std::string text =
      wants_schema ? aero::protocol::json_schema() : aero::protocol::typescript();
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}
