#include "aero/door.hpp"

#include "json.hpp"

namespace aero::door {
namespace {

// The request of an operation, from JSON.
template <class Request>
Result<Request> read(std::string_view text) {
  const json::Parsed json = json::parse(text);
  if (!json.value) return Error{"door.not_json", {}, 0, 0};
  Request request;
  Reader reader;
  if (reader.read(*json.value, request)) return request;
  const schema::Problem& problem = reader.problem();
  return Error{"door.member", {{"expected", problem.detail}, {"member", problem.member}}, 0, 0};
}
template <>
Result<NoRequest> read(std::string_view) {
  return NoRequest{};
}

template <class Answer, class Request>
std::string run(Desk& desk, Answer (*operation)(Desk&, const Request&), std::string_view text) {
  Writer writer;
  const Result<Request> request = read<Request>(text);
  request ? writer.write(operation(desk, *request)) : writer.write(request.errors());
  return writer.take();
}

std::string unknown(std::string_view name) {
  std::string choices;
  for_each_operation([&](std::string_view each, auto, std::string_view) {
    choices.append(choices.empty() ? "" : ", ").append(each);
  });
  Writer writer;
  writer.write(Errors{
      {"door.unknown_operation", {{"choices", choices}, {"text", std::string(name)}}, 0, 0}});
  return writer.take();
}

}  // namespace

std::string answer(Desk& desk, std::string_view request) {
  const std::size_t end = request.find('\n');
  const std::string_view name = request.substr(0, end);
  request.remove_prefix(end == std::string_view::npos ? request.size() : end + 1);
  std::optional<std::string> answer;
  for_each_operation([&](std::string_view each, auto operation, std::string_view)
                         __attribute__((always_inline)) {
                           if (each == name) answer = run(desk, operation, request);
                         });
  return answer ? *std::move(answer) : unknown(name);
}

}  // namespace aero::door
