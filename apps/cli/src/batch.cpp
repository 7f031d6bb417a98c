#include "batch.hpp"

#include <string>

#include "answers.hpp"
#include "console.hpp"
#include "files.hpp"

namespace aero::cli {
namespace {

BadInput bad_field(std::string_view code, const std::string& name) {
  return BadInput::about(code, {{"name", name}});
}

struct Request {
  std::string rules = "standard";
  std::string position;
  std::optional<Pip> roll;  // none: asks for the moves
};

const std::string& text_of(const std::string& name, const Json& value) {
  if (!value.is_string()) throw bad_field("cli.batch.not_text", name);
  return value.get_ref<const std::string&>();
}

Pip pip_of(const Json& value) {
  const bool is_small = value.is_number_integer() && value >= 1 && value <= 6;
  if (!is_small) throw bad_field("cli.batch.not_pip", "roll");
  return *Pip::from(value.get<int>());
}

Request read_request(const std::string& line) {
  if (line.size() > kMaxLine) {
    throw BadInput::about("cli.batch.too_long", {{"bytes", std::to_string(kMaxLine)}});
  }
  Json json;
  try {
    json = Json::parse(line);
  } catch (const Json::parse_error& error) {
    throw BadInput::about("cli.batch.bad_json", {{"column", std::to_string(error.byte)}});
  } catch (const Json::exception&) {  // a number beyond all numbers
    throw BadInput::about("cli.batch.bad_json", {{"column", "1"}});
  }
  if (!json.is_object()) throw BadInput::about("cli.batch.not_object");

  Request request;
  std::string op;
  for (const auto& [name, value] : json.items()) {
    if (name == "rules") {
      request.rules = text_of(name, value);
    } else if (name == "position") {
      request.position = text_of(name, value);
    } else if (name == "roll") {
      request.roll = pip_of(value);
    } else if (name == "op") {
      op = text_of(name, value);
    } else {
      throw bad_field("cli.batch.unknown_field", name);
    }
  }
  if (!json.contains("position")) throw bad_field("cli.batch.missing_field", "position");
  if (json.contains("op") && op != (request.roll ? "roll" : "moves")) {
    throw bad_field("cli.batch.other_op", op);
  }
  return request;
}

Json answer(const std::string& line) {
  const Request request = read_request(line);
  const Rules rules = require(parse_rules(request.rules), "rules", request.rules);
  if (request.roll) {
    return {{"result", position_after(rules, request.position, "position", *request.roll)}};
  }
  return {{"moves", moves_after(rules, request.position, "position")}};
}

}  // namespace

void answer_batch(std::FILE* requests, text::Language language) {
  std::string line;
  while (read_line(requests, line)) {
    try {
      print_json(answer(line));
    } catch (const BadInput& input) {
      print_json({{"error", summary(language, input)}});
    }
    flush();
  }
}

}  // namespace aero::cli
