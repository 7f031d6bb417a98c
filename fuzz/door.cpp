// Any bytes at all as a request: there is an answer, it is JSON and a value or problems, and a
// scene is the same whenever it is asked for.

#include "aero/door.hpp"

#include "aero/json.hpp"
#include "fuzz.hpp"

namespace {

using aero::fuzz::demand;
using aero::json::Value;

Value parse(std::string_view request, const std::string& answer) {
  auto parsed = aero::json::parse(answer);
  demand(parsed.value && parsed.value->is_object(), "an answer is JSON", request);
  return *std::move(parsed.value);
}

void check_problems(std::string_view request, const Value& problems) {
  demand(!problems.items.empty(), "there is at least one problem", request);
  for (const Value& problem : problems.items) {
    const std::string* code = problem.find("code")->as_text();
    demand(code != nullptr && !code->empty(), "a problem has a code", request);
    demand(problem.find("line")->as_whole().has_value(), "a problem names a line", request);
    demand(problem.find("column")->as_whole().has_value(), "a problem names a column", request);
  }
}

void check_scene(std::string_view request, const Value& scene) {
  const std::string record =
      "{\"record\":" + aero::json::in_quotes(*scene.find("record")->as_text());
  const std::string& entry = scene.find("entry")->text;
  aero::door::Desk desk;
  const std::string at = aero::door::answer(desk, "at\n" + record + ",\"entry\":" + entry + "}");
  const Value again = parse(request, at);
  const Value* value = again.find("value");
  demand(value != nullptr, "a scene is told again", request);
  demand(*value->find("position")->as_text() == *scene.find("position")->as_text(),
         "a scene is told again as it was", request);
  const std::string history = aero::door::answer(desk, "history\n" + record + "}");
  const Value entries = parse(request, history);
  demand(entries.find("value") != nullptr, "what has scenes has a history", request);
  demand(entries.find("value")->items.size() == scene.find("entries")->as_whole(),
         "each entry is told", request);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view request = aero::fuzz::as_text(data, size);
  static aero::door::Desk desk;  // one that has seen much
  const std::string answer = aero::door::answer(desk, request);
  const Value told = parse(request, answer);
  const Value* value = told.find("value");
  const Value* problems = told.find("problems");
  if (told.find("geometry") != nullptr) return 0;  // the facts stand bare
  demand((value == nullptr) != (problems == nullptr), "a value or problems", request);
  if (problems != nullptr) check_problems(request, *problems);
  if (value != nullptr && value->find("record") != nullptr) check_scene(request, *value);
  aero::door::Desk fresh;
  demand(aero::door::answer(fresh, request) == answer, "nothing is remembered", request);
  return 0;
}
