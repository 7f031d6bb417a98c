// The game on the screen, without one: films, keys, clicks, take-back, set-up and replay.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "aero/ai.hpp"
#include "aero/notation.hpp"
#include "aero/testkit.hpp"
#include "golden.hpp"
#include "play/export.hpp"
#include "play/game_screen.hpp"
#include "play/replay_screen.hpp"
#include "play/table_screen.hpp"
#include "replace.hpp"

namespace aero::cli {
namespace {

using terminal::Key;
using terminal::KeyPress;
using terminal::Size;
using terminal::Timeout;

constexpr Size kSmall{80, 24};
constexpr Size kLarge{100, 30};

KeyPress key(Key named) { return {.key = named}; }
KeyPress key(char32_t character) { return {.key = Key::character, .character = character}; }

Plan plan_of(std::uint64_t seed, std::string_view rules = "standard") {
  Plan plan = default_plan();
  plan.seed = seed;
  plan.rules = testkit::rules(rules);
  return plan;
}

GameScreen game_of(const Plan& plan, Settings settings = {}) {
  return {*Session::begin(plan, std::nullopt), settings};
}

// Lets time pass until a person is asked, or the game is over.
void wait(GameScreen& game) {
  for (int i = 0; i < 100'000 && game.wait_ms() >= 0; ++i) game.update(Timeout{});
}

// A game by keys: the first choice, always.
void play_out(GameScreen& game) {
  for (int i = 0; i < 10'000 && !game.session().is_over(); ++i) {
    wait(game);
    if (game.session().is_over()) return;
    game.update(game.session().state().has_roll() ? key(Key::enter) : key(U' '));
  }
}

// The same without a screen.
Session played_out(const Plan& plan) {
  Session session = *Session::begin(plan, std::nullopt);
  while (!session.is_over()) {
    if (session.is_bots_turn()) {
      session.play_bot();
    } else if (session.state().has_roll()) {
      session.choose(legal_moves(session.rules(), session.state())[0]);
    } else {
      session.roll();
    }
  }
  return session;
}

// ---- films ----

TEST(Film, EndsWithTheNewPositionInAnyGame) {
  for (std::uint64_t game = 0; game < 60; ++game) {
    const Random random = Random(2026).fork(game);
    std::uint64_t draws = 0;
    const auto choose = [&](int bound) {
      return static_cast<int>(random.below(static_cast<std::uint32_t>(bound), draws++));
    };
    const Rules rules = choose_rules(choose);
    const Words words(text::Language::en);
    SeatSet seats;
    for (const Seat seat : kAllSeats) seats.insert(seat);
    State state = start(rules, seats, Seat::Y);
    Frame now{.view = view_of(state)};
    for (int ply = 0; ply < 150 && !state.is_over(); ++ply) {
      EventList events;
      const MoveList moves = legal_moves(rules, state);
      if (moves.empty()) {
        apply(rules, state, kPips[static_cast<std::size_t>(choose(6))], events);
      } else {
        apply(rules, state, moves[choose(moves.size())], events);
      }
      const auto frames = film(now, events, words, static_cast<Speed>(choose(4)));
      now = frames.back();
      ASSERT_EQ(now.view, view_of(state)) << to_text(rules) << " " << to_text(state);
      ASSERT_EQ(now.flyer, std::nullopt);
    }
  }
}

TEST(Film, WalksJumpsFliesAndSendsHome) {
  const Rules rules;
  State state = testkit::position("standard", "R:hx3,12 B:hx3,53 R 0 2 -");
  Frame now{.view = view_of(state), .die = 2};
  EventList events;
  apply(rules, state, legal_moves(rules, state)[2], events);
  const auto frames = film(now, events, Words(text::Language::en), Speed::normal);
  std::vector<Spot> flown;
  for (const Frame& frame : frames) {
    if (frame.flyer && frame.flyer->seat == Seat::R &&
        (flown.empty() || flown.back() != frame.flyer->spot)) {
      flown.push_back(frame.flyer->spot);
    }
  }
  const auto at = [](int step) { return spot_of(Seat::R, Step(step)); };
  std::vector<Spot> expected{at(13), at(14)};
  const auto jump = line(at(14), at(18));
  const auto flight = line(at(18), at(30));
  expected.insert(expected.end(), jump.begin() + 1, jump.end());
  expected.insert(expected.end(), flight.begin() + 1, flight.end());
  EXPECT_EQ(flown, expected);
  EXPECT_EQ(testkit::after("standard", "R:hx3,12 B:hx3,53 R 0 2 -", "12-14^18~30"), to_text(state));
  const auto sends = [](const Frame& frame) {
    return frame.flyer && frame.flyer->seat == Seat::B &&
           frame.flyer->spot == hangar_spot(Seat::B, 3);
  };
  EXPECT_TRUE(std::ranges::any_of(frames, sends));
  EXPECT_EQ(frames.back().trace.spots.front(), at(12));
}

TEST(SeatLines, CountAPlaneInTheAir) {
  Table table;
  table.first = Seat::R;
  table.players[0] = table.players[2] = Player{};
  auto match = *Match::begin(table);
  ASSERT_TRUE(match.roll(Pip(4)));
  const Frame now{.view = view_of(match.state())};
  const EventList events = *match.choose(legal_moves(match.rules(), match.state())[0]);
  const Words words(text::Language::en);
  bool is_seen = false;
  for (const Frame& frame : film(now, events, words, Speed::normal)) {
    is_seen |= frame.flyer.has_value();
    for (const SeatLine& line : seat_lines(frame, match, words)) EXPECT_EQ(line.planes, 4);
  }
  EXPECT_TRUE(is_seen);
}

TEST(Film, SaysALostRollLongEnough) {
  const Rules rules;
  State state = testkit::position("standard", "R:hx4 B:hx4 R 0 - -");
  const Frame now{.view = view_of(state)};
  EventList events;
  apply(rules, state, Pip(3), events);
  int shown_ms = 0;
  for (const Frame& frame : film(now, events, Words(text::Language::en), Speed::normal)) {
    if (frame.words == "Red has no legal move: the roll is lost.") shown_ms += frame.duration_ms;
  }
  EXPECT_GE(shown_ms, 1000);
}

TEST(Film, TakesNoTimeWhereAnimationIsOff) {
  GameScreen game = game_of(plan_of(1), {.speed = Speed::off, .pause = Pause::off});
  EXPECT_FALSE(game.stage().is_moving());
}

// ---- the game ----

TEST(Game, GoesAsTheSameGameWithoutAScreen) {
  for (const std::string_view rules : {"standard", "chinese", "quick"}) {
    for (const Speed speed : {Speed::off, Speed::normal}) {
      GameScreen game = game_of(plan_of(7, rules), {.speed = speed, .pause = Pause::brief});
      play_out(game);
      EXPECT_TRUE(game.session().is_over());
      EXPECT_EQ(to_text(game.session().match().record()),
                to_text(played_out(plan_of(7, rules)).match().record()));
    }
  }
}

TEST(Game, ShowsThePositionWheneverNothingMoves) {
  GameScreen game = game_of(plan_of(3, "quick"));
  for (int i = 0; i < 20'000 && !game.session().is_over(); ++i) {
    if (game.wait_ms() >= 0) {
      game.update(Timeout{});
    } else {
      game.update(game.session().state().has_roll() ? key(Key::enter) : key(U'r'));
    }
    if (!game.stage().is_moving()) {
      ASSERT_EQ(game.stage().now().view, view_of(game.session().state()));
    }
  }
  EXPECT_TRUE(game.session().is_over());
}

TEST(Game, ALoneKeyEndsTheFilmAndStillCounts) {
  GameScreen game = game_of(plan_of(1));
  ASSERT_TRUE(game.stage().is_moving());  // the starting rolls; Red begins
  game.update(key(U' '));
  // They were cut short, and the die was rolled.
  EXPECT_EQ(game.session().game().plies().size(), 1u);
}

TEST(Game, EnterDoesNotPlayAChoiceThatNobodyHasSeen) {
  // A die that opens two choices rolls; Enter only hurries it.
  Record record = *parse_record(
      "[Start \"R:p,5 B:hx2 R 0 - -\"]\n[Rules \"planes=2\"]\n[Bot B \"random\"]\n"
      "[Dice \"seed 1 game 0\"]\n");
  GameScreen game(*Session::resume(record, std::nullopt), {});
  game.update(key(U' '));
  ASSERT_TRUE(game.stage().is_moving());
  game.update(key(Key::enter));
  EXPECT_FALSE(game.stage().is_moving());
  EXPECT_TRUE(game.session().state().has_roll());
  game.update(key(Key::enter));
  EXPECT_FALSE(game.session().state().has_roll());
}

// A game in which Red is asked to choose, with its choices.
GameScreen choosing() {
  Record record = *parse_record(
      "[Rules \"standard\"]\n[Start \"R:h,10,13,17 Y:hx3,9 B:hx4 R 0 - -\"]\n"
      "[Bot B \"cautious\"]\n[Bot Y \"greedy\"]\n[Dice \"seed 3 game 0\"]\n");
  GameScreen game(*Session::resume(record, std::nullopt), {.speed = Speed::off});
  game.update(key(U' '));
  return game;
}

TEST(Game, ListsEachChoiceWithItsOutcomeAndTarget) {
  const GameScreen game = choosing();
  const State& state = game.session().state();
  ASSERT_TRUE(state.has_roll()) << to_text(state);
  const Content content = game.content();
  const MoveList moves = legal_moves(game.session().rules(), state);
  ASSERT_EQ(static_cast<int>(content.choices.size()), moves.size());
  for (const Target& target : content.scene.targets) {
    EXPECT_EQ(target.spot, spot_of(Seat::R, moves[target.number - 1].last()));
  }
  EXPECT_EQ(content.scene.selected, (OwnPiece{Seat::R, moves[0].piece}));
}

TEST(Words, TellWhatAMoveDoes) {
  const auto choices = [](std::string_view rules, std::string_view position) {
    return Words(text::Language::en)
        .choices(testkit::rules(rules), testkit::position(rules, position));
  };
  EXPECT_EQ(choices("standard", "R:hx3,12 B:hx3,53 R 0 2 -"),
            (std::vector<std::string>{"1. takes off", "2. 12 → 14, jumps to 18",
                                      "3. 12 → 14, jumps to 18, flies to 30, "
                                      "sends home Blue’s plane"}));
  EXPECT_EQ(choices("standard", "R:hx2,16,19 B:hx4 R 0 3 -"),
            (std::vector<std::string>{"1. 16 → 19, stands beside", "2. 16 → 19, makes a stack of 2",
                                      "3. 19 → 22, jumps to 26"}));
  EXPECT_EQ(choices("standard", "R:h,3*,52x2* B:hx3,1 R 1 4 -").back(),
            "3. marked stack of 2, 52 → centre");
  EXPECT_EQ(choices("planes=1,end=first", "R:52 B:h R 0 4 -"),
            (std::vector<std::string>{"1. 52 → centre, takes 1st place"}));
  EXPECT_EQ(choices("planes=1", "R:52 B:h R 0 4 -"),
            (std::vector<std::string>{"1. 52 → centre, takes 1st place, Blue takes 2nd place"}));
  EXPECT_EQ(choices("finish=bounce,move=may", "R:hx3,54 B:hx4 R 0 5 -"),
            (std::vector<std::string>{"1. 54 → centre and back to 53", "2. passes"}));
}

TEST(Words, FindThreatsThroughTheEngine) {
  const Rules rules;
  const State state = testkit::position("standard", "R:hx2,14,20 Y:hx3,3 B:hx4 R 0 - -");
  // Yellow on its 3 hits Red's 20 (its 7) with a 4; its 1 is Red's 14, which lies behind it.
  EXPECT_EQ(Words(text::Language::en).threats(rules, state, Seat::R),
            (std::vector<std::string>{"a plane on 20: Yellow can send it home with 4."}));
  EXPECT_EQ(Words(text::Language::en).threats(rules, state, Seat::B),
            (std::vector<std::string>{"No enemy can send a plane home with one roll."}));
}

TEST(Game, ChoosesByArrowsNumbersAndClicks) {
  GameScreen game = choosing();
  const int choices = static_cast<int>(game.content().choices.size());
  ASSERT_GE(choices, 2);
  game.update(key(Key::down));
  EXPECT_EQ(game.chosen(), 1);
  game.update(key(Key::up));
  game.update(key(Key::up));
  EXPECT_EQ(game.chosen(), choices - 1);
  game.update(key(U'1'));
  EXPECT_EQ(game.chosen(), 0);
  game.update(key(U'9'));
  EXPECT_EQ(game.chosen(), 0);

  const std::size_t plies = game.session().game().plies().size();
  game.update(terminal::Resize{kSmall});
  const Layout layout = layout_of(kSmall);
  game.update(terminal::MouseClick{
      .button = terminal::MouseButton::left, .x = layout.choices.x + 3, .y = layout.choices.y + 1});
  ASSERT_GT(game.session().game().plies().size(), plies);
  const Ply& ply = game.session().game().plies()[plies];
  EXPECT_EQ(std::get<Move>(ply.input), legal_moves(game.session().rules(), ply.before)[1]);
}

TEST(Game, PlaysByAClickOnATarget) {
  GameScreen game = choosing();
  game.update(terminal::Resize{kLarge});
  const Layout layout = layout_of(kLarge);
  const MoveList moves = legal_moves(game.session().rules(), game.session().state());
  // The last choice: a target of its own.
  const Move move = moves[moves.size() - 1];
  const Spot spot = spot_of(Seat::R, move.last());
  const std::size_t plies = game.session().game().plies().size();
  game.update(terminal::MouseClick{.button = terminal::MouseButton::left,
                                   .x = layout.board.x + spot.column * layout.board.columns + 1,
                                   .y = layout.board.y + spot.row * layout.board.rows});
  ASSERT_GT(game.session().game().plies().size(), plies);
  EXPECT_EQ(std::get<Move>(game.session().game().plies()[plies].input), move);
}

TEST(Game, TakesBackToTheLastChoiceAndMeetsTheSameDice) {
  GameScreen game = choosing();
  const State before = game.session().state();
  game.update(key(Key::enter));
  wait(game);
  ASSERT_NE(game.session().state(), before);
  const State later = game.session().state();
  game.update(key(U'u'));
  EXPECT_EQ(game.session().state(), before);
  EXPECT_EQ(game.stage().now().view, view_of(before));
  EXPECT_EQ(game.notice(), "Taken back to the last choice.");
  game.update(key(Key::enter));
  wait(game);
  EXPECT_EQ(game.session().state(), later);
}

TEST(Game, SaysThatThereIsNothingToTakeBack) {
  GameScreen game = game_of(plan_of(1), {.speed = Speed::off});
  game.update(key(U'u'));
  EXPECT_EQ(game.notice(), "There is no choice to take back.");
}

TEST(Game, AsksBeforeItQuits) {
  GameScreen game = choosing();
  game.update(key(U'q'));
  EXPECT_TRUE(game.has_popup());
  game.update(key(U'n'));
  EXPECT_FALSE(game.has_popup());
  EXPECT_EQ(game.end(), GameScreen::End::none);
  for (const KeyPress& yes : {key(Key::enter), key(U'q'), key(U'Y'), key(U'e'), key(U'是')}) {
    GameScreen other = choosing();
    other.update(key(U'q'));
    other.update(yes);
    EXPECT_EQ(other.end(), GameScreen::End::quit);
  }
}

TEST(Game, OpensTextsAndWaitsForTheirEnd) {
  for (const char32_t letter : {U'b', U't', U'm', U'?'}) {
    GameScreen game = choosing();
    game.update(key(letter));
    ASSERT_TRUE(game.has_popup());
    EXPECT_EQ(game.wait_ms(), -1);
    game.update(key(Key::down));
    EXPECT_TRUE(game.has_popup());
    game.update(key(U'x'));
    EXPECT_FALSE(game.has_popup());
  }
}

TEST(Game, HintsAtTheGreedyMove) {
  GameScreen game = choosing();
  const Move best = hint(game.session().rules(), game.session().state());
  game.update(key(U'h'));
  EXPECT_EQ(legal_moves(game.session().rules(), game.session().state())[game.chosen()], best);
  const Words words(text::Language::en);
  EXPECT_EQ(game.notice(), words.hint(game.chosen() + 1, game.session().chance_of(best)));
  EXPECT_EQ(words.hint(2, 0.64328), "Hint: choice 2. 64.3 % to win.");
}

TEST(Game, PlaysAnOnlyMoveItselfWhereThatIsWanted) {
  Record record = *parse_record(
      "[Start \"R:50 B:h R 0 - -\"]\n[Rules \"planes=1\"]\n[Bot B \"random\"]\n"
      "[Dice \"seed 1 game 0\"]\n");
  GameScreen game(*Session::resume(record, std::nullopt), {.speed = Speed::off});
  game.update(key(U'a'));
  game.update(key(U' '));
  ASSERT_GE(game.wait_ms(), 0);
  game.update(Timeout{});
  EXPECT_EQ(game.session().game().plies().size(), 2u);
}

TEST(Game, EndsWithTheOrderAndTheDiceAndPlaysAgain) {
  GameScreen game = game_of(plan_of(2, "quick"), {.speed = Speed::off, .pause = Pause::off});
  play_out(game);
  ASSERT_TRUE(game.has_popup());
  const Content content = game.content();
  ASSERT_TRUE(content.popup.has_value());
  const Seat winner = game.session().state().order()[0];
  EXPECT_EQ(content.popup->lines[0], "1. " + Words(text::Language::en).seat(winner));
  int rolls = 0;
  for (const Seat seat : kAllSeats) rolls += faces_of(game.session().game(), seat).sum;
  int expected = static_cast<int>(game.session().game().starting_throws().size());
  for (const Ply& ply : game.session().game().plies()) {
    expected += std::holds_alternative<Pip>(ply.input) ? 1 : 0;
  }
  EXPECT_EQ(rolls, expected);
  game.update(key(U'n'));
  EXPECT_EQ(game.end(), GameScreen::End::again);
}

TEST(Game, LooksAsItShould) {
  const GameScreen game = choosing();
  expect_golden("game-80x24.txt", to_text(game.draw(kSmall)));
  expect_golden("game-100x30.txt", to_text(game.draw(kLarge)));
}

TEST(Game, FitsAnySizeOrSaysSo) {
  const GameScreen game = choosing();
  for (int columns = 1; columns <= 200; columns += 7) {
    for (int rows = 1; rows <= 66; rows += 3) {
      const std::string text = to_text(game.draw({columns, rows}));
      const bool is_large_enough = layout_of({columns, rows}).is_large_enough;
      EXPECT_EQ(text.find("Red’s turn") != text.npos, is_large_enough) << columns << "x" << rows;
    }
  }
  EXPECT_TRUE(layout_of({60, 22}).is_large_enough);
  EXPECT_FALSE(layout_of({59, 22}).is_large_enough);
  EXPECT_FALSE(layout_of({60, 21}).is_large_enough);
  EXPECT_NE(to_text(game.draw({40, 10})).find("too small"), std::string::npos);
}

TEST(Layout, GivesEachPartRoomOfItsOwn) {
  for (int columns = 60; columns <= 240; ++columns) {
    for (int rows = 22; rows <= 80; ++rows) {
      const Layout layout = layout_of({columns, rows});
      ASSERT_TRUE(layout.is_large_enough);
      const BoardPlace& board = layout.board;
      std::vector<int> parts(static_cast<std::size_t>(columns * rows), 0);
      for (const terminal::Rect& part :
           {terminal::Rect{board.x, board.y, board.width(), board.height()}, layout.title,
            layout.seats, layout.die, layout.log, layout.notice, layout.choices, layout.keys}) {
        ASSERT_TRUE(part.columns > 0 && part.rows > 0) << columns << "x" << rows;
        ASSERT_TRUE(part.x >= 0 && part.x + part.columns <= columns && part.y >= 0 &&
                    part.y + part.rows <= rows)
            << columns << "x" << rows;
        for (int y = part.y; y < part.y + part.rows; ++y) {
          for (int x = part.x; x < part.x + part.columns; ++x) {
            ASSERT_EQ(parts[static_cast<std::size_t>(y * columns + x)]++, 0)
                << columns << "x" << rows << " at " << x << "," << y;
          }
        }
      }
    }
  }
}

// ---- kept games ----

class Kept : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("aeroplane-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(Kept, IsTheSameGameAfterEveryPly) {
  const std::filesystem::path file = folder_ / "deep" / "game.aero";
  Session session = *Session::begin(plan_of(5, "quick"), file);
  while (!session.is_over()) {
    const Session again = *Session::resume(*parse_record(*contents_of(file)), file);
    ASSERT_EQ(again.state(), session.state());
    ASSERT_EQ(again.match().record(), session.match().record());
    if (session.is_bots_turn()) {
      session.play_bot();
    } else if (session.state().has_roll()) {
      session.choose(legal_moves(session.rules(), session.state())[0]);
    } else {
      session.roll();
    }
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "deep" / "game.aero.new"));
}

TEST_F(Kept, IsJsonWhereTheNameSaysSo) {
  const std::filesystem::path file = folder_ / "game.json";
  Session session = *Session::begin(plan_of(5, "quick"), file);
  session.roll();
  EXPECT_EQ(*parse_json(*contents_of(file)), session.match().record());
}

TEST_F(Kept, SaysWhyItCannotBe) {
  Session session = *Session::begin(plan_of(5), folder_);  // a folder, not a file
  EXPECT_EQ(session.save_failure(), "Is a directory");
  EXPECT_EQ(session.save(), "Is a directory");
  EXPECT_EQ(replace_file(folder_ / "game", "text"), "");
  EXPECT_EQ(replace_file(folder_ / "game" / "deep", "text"), "Not a directory");
  EXPECT_EQ(*contents_of(folder_ / "game"), "text");
}

TEST_F(Kept, TakesThePlaceOfOrdinaryFilesOnly) {
  const std::filesystem::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(replace_file(pipe, "text"), "Operation not supported");
  EXPECT_EQ(contents_of(pipe), std::nullopt);
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

TEST_F(Kept, LeavesNoPieceBehindWhereItFails) {
  std::filesystem::create_directory(folder_ / "game");
  EXPECT_EQ(replace_file(folder_ / "game", "text"), "Is a directory");
  EXPECT_EQ(why_not_replaced(folder_ / "game"), "Is a directory");
  std::filesystem::create_directory(folder_ / "other");
  EXPECT_EQ(replace_file(folder_ / "other" / "game", "text"), "");
  EXPECT_EQ(why_not_replaced(folder_ / "other" / "next"), "");
  EXPECT_EQ(why_not_replaced(folder_ / "other" / "game" / "deep"), "Not a directory");
  const std::filesystem::directory_iterator files(folder_ / "other");
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST_F(Kept, KeepsLinksAndWhoMayReadIt) {
  const std::filesystem::path file = folder_ / "game";
  const std::filesystem::path link = folder_ / "link";
  std::filesystem::create_symlink("game", link);
  EXPECT_EQ(replace_file(link, "first"), "");  // leads to what was not there yet
  EXPECT_EQ(*contents_of(file), "first");
  std::filesystem::permissions(file, std::filesystem::perms::owner_read);
  EXPECT_EQ(replace_file(link, "second"), "");
  EXPECT_EQ(*contents_of(file), "second");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(std::filesystem::status(file).permissions(), std::filesystem::perms::owner_read);
}

TEST_F(Kept, IsNotPromisedAfterItCouldNotBeWritten) {
  GameScreen game(*Session::begin(plan_of(5), folder_), {.speed = Speed::off});
  game.update(key(U'q'));
  EXPECT_EQ(game.content().popup->lines,
            std::vector<std::string>{"The game could not be saved: Is a directory"});
}

// ---- set-up ----

TableScreen table(std::optional<int> kept_round = {}) { return {default_plan(), {}, kept_round}; }

TEST(Table, StartsWithOneKey) {
  TableScreen screen = table();
  screen.update(key(Key::enter));
  EXPECT_EQ(screen.end(), TableScreen::End::play);
  EXPECT_EQ(screen.plan().rules, Rules{});
  EXPECT_FALSE(screen.plan().players[0]->is_bot());
  for (const std::size_t seat : {1U, 2U, 3U}) EXPECT_TRUE(screen.plan().players[seat]->is_bot());
}

TEST(Table, OffersTheKeptGameFirst) {
  TableScreen screen = table(12);
  EXPECT_NE(to_text(screen.draw(kSmall)).find("round 12"), std::string::npos);
  screen.update(key(Key::enter));
  EXPECT_EQ(screen.end(), TableScreen::End::resume);
  TableScreen other = table(12);
  other.update(key(Key::down));
  other.update(key(Key::enter));
  EXPECT_EQ(other.end(), TableScreen::End::play);
}

TEST(Table, ChangesSeatsNamesRulesAndLanguage) {
  TableScreen screen = table();
  for (const char32_t letter : U"Ay\u015Fe") {
    if (letter != 0) screen.update(key(letter));
  }
  screen.update(key(Key::down));  // Yellow: cautious
  screen.update(key(Key::left));  // random
  screen.update(key(Key::down));  // Blue: greedy
  for (std::size_t bot = 2; bot < bots().size(); ++bot) {
    screen.update(key(Key::right));  // past the strongest: nobody
  }
  screen.update(key(Key::down));
  screen.update(key(Key::down));   // the rules
  screen.update(key(Key::right));  // chinese
  EXPECT_EQ(screen.plan().players[0]->name, "Ayşe");
  EXPECT_EQ(screen.plan().players[1]->bot, "random");
  EXPECT_EQ(screen.plan().players[2], std::nullopt);
  EXPECT_EQ(screen.plan().rules, kChinese);
  screen.update(key(Key::down));
  screen.update(key(Key::right));  // every option
  screen.update(key(Key::right));  // planes: 3
  EXPECT_EQ(screen.plan().rules.planes, 3);
  screen.update(key(Key::enter));  // back
  screen.update(key(Key::up));     // the last line: language
  screen.update(key(Key::right));
  EXPECT_EQ(screen.settings().language, text::Language::tr);
  EXPECT_NE(to_text(screen.draw(kSmall)).find("Uçak satrancı"), std::string::npos);
}

TEST(Table, NeedsTwoSeats) {
  TableScreen screen = table();
  for (int seat = 0; seat < 3; ++seat) {
    while (screen.plan().players[static_cast<std::size_t>(seat)]) screen.update(key(Key::right));
    screen.update(key(Key::down));
  }
  screen.update(key(Key::enter));
  EXPECT_EQ(screen.end(), TableScreen::End::none);
  EXPECT_NE(to_text(screen.draw(kSmall)).find("At least two seats"), std::string::npos);
}

TEST(Table, ReachesEveryOption) {
  TableScreen screen = table();
  for (int line = 0; line < 5; ++line) screen.update(key(Key::down));
  screen.update(key(Key::right));
  for (const Option& option : options()) {
    const int before = option.get(screen.plan().rules);
    screen.update(key(Key::right));
    EXPECT_EQ(option.get(screen.plan().rules),
              (before + 1) % static_cast<int>(option.values.size()))
        << option.key;
    screen.update(key(Key::down));
  }
}

// ---- replay ----

TEST(Replay, StepsForwardsAndBack) {
  const Session session = played_out(plan_of(9, "quick"));
  ReplayScreen screen(session.match(), {.speed = Speed::off});
  const auto& plies = session.game().plies();
  ASSERT_EQ(screen.length(), static_cast<int>(plies.size()));
  for (const Ply& ply : plies) {
    EXPECT_EQ(screen.stage().now().view, view_of(ply.before));
    screen.update(key(Key::right));
  }
  EXPECT_EQ(screen.stage().now().view, view_of(session.state()));
  screen.update(key(Key::right));
  EXPECT_EQ(screen.position(), screen.length());
  for (std::size_t i = plies.size(); i-- > 0;) {
    screen.update(key(Key::left));
    ASSERT_EQ(screen.stage().now().view, view_of(plies[i].before));
  }
  screen.update(key(Key::left));
  EXPECT_EQ(screen.position(), 0);
}

TEST(Replay, SaysWhatHappenedLast) {
  const Session session = played_out(plan_of(9, "quick"));
  ReplayScreen screen(session.match(), {.speed = Speed::normal});
  screen.update(key(Key::right));
  EXPECT_TRUE(screen.stage().is_moving());
  EXPECT_TRUE(screen.content().log.empty());
  screen.update(key(Key::end));
  EXPECT_EQ(screen.content().happening, "The game is over.");
  for (int position = screen.length() - 1; position > 0; --position) {
    screen.update(key(Key::left));
    ASSERT_NE(screen.content().happening, "") << position;
  }
}

TEST(Replay, GoesToARoundAndPlaysByItself) {
  const Session session = played_out(plan_of(9, "quick"));
  ReplayScreen screen(session.match(), {.speed = Speed::off});
  for (const KeyPress& press : {key(U'g'), key(U'5'), key(Key::enter)}) screen.update(press);
  const Ply& ply = session.game().plies()[static_cast<std::size_t>(screen.position())];
  EXPECT_EQ(ply.round, 5);
  EXPECT_EQ(session.game().plies()[static_cast<std::size_t>(screen.position() - 1)].round, 4);
  screen.update(key(U' '));
  while (screen.wait_ms() >= 0) screen.update(Timeout{});
  EXPECT_EQ(screen.position(), screen.length());
  screen.update(key(Key::home));
  EXPECT_EQ(screen.position(), 0);
  screen.update(key(U'q'));
  EXPECT_TRUE(screen.is_done());
}

// ---- nothing goes past the catalogue ----

// Numbers are all that may stand beside the catalogue's words.
void expect_from_catalogue(const std::string& text) {
  const std::string past = past_catalogue(text);
  EXPECT_EQ(past.find_first_not_of("0123456789. "), past.npos) << text;
}

TEST(Pseudo, SaysEverythingThroughTheCatalogue) {
  Plan plan = plan_of(11, "takeoff=56,move=may");
  GameScreen game = game_of(plan, {.language = text::Language::pseudo, .speed = Speed::fast});
  const char32_t letters[] = {U'b', U't', U'm', U'?', U'h', U's',
                              U'v', U'p', U'a', U'a', U'l', U'q'};
  std::size_t next = 0;
  for (int i = 0; i < 4'000 && !game.session().is_over(); ++i) {
    const Content content = game.content();
    expect_from_catalogue(content.title);
    expect_from_catalogue(content.happening);
    expect_from_catalogue(content.notice);
    for (const std::string& choice : content.choices) expect_from_catalogue(choice);
    for (const LogLine& line : content.log) expect_from_catalogue(line.text);
    for (const KeyHint& hint : content.keys) expect_from_catalogue(hint.does);
    for (const SeatLine& line : content.seats) expect_from_catalogue(line.name);
    if (content.popup) {
      expect_from_catalogue(content.popup->title);
      expect_from_catalogue(content.popup->footer);
      for (const std::string& line : content.popup->lines) expect_from_catalogue(line);
      game.update(key(U'x'));
    } else if (game.wait_ms() >= 0) {
      game.update(Timeout{});
    } else if (i % 3 == 0) {
      game.update(key(letters[next++ % std::size(letters)]));
    } else {
      game.update(game.session().state().has_roll() ? key(Key::enter) : key(U' '));
    }
  }
}

TEST(Keys, MeanWhatTheHelpSays) {
  EXPECT_EQ(action_of(key(U' ')), Action::roll);
  EXPECT_EQ(action_of(key(U'R')), Action::roll);
  EXPECT_EQ(action_of(key(Key::enter)), Action::play);
  EXPECT_EQ(action_of(key(Key::f1)), Action::help);
  EXPECT_EQ(action_of(key(U'？')), Action::help);
  EXPECT_EQ(action_of(key(U'5')), Action::number);
  EXPECT_EQ(action_of({.key = Key::character, .character = U'q', .ctrl = true}), Action::none);
  EXPECT_EQ(action_of(key(U'z')), Action::none);
}

}  // namespace
}  // namespace aero::cli
