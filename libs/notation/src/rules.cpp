#include <type_traits>
#include <utility>

#include "aero/notation.hpp"
#include "cursor.hpp"

namespace aero {
namespace {

using Words = std::string_view;

constexpr Words kPlaneCounts[] = {"4", "3", "2", "1"};
constexpr Words kTakeoffs[] = {"246", "6", "56", "123456"};
constexpr Words kSixes[] = {"moved", "all", "every", "void", "none"};
constexpr Words kOnOff[] = {"on", "off"};
constexpr Words kFlights[] = {"may", "must", "off"};
constexpr Words kOnwards[] = {"off", "may", "must"};
constexpr Words kStacks[] = {"may", "always", "never"};
constexpr Words kStackHits[] = {"stack", "both", "hitter"};
constexpr Words kWalls[] = {"free", "barred", "bounce"};
constexpr Words kFinishes[] = {"exact", "bounce", "over"};
constexpr Words kBonuses[] = {"six", "capture", "home", "both"};
constexpr Words kEnds[] = {"last", "first"};
constexpr Words kMoveDuties[] = {"must", "may"};

// The row of an option whose enumerators stand in the order of its values.
template <auto Member>
constexpr Option row(Words key, std::span<const Words> values) {
  using Value = std::remove_reference_t<decltype(std::declval<Rules>().*Member)>;
  return {key, values, [](const Rules& rules) { return static_cast<int>(rules.*Member); },
          [](Rules& rules, int value) { rules.*Member = static_cast<Value>(value); }};
}

// The row of an option that is on or off, and on by default.
template <bool Rules::* Member>
constexpr Option on_off(Words key) {
  return {key, kOnOff, [](const Rules& rules) { return rules.*Member ? 0 : 1; },
          [](Rules& rules, int value) { rules.*Member = value == 0; }};
}

constexpr Option kOptions[] = {
    {"planes", kPlaneCounts, [](const Rules& rules) { return kMaxPlanes - rules.planes; },
     [](Rules& rules, int value) { rules.planes = static_cast<std::uint8_t>(kMaxPlanes - value); }},
    row<&Rules::takeoff>("takeoff", kTakeoffs),
    row<&Rules::sixes>("sixes", kSixes),
    on_off<&Rules::recall>("recall"),
    on_off<&Rules::jump>("jump"),
    row<&Rules::flight>("flight", kFlights),
    on_off<&Rules::chain>("chain"),
    row<&Rules::onward>("onward", kOnwards),
    on_off<&Rules::crossing>("crossing"),
    row<&Rules::stack>("stack", kStacks),
    row<&Rules::stackhit>("stackhit", kStackHits),
    row<&Rules::wall>("wall", kWalls),
    row<&Rules::finish>("finish", kFinishes),
    row<&Rules::bonus>("bonus", kBonuses),
    row<&Rules::end>("end", kEnds),
    row<&Rules::move>("move", kMoveDuties),
};

constexpr Preset kPresets[] = {
    {"standard", kStandard}, {"chinese", kChinese}, {"ludo", kLudo}, {"quick", kQuick}};

template <class Rows, class Name>
std::string list(const Rows& rows, Name name) {
  std::string names;
  for (const auto& row : rows) {
    if (!names.empty()) names += ", ";
    names += name(row);
  }
  return names;
}

std::string list_keys() {
  return list(kOptions, [](const Option& option) { return option.key; });
}
std::string list_presets() {
  return list(kPresets, [](const Preset& preset) { return preset.name; });
}

const Preset* find_preset(std::string_view name) {
  for (const Preset& preset : kPresets) {
    if (preset.name == name) return &preset;
  }
  return nullptr;
}

const Option* find_option(std::string_view key) {
  for (const Option& option : kOptions) {
    if (option.key == key) return &option;
  }
  return nullptr;
}

// Reads one item of the form key=value into the rules.
std::optional<Error> read_option(Rules& rules, Part item, std::size_t equals) {
  const Part key = item.take(equals);
  const Part value = item.drop(equals + 1);
  const Option* option = find_option(key.text);
  if (option == nullptr) {
    return error_at(key, "notation.unknown_key",
                    {{"key", std::string(key.text)}, {"choices", list_keys()}});
  }
  for (std::size_t i = 0; i < option->values.size(); ++i) {
    if (option->values[i] == value.text) {
      option->set(rules, static_cast<int>(i));
      return std::nullopt;
    }
  }
  return error_at(value, "notation.unknown_value",
                  {{"key", std::string(key.text)},
                   {"value", std::string(value.text)},
                   {"choices", list(option->values, [](Words word) { return word; })}});
}

std::optional<Error> read_item(Rules& rules, Part item, bool is_first) {
  if (item.text.empty()) {
    return error_at(item, "notation.empty_item",
                    {{"choices", list_presets()}, {"keys", list_keys()}});
  }
  const std::size_t equals = item.text.find('=');
  if (equals != std::string_view::npos) return read_option(rules, item, equals);
  const Preset* preset = find_preset(item.text);
  if (preset == nullptr) {
    return error_at(
        item, find_option(item.text) ? "notation.value_missing" : "notation.unknown_preset",
        {{"text", std::string(item.text)}, {"choices", list_presets()}, {"keys", list_keys()}});
  }
  if (!is_first) {
    return error_at(item, "notation.preset_not_first",
                    {{"text", std::string(item.text)}, {"choices", list_keys()}});
  }
  rules = preset->rules;
  return std::nullopt;
}

}  // namespace

std::span<const Option> options() { return kOptions; }
std::span<const Preset> presets() { return kPresets; }

std::string to_text(const Rules& rules) {
  std::string text;
  for (const Option& option : kOptions) {
    const int value = option.get(rules);
    if (value == 0) continue;
    if (!text.empty()) text += ',';
    text.append(option.key).append("=").append(option.values[static_cast<std::size_t>(value)]);
  }
  return text.empty() ? std::string(kPresets[0].name) : text;
}

Result<Rules> parse_rules(std::string_view text) {
  Rules rules;
  Errors errors;
  std::optional<Part> rest = Part{text};
  for (bool is_first = true; rest && errors.size() < kMaxErrors; is_first = false) {
    auto error = read_item(rules, take_part(rest, ','), is_first);
    if (error) errors.push_back(std::move(*error));
  }
  if (!errors.empty()) return errors;
  return rules;
}

}  // namespace aero
