#pragma once

// Every sentence a person reads, in every language the game speaks.
//
// The sentences live in catalogue/{en,tr,zh}.json as ICU MessageFormat patterns and are built into
// this library, so nothing is looked up on disk. The browser page reads the same three files.

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace aero::text {

// `pseudo` is for tests: English in which all that comes from the catalogue is accented and stands
// in ⟦…⟧, so that text which went past the catalogue shows. No person can choose it by name.
enum class Language : std::uint8_t { en, tr, zh, pseudo };

inline constexpr Language kLanguages[] = {Language::en, Language::tr, Language::zh};

// "en", "tr" or "zh", exactly; anything else is nothing.
std::optional<Language> parse_language(std::string_view code);

// "en", "tr", "zh"; "en-XA", the customary tag of a pseudo-locale, for `pseudo`.
std::string_view code_of(Language language);

// Value of an environment variable, or null: std::getenv will do.
using Environment = std::function<const char*(const char*)>;

// The language of the first of LC_ALL, LC_MESSAGES and LANG that is not empty. Where that is a
// language the game does not speak, or none is set, the first of LANGUAGE that it does speak; else
// English. C and POSIX are English. Any Chinese is `zh`; the locale en_XA is `pseudo`.
Language language_of_environment(const Environment& environment);

// A named argument of a message. Numbers appear in plain digits, the same in every language,
// unless the pattern asks for a format of its own ({p, number, percent}).
struct Argument {
  std::string_view name;
  std::variant<std::string_view, std::int64_t, double> value;
};

// The message in that language with its arguments filled in, as UTF-8. A key that the catalogue
// does not have comes back as ⟨key⟩, and an argument that is not given stays as {name}.
std::string say(Language language, std::string_view key, std::span<const Argument> arguments);
std::string say(Language language, std::string_view key,
                std::initializer_list<Argument> arguments = {});

// Whether the catalogue has the key; for keys that are put together, such as "rules." + name.
bool has_message(std::string_view key);

}  // namespace aero::text
