#include <gtest/gtest.h>

#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "aero/terminal.hpp"

namespace aero::terminal {

void PrintTo(const Event& event, std::ostream* out) {
  if (const auto* press = std::get_if<KeyPress>(&event)) {
    *out << "key " << static_cast<int>(press->key) << " U+" << std::hex
         << std::uint32_t{press->character} << std::dec << (press->ctrl ? " ctrl" : "")
         << (press->alt ? " alt" : "") << (press->shift ? " shift" : "");
  } else if (const auto* click = std::get_if<MouseClick>(&event)) {
    *out << "click " << static_cast<int>(click->button) << " at " << click->x << ' ' << click->y;
  }
}

namespace {

using Events = std::vector<Event>;

Events keys(std::string_view bytes) {
  Decoder decoder;
  auto events = decoder.feed(bytes);
  EXPECT_FALSE(decoder.is_waiting()) << bytes;
  return events;
}

Events flushed(std::string_view bytes) {
  Decoder decoder;
  EXPECT_EQ(decoder.feed(bytes), Events{});
  EXPECT_TRUE(decoder.is_waiting());
  auto events = decoder.flush();
  EXPECT_FALSE(decoder.is_waiting());
  return events;
}

KeyPress letter(char32_t character) { return {.character = character}; }
KeyPress ctrl(char32_t character) { return {.character = character, .ctrl = true}; }
KeyPress alt(char32_t character) { return {.character = character, .alt = true}; }
KeyPress named(Key key) { return {.key = key}; }

TEST(Decoder, ReadsCharacters) {
  EXPECT_EQ(keys("aZ 1"), (Events{letter('a'), letter('Z'), letter(' '), letter('1')}));
  EXPECT_EQ(keys("ış飞🎲"), (Events{letter(U'ı'), letter(U'ş'), letter(U'飞'), letter(U'🎲')}));
}

TEST(Decoder, ReadsControlKeys) {
  EXPECT_EQ(keys("\r"), Events{named(Key::enter)});
  EXPECT_EQ(keys("\n"), Events{named(Key::enter)});
  EXPECT_EQ(keys("\t"), Events{named(Key::tab)});
  EXPECT_EQ(keys("\x7f"), Events{named(Key::backspace)});
  EXPECT_EQ(keys("\b"), Events{named(Key::backspace)});
  EXPECT_EQ(keys("\x01\x03\x1a"), (Events{ctrl('a'), ctrl('c'), ctrl('z')}));
  EXPECT_EQ(keys(std::string_view("\0", 1)), Events{ctrl(' ')});
  EXPECT_EQ(keys("\x1c\x1f"), (Events{ctrl('\\'), ctrl('_')}));
}

TEST(Decoder, ReadsNamedKeysInEverySpelling) {
  for (const auto* bytes : {"\x1b[A", "\x1bOA", "\x1b[1A"}) {
    EXPECT_EQ(keys(bytes), Events{named(Key::up)});
  }
  EXPECT_EQ(keys("\x1b[B\x1b[C\x1b[D"),
            (Events{named(Key::down), named(Key::right), named(Key::left)}));
  for (const auto* bytes : {"\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"}) {
    EXPECT_EQ(keys(bytes), Events{named(Key::home)});
  }
  for (const auto* bytes : {"\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"}) {
    EXPECT_EQ(keys(bytes), Events{named(Key::end)});
  }
  EXPECT_EQ(
      keys("\x1b[2~\x1b[3~\x1b[5~\x1b[6~"),
      (Events{named(Key::insert), named(Key::del), named(Key::page_up), named(Key::page_down)}));
  for (const auto* bytes : {"\x1bOP", "\x1b[11~", "\x1b[[A", "\x1b[P"}) {
    EXPECT_EQ(keys(bytes), Events{named(Key::f1)});
  }
  EXPECT_EQ(keys("\x1bOM"), Events{named(Key::enter)});
}

TEST(Decoder, ReadsModifiers) {
  EXPECT_EQ(keys("\x1b[1;2A"), (Events{KeyPress{.key = Key::up, .shift = true}}));
  EXPECT_EQ(keys("\x1b[1;3C"), (Events{KeyPress{.key = Key::right, .alt = true}}));
  EXPECT_EQ(keys("\x1b[1;5D"), (Events{KeyPress{.key = Key::left, .ctrl = true}}));
  EXPECT_EQ(keys("\x1b[3;8~"),
            (Events{KeyPress{.key = Key::del, .ctrl = true, .alt = true, .shift = true}}));
  EXPECT_EQ(keys("\x1b[Z"), (Events{KeyPress{.key = Key::tab, .shift = true}}));
  EXPECT_EQ(keys("\x1bx"), Events{alt('x')});
  EXPECT_EQ(keys("\x1b飞"), Events{alt(U'飞')});
  EXPECT_EQ(keys("\x1b\r"), (Events{KeyPress{.key = Key::enter, .alt = true}}));
}

TEST(Decoder, WaitsToTellEscapeFromASequence) {
  EXPECT_EQ(flushed("\x1b"), Events{named(Key::escape)});
  EXPECT_EQ(flushed("\x1b["), Events{alt('[')});
  EXPECT_EQ(flushed("\x1bO"), Events{alt('O')});
  EXPECT_EQ(flushed("\x1b]"), Events{alt(']')});
  EXPECT_EQ(flushed("\x1b[1;"), Events{});
  EXPECT_EQ(flushed("\xE9\xA3"), Events{});
  Decoder decoder;
  EXPECT_EQ(decoder.feed("\x1b\x1b"), Events{named(Key::escape)});
  EXPECT_EQ(decoder.feed("[A"), Events{named(Key::up)});
  EXPECT_EQ(decoder.flush(), Events{});
}

TEST(Decoder, ReadsMouseClicks) {
  EXPECT_EQ(keys("\x1b[<0;1;1M"), (Events{MouseClick{MouseButton::left, 0, 0}}));
  EXPECT_EQ(keys("\x1b[<2;120;40M"), (Events{MouseClick{MouseButton::right, 119, 39}}));
  EXPECT_EQ(keys("\x1b[<1;300;5M"), (Events{MouseClick{MouseButton::middle, 299, 4}}));
  EXPECT_EQ(
      keys("\x1b[<64;3;4M\x1b[<65;3;4M"),
      (Events{MouseClick{MouseButton::wheel_up, 2, 3}, MouseClick{MouseButton::wheel_down, 2, 3}}));
  EXPECT_EQ(keys("\x1b[<16;2;2M"), (Events{MouseClick{MouseButton::left, 1, 1}}));
}

TEST(Decoder, IgnoresOtherMouseReports) {
  for (const auto* bytes : {"\x1b[<0;1;1m", "\x1b[<32;1;1M", "\x1b[<3;1;1M", "\x1b[<128;1;1M",
                            "\x1b[<0;0;1M", "\x1b[<0;1M", "\x1b[<M"}) {
    EXPECT_EQ(keys(bytes), Events{}) << bytes;
  }
}

TEST(Decoder, SkipsWhatItDoesNotKnow) {
  for (const auto* bytes : {"\x1b[99~", "\x1b[?1;2c", "\x1b[I", "\x1b[200~", "\x1b[97u", "\x1b[1$A",
                            "\x1b]11;rgb:0/0/0\a", "\x1b]52;c;aGVsbG8=\x1b\\", "\x1bP1$r0m\x1b\\",
                            "\x1bOz", "\x1b[[B", "\x1b[2A", "\x1b[5P"}) {
    EXPECT_EQ(keys(std::string(bytes) + "k"), Events{letter('k')}) << bytes;
  }
}

TEST(Decoder, RecoversFromBrokenInput) {
  EXPECT_EQ(keys("\xFF\xC0k"), Events{letter('k')});
  EXPECT_EQ(keys("\xE9\xA3k"), Events{letter('k')});
  EXPECT_EQ(keys("\xC2\x9Bk"), Events{letter('k')});
  EXPECT_EQ(keys("\x1b[12\x1b[Ak"), (Events{named(Key::up), letter('k')}));
  EXPECT_EQ(keys("\x1b[1\rk"), (Events{named(Key::enter), letter('k')}));
  EXPECT_EQ(keys("\x1b]0;t\x1b[A"), Events{named(Key::up)});
}

TEST(Decoder, HoldsBackABoundedNumberOfBytes) {
  const std::string digits(100'000, '1');
  EXPECT_EQ(keys("\x1b[" + digits + "Ak"), Events{letter('k')});
  EXPECT_EQ(keys("\x1b[" + std::string(100'000, '0') + "Ak"), Events{letter('k')});
  EXPECT_EQ(keys("\x1b[<" + digits + "Mk"), Events{letter('k')});
  EXPECT_EQ(keys("\x1b]52;" + digits + "\x1b\\k"), Events{letter('k')});
  EXPECT_EQ(keys("\x1b]52;" + digits + "\ak"), Events{letter('k')});
}

TEST(Decoder, DoesNotCareHowBytesAreCut) {
  const std::string all =
      "a\x1b[A飞\x1b[<0;12;34M\x1b]11;rgb\x1b\\\x1b[1;5D\x1bOP\x1b\x1b[3~\xFFq\x1bx🎲\x1b[[A\r";
  const auto expected = keys(all);
  EXPECT_EQ(expected.size(), 13u);
  for (std::size_t cut = 0; cut <= all.size(); ++cut) {
    Decoder decoder;
    auto events = decoder.feed(all.substr(0, cut));
    const auto rest = decoder.feed(all.substr(cut));
    events.insert(events.end(), rest.begin(), rest.end());
    EXPECT_EQ(events, expected) << cut;
  }
}

TEST(Decoder, SurvivesAnyBytes) {
  static constexpr std::string_view kLikely =
      "\x1b\x1b\x1b[[O]P<?;;0123456789MmA~uH\a\\\xE9\xA3\x9E\xFF";
  std::mt19937 random(11);
  Decoder decoder;
  for (int i = 0; i < 200'000; ++i) {
    const auto roll = random();
    const char byte =
        roll % 4 == 0 ? static_cast<char>(roll >> 8) : kLikely[(roll >> 8) % kLikely.size()];
    for (const auto& event : decoder.feed({&byte, 1})) {
      if (const auto* press = std::get_if<KeyPress>(&event)) {
        EXPECT_EQ(press->key == Key::character, press->character != 0);
      } else {
        EXPECT_TRUE(std::holds_alternative<MouseClick>(event));
      }
    }
    if (roll % 101 == 0) {
      EXPECT_LE(decoder.flush().size(), 1u);
      EXPECT_FALSE(decoder.is_waiting());
    }
  }
}

}  // namespace
}  // namespace aero::terminal
