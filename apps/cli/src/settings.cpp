#include "settings.hpp"

#include <algorithm>
#include <cstdlib>

#include "files.hpp"

namespace aero::cli {
namespace {

constexpr std::string_view kConfig = "--config";

// "--ops-port" → "AEROPLANE_OPS_PORT"
std::string variable_of(std::string_view flag) {
  std::string name = "AEROPLANE_";
  for (const char c : flag.substr(2)) {
    const bool is_letter = c >= 'a' && c <= 'z';
    name += c == '-' ? '_' : is_letter ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return name;
}

std::string_view trim(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r");
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(" \t\r") - start + 1);
}

std::string_view unquoted(std::string_view text) {
  const bool is_quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

bool is_setting(const Argument& argument) {
  return argument.is_flag() && !argument.value.empty() && argument.name != kConfig;
}

Call::Values of_environment(const Syntax& syntax) {
  Call::Values values;
  for (const Argument& argument : syntax.arguments) {
    if (!is_setting(argument)) continue;
    const char* value = std::getenv(variable_of(argument.name).c_str());
    if (value != nullptr && *value != '\0') values[std::string(argument.name)] = {value};
  }
  return values;
}

Call::Values of_file(const std::string& file, const Syntax& syntax) {
  Call::Values values;
  const std::string text = read_file(file);
  int number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = trim(std::string_view(text).substr(start, end - start));
    start = end + 1;
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t equals = line.find('=');
    const std::string flag = "--" + std::string(trim(line.substr(0, equals)));
    const bool is_known = std::ranges::any_of(syntax.arguments, [&](const Argument& argument) {
      return is_setting(argument) && argument.name == flag;
    });
    if (equals == std::string_view::npos || !is_known) {
      throw BadInput::about(
          "cli.serve.bad_setting",
          {{"file", file}, {"line", std::to_string(number)}, {"text", std::string(line)}});
    }
    values[flag] = {std::string(unquoted(trim(line.substr(equals + 1))))};
  }
  return values;
}

}  // namespace

Call with_settings(const Call& call, const Syntax& syntax) {
  const Call known = call.with(of_environment(syntax));
  const char* variable = std::getenv(variable_of(kConfig).c_str());
  const std::string file = call.text_or(kConfig, variable == nullptr ? "" : variable);
  return file.empty() ? known : known.with(of_file(file, syntax));
}

}  // namespace aero::cli
