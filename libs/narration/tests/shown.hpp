#pragma once
// Messages in one line: event.passed(seat: seat.R), play.does.walked(from: 10, to: 14).

#include <string>
#include <vector>

#include "aero/narration.hpp"

namespace aero {

inline std::string shown(const Message& message);

inline std::string shown(const MessageArgument::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return '"' + *text + '"';
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return shown(*std::get_if<Message>(&value));
}

inline std::string shown(const Message& message) {
  std::string text = message.key;
  for (const MessageArgument& argument : message.arguments) {
    text += text.size() == message.key.size() ? "(" : ", ";
    text.append(argument.name).append(": ").append(shown(argument.value));
  }
  return message.arguments.empty() ? text : text + ")";
}

inline std::vector<std::string> shown(const std::vector<Message>& messages) {
  std::vector<std::string> lines;
  for (const Message& message : messages) lines.push_back(shown(message));
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace aero
