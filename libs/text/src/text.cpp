#include "aero/text.hpp"

#include <unicode/locid.h>
#include <unicode/messagepattern.h>
#include <unicode/msgfmt.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ranges>
#include <utility>
#include <vector>

#include "catalogue.hpp"

namespace aero::text {
namespace {

// Two noncharacters that stand around the arguments while a pseudo message is made.
constexpr char16_t kArgumentStart = 0xFDD0;
constexpr char16_t kArgumentEnd = 0xFDD1;

const Message* find(std::string_view key) {
  const auto messages = catalogue();
  const auto found = std::ranges::lower_bound(messages, key, {}, &Message::key);
  return found != messages.end() && found->key == key ? &*found : nullptr;
}

icu::UnicodeString from_utf8(std::string_view text) {
  return icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
}

icu::UnicodeString number_name(const icu::UnicodeString& name) { return name + u"_number"; }

// ICU would group the digits of a bare {n} or # and write them the way the locale does. So every
// number is handed over twice: as text, which {n} and # show, and, under another name, as the
// number that plural and {n, number, …} work with. This renames the latter in the pattern.
icu::UnicodeString with_plain_numbers(const icu::UnicodeString& pattern, UErrorCode& status) {
  struct Edit {
    icu::MessagePattern::Part place;
    icu::UnicodeString text;
  };
  const icu::MessagePattern parsed(pattern, nullptr, status);
  std::vector<Edit> edits;
  std::vector<icu::UnicodeString> open;  // names of the arguments around this part
  for (std::int32_t i = 0; U_SUCCESS(status) && i < parsed.countParts(); ++i) {
    const auto& part = parsed.getPart(i);
    if (part.getType() == UMSGPAT_PART_TYPE_ARG_START) {
      const auto& name = parsed.getPart(i + 1);
      open.push_back(parsed.getSubstring(name));
      const auto type = part.getArgType();
      if (type != UMSGPAT_ARG_TYPE_NONE && type != UMSGPAT_ARG_TYPE_SELECT) {
        edits.push_back({name, number_name(open.back())});
      }
    } else if (part.getType() == UMSGPAT_PART_TYPE_ARG_LIMIT) {
      open.pop_back();
    } else if (part.getType() == UMSGPAT_PART_TYPE_REPLACE_NUMBER) {
      edits.push_back({part, u"{" + open.back() + u"}"});
    }
  }
  icu::UnicodeString result = pattern;
  for (const auto& [place, text] : std::views::reverse(edits)) {
    result.replace(place.getIndex(), place.getLength(), text);
  }
  return result;
}

template <class Number>
icu::UnicodeString plain(Number value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return from_utf8({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

struct Arguments {
  std::vector<icu::UnicodeString> names;
  std::vector<icu::Formattable> values;

  void add(const icu::UnicodeString& name, const icu::Formattable& value) {
    names.push_back(name);
    values.push_back(value);
  }
};

Arguments convert(std::span<const Argument> arguments, bool marked) {
  Arguments result;
  for (const auto& argument : arguments) {
    const auto name = from_utf8(argument.name);
    icu::UnicodeString shown;
    if (const auto* text = std::get_if<std::string_view>(&argument.value)) {
      shown = from_utf8(*text);
    } else if (const auto* integer = std::get_if<std::int64_t>(&argument.value)) {
      shown = plain(*integer);
      result.add(number_name(name), icu::Formattable(*integer));
    } else {
      const double number = std::get<double>(argument.value);
      shown = plain(number);
      result.add(number_name(name), icu::Formattable(number));
    }
    result.add(name, marked ? kArgumentStart + shown + kArgumentEnd : shown);
  }
  return result;
}

char16_t accented(char16_t letter) {
  static constexpr std::u16string_view kLower = u"áƀçďéƒğĥíĵķłɱñóƥɋřšťúṽŵẋýž";
  static constexpr std::u16string_view kUpper = u"ÁƁÇĎÉƑĞĤÍĴĶŁṀÑÓƤɊŘŠŤÚṼŴẊÝŽ";
  if (letter >= u'a' && letter <= u'z') {
    return kLower[static_cast<std::size_t>(letter - u'a')];
  }
  if (letter >= u'A' && letter <= u'Z') {
    return kUpper[static_cast<std::size_t>(letter - u'A')];
  }
  return letter;
}

icu::UnicodeString pseudo(const icu::UnicodeString& marked) {
  icu::UnicodeString result(u'⟦');
  bool in_argument = false;
  for (const char16_t unit :
       std::u16string_view(marked.getBuffer(), static_cast<std::size_t>(marked.length()))) {
    if (unit == kArgumentStart || unit == kArgumentEnd) {
      in_argument = unit == kArgumentStart;
    } else {
      result += in_argument ? unit : accented(unit);
    }
  }
  return result += u'⟧';
}

// The language that a locale name such as tr_TR.UTF-8 or zh-Hant asks for.
std::optional<Language> language_of_locale(std::string_view locale) {
  if (locale.starts_with("en_XA") || locale.starts_with("en-XA")) {
    return Language::pseudo;
  }
  return parse_language(locale.substr(0, locale.find_first_of("_-.@")));
}

std::string_view variable(const Environment& environment, const char* name) {
  const char* value = environment(name);
  return value ? value : "";
}

}  // namespace

std::optional<Language> parse_language(std::string_view code) {
  const auto* found = std::ranges::find(kLanguages, code, code_of);
  return found != std::end(kLanguages) ? std::optional(*found) : std::nullopt;
}

std::string_view code_of(Language language) {
  static constexpr std::string_view kCodes[] = {"en", "tr", "zh", "en-XA"};
  return kCodes[static_cast<std::size_t>(language)];
}

Language language_of_environment(const Environment& environment) {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const auto locale = variable(environment, name);
    if (locale.empty()) {
      continue;
    }
    const auto stem = locale.substr(0, locale.find('.'));
    if (stem == "C" || stem == "POSIX") {
      return Language::en;
    }
    if (const auto language = language_of_locale(locale)) {
      return *language;
    }
    break;
  }
  auto list = variable(environment, "LANGUAGE");
  while (!list.empty()) {
    const auto end = std::min(list.find(':'), list.size());
    if (const auto language = language_of_locale(list.substr(0, end))) {
      return *language;
    }
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return Language::en;
}

std::optional<std::string> format(Language language, std::string_view pattern,
                                  std::span<const Argument> arguments) {
  const bool is_pseudo = language == Language::pseudo;
  const auto* locale = is_pseudo ? "en" : code_of(language).data();
  const auto given = convert(arguments, is_pseudo);
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString text;
  const icu::MessageFormat message(with_plain_numbers(from_utf8(pattern), status),
                                   icu::Locale(locale), status);
  message.format(given.names.data(), given.values.data(),
                 static_cast<std::int32_t>(given.names.size()), text, status);
  if (U_FAILURE(status)) {
    return std::nullopt;
  }
  std::string result;
  return (is_pseudo ? pseudo(text) : text).toUTF8String(result);
}

std::string say(Language language, std::string_view key, std::span<const Argument> arguments) {
  const auto written = language == Language::pseudo ? Language::en : language;
  if (const Message* message = find(key)) {
    const auto pattern = message->patterns[static_cast<std::size_t>(written)];
    if (auto text = format(language, pattern, arguments)) {
      return *std::move(text);
    }
  }
  return std::string("⟨").append(key).append("⟩");
}

std::string say(Language language, std::string_view key,
                std::initializer_list<Argument> arguments) {
  return say(language, key, std::span(arguments.begin(), arguments.size()));
}

bool has_message(std::string_view key) { return find(key) != nullptr; }

}  // namespace aero::text
