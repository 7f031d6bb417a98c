#include "aero/names.hpp"

#include <unicode/brkiter.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uspoof.h>

#include <cstdlib>
#include <memory>

namespace aero::protocol {
namespace {

constexpr UChar32 kJoiner = 0x200D;
constexpr UChar32 kAsText = 0xFE0E;  // how the character before is to be shown
constexpr UChar32 kAsEmoji = 0xFE0F;
constexpr UChar32 kDotAbove = 0x0307;

// Twenty of the longest emoji there are take less.
constexpr std::size_t kMostNameBytes = 1024;
constexpr int kMostMarks = 4;

// ICU has its data built in, so that this fails only where the library itself is broken.
void demand(UErrorCode status) {
  if (U_FAILURE(status)) std::abort();
}

bool has(UChar32 c, UProperty property) { return u_hasBinaryProperty(c, property) != 0; }

bool is_mark(UChar32 c) { return (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0; }

// Blank, though nothing says so, or a stand-in for what is not there.
bool is_blank(UChar32 c) { return c == 0x2800 || c == 0x1D159 || c == 0xFFFC || c == 0xFFFD; }

// Has a look of its own, wherever it stands.
bool is_visible(UChar32 c) {
  constexpr std::uint32_t kHidden = U_GC_C_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK;
  return (U_GET_GC_MASK(c) & kHidden) == 0 && !has(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) &&
         !is_blank(c);
}

bool is_tag(UChar32 c) { return 0xE0020 <= c && c <= 0xE007F; }

// May c, which is not visible, stand at that place: it joins emoji, says how the character before
// is shown, or spells the region of a flag.
bool is_part_of_emoji(const icu::UnicodeString& text, std::int32_t at, UChar32 c) {
  std::int32_t before_at = at;
  const auto step_back = [&] {
    before_at = text.moveIndex32(before_at, -1);
    return text.char32At(before_at);
  };
  if (at == 0) return false;
  UChar32 before = step_back();
  if (c == kAsText || c == kAsEmoji) return has(before, UCHAR_EMOJI);
  if (is_tag(c)) {
    while (is_tag(before) && before_at > 0) before = step_back();
    constexpr UChar32 kBlackFlag = 0x1F3F4;
    return before == kBlackFlag;
  }
  if (c != kJoiner) return false;
  while ((before == kAsEmoji || has(before, UCHAR_EMOJI_MODIFIER)) && before_at > 0) {
    before = step_back();
  }
  const std::int32_t after_at = text.moveIndex32(at, 1);
  return has(before, UCHAR_EXTENDED_PICTOGRAPHIC) && after_at < text.length() &&
         has(text.char32At(after_at), UCHAR_EXTENDED_PICTOGRAPHIC);
}

// Without white space at the ends, and with one space for each run of spaces inside.
icu::UnicodeString trimmed(const icu::UnicodeString& text) {
  icu::UnicodeString result;
  bool owes_space = false;
  for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
    const UChar32 c = text.char32At(at);
    const bool is_end = result.isEmpty();
    if (u_charType(c) == U_SPACE_SEPARATOR || (is_end && u_isUWhiteSpace(c))) {
      owes_space = !is_end;
      continue;
    }
    if (owes_space) result.append(u' ');
    owes_space = false;
    result.append(c);
  }
  while (!result.isEmpty() && u_isUWhiteSpace(result.char32At(result.length() - 1))) {
    result.truncate(result.length() - 1);
  }
  return result;
}

Error wrong_character(UChar32 c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string code;
  for (auto rest = static_cast<std::uint32_t>(c); rest != 0 || code.size() < 4; rest >>= 4) {
    code.insert(0, 1, kDigits[rest & 15]);
  }
  return {"name.character", {{"character", "U+" + code}}, 0, 0};
}

// The first character that may not stand where it does; negative where there is none.
UChar32 first_wrong(const icu::UnicodeString& text) {
  int marks = kMostMarks;  // a mark needs a letter before it
  for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
    const UChar32 c = text.char32At(at);
    if (!is_visible(c)) {
      if (!is_part_of_emoji(text, at, c)) return c;
    } else if (is_mark(c)) {
      if (++marks > kMostMarks) return c;
    } else {
      marks = c == ' ' ? kMostMarks : 0;
    }
  }
  return -1;
}

int count_letters(const icu::UnicodeString& text) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> letters(
      icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
  demand(status);
  letters->setText(text);
  int count = 0;
  while (letters->next() != icu::BreakIterator::DONE) ++count;
  return count;
}

icu::UnicodeString from_utf8(std::string_view text) {
  return icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
}

icu::UnicodeString skeleton_of(const icu::UnicodeString& text) {
  static const USpoofChecker* const kChecker = [] {
    UErrorCode status = U_ZERO_ERROR;
    const USpoofChecker* const checker = uspoof_open(&status);
    demand(status);
    return checker;
  }();
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString skeleton;
  uspoof_getSkeletonUnicodeString(kChecker, 0, text, skeleton, &status);
  demand(status);
  return skeleton;
}

// Without regard to case, and with one i: I, ı, İ and i are the same.
icu::UnicodeString folded(icu::UnicodeString text) {
  text.foldCase();
  text.findAndReplace(icu::UnicodeString(u'i').append(kDotAbove), icu::UnicodeString(u'i'));
  return text.findAndReplace(icu::UnicodeString(UChar32{0x131}), icu::UnicodeString(u'i'));
}

// Without what cannot be seen.
icu::UnicodeString bare(std::string_view name) {
  const icu::UnicodeString text = from_utf8(name);
  icu::UnicodeString result;
  for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
    const UChar32 c = text.char32At(at);
    if (c != kJoiner && c != kAsText && c != kAsEmoji) result.append(c);
  }
  return result;
}

}  // namespace

Result<std::string> tidy_name(std::string_view text) {
  const Error too_long{"name.too_long", {{"most", std::to_string(kMostNameLetters)}}, 0, 0};
  if (text.size() > kMostNameBytes) return too_long;
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* const nfc = icu::Normalizer2::getNFCInstance(status);
  demand(status);
  const icu::UnicodeString name = nfc->normalize(trimmed(from_utf8(text)), status);
  demand(status);
  if (name.isEmpty()) return Error{"name.empty", {}, 0, 0};
  const UChar32 wrong = first_wrong(name);
  if (wrong >= 0) return wrong_character(wrong);
  if (count_letters(name) > kMostNameLetters) return too_long;
  std::string result;
  name.toUTF8String(result);
  return result;
}

bool look_alike(std::string_view a, std::string_view b) {
  const icu::UnicodeString bare_a = bare(a);
  const icu::UnicodeString bare_b = bare(b);
  const auto by_case = [](const icu::UnicodeString& name) { return skeleton_of(folded(name)); };
  if (by_case(bare_a) == by_case(bare_b)) return true;
  // What looks like a capital letter may be none: I is a small l, and 0 a capital O.
  return by_case(skeleton_of(bare_a)) == by_case(skeleton_of(bare_b));
}

}  // namespace aero::protocol
