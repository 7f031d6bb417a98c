#pragma once
// What the types of the door look like in JSON and TypeScript, where they do not describe
// themselves.

#include <type_traits>

#include "aero/door.hpp"
#include "aero/schema.hpp"
#include "aero/schema/seat.hpp"

namespace aero::door {

// Members of a request that nobody asked for are passed over.
using Reader = schema::Reader<schema::Others::pass_over>;
using json::Value;
using schema::Writer;

}  // namespace aero::door

namespace aero::schema {

template <>
struct Traits<door::Phase> : Words<door::Phase> {
  static constexpr std::array<std::string_view, 3> kWords{"roll", "choose", "over"};
};

template <>
struct Traits<door::EntryKind> : Words<door::EntryKind> {
  static constexpr std::array<std::string_view, 6> kWords{"starting_roll", "roll", "move",
                                                          "take_back",     "note", "comment"};
};

template <>
struct Traits<Event::Kind> {
  static std::string text() {
    std::string text;
    for (int kind = 0; kind <= static_cast<int>(Event::Kind::over); ++kind) {
      text.append(text.empty() ? "\"" : " | \"");
      text.append(to_text(static_cast<Event::Kind>(kind))).append("\"");
    }
    return text;
  }
  static void write(Writer& writer, Event::Kind kind) { writer.write_text(to_text(kind)); }
};

template <>
struct Traits<door::Texts> {
  static std::string text() { return "Record<string, string>"; }
  static void write(Writer& writer, const door::Texts& texts) {
    Writer::Object object(writer);
    for (const auto& [name, text] : texts) object.add(name, text);
  }
};

template <>
struct Traits<Message> {
  static std::string text() { return "Message"; }
  static void write(Writer& writer, const Message& message) {
    Writer::Object object(writer);
    object.add("key", message.key);
    object.begin("arguments");
    Writer::Object arguments(writer);
    for (const MessageArgument& argument : message.arguments) {
      arguments.begin(argument.name);
      std::visit([&](const auto& value) { writer.write(value); }, argument.value);
    }
  }
};

template <>
struct Traits<Error> {
  static void write(Writer& writer, const Error& error) {
    Writer::Object object(writer);
    object.add("code", error.code);
    object.add("arguments", error.arguments);
    object.add("line", error.line);
    object.add("column", error.column);
  }
};

template <>
struct Traits<Errors> {
  static void write(Writer& writer, const Errors& errors) {
    writer.write_json("{\"problems\":");
    writer.write_list(errors);
    writer.write_json("}");
  }
};

template <class T>
struct Traits<Result<T>> {
  static std::string text() { return "Answer<" + Traits<T>::text() + ">"; }
  static void write(Writer& writer, const Result<T>& result) {
    if (!result) return writer.write(result.errors());
    Writer::Object(writer).add("value", *result);
  }
  static void visit_parts(auto&& visit) { visit(std::type_identity<T>()); }
};

}  // namespace aero::schema
