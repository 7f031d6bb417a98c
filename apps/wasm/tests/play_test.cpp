// Games through the door, held against the engine and against what the door itself tells of them.

#include <algorithm>

#include "aero/ai.hpp"
#include "aero/dice.hpp"
#include "aero/eval.hpp"
#include "shown.hpp"

namespace aero::door {
namespace {

using Kind = Event::Kind;

// The refusal of a bot that there is not.
std::string unknown_bot(const std::string& name) {
  std::string choices;
  for (const Bot* bot : bots()) {
    choices.append(choices.empty() ? "" : ", ").append(bot->name());
  }
  return "0:0 door.unknown_bot choices=" + choices + " text=" + name;
}

Result<Scene> roll_in(Desk& desk, const Scene& scene) {
  return roll(desk, {scene.record, *scene.turn, scene.ply});
}
Result<Scene> choose_in(Desk& desk, const Scene& scene, const std::string& move) {
  return choose(desk, {scene.record, *scene.turn, scene.ply, move});
}

// ---- the same game as a match plays ----

std::string record_by_door(const Plan& plan) {
  Desk desk;
  Scene scene = value_of(begin(desk, plan));
  while (scene.phase != Phase::over && !::testing::Test::HasFailure()) {
    scene = scene.phase == Phase::roll
                ? value_of(roll_in(desk, scene))
                : value_of(choose_in(desk, scene, value_of(bot_move(desk, {scene.record})).move));
  }
  return scene.record;
}

std::string record_by_match(const Plan& plan) {
  Table table{*parse_rules(plan.rules), {}, DiceKey{std::stoull(plan.seed), 0}, plan.first, {}};
  for (const Player& player : plan.players) {
    table.players[at(player.seat)] = {player.name, player.bot};
  }
  std::vector<aero::Tag> tags;
  for (const Tag& tag : plan.tags) tags.push_back({tag.name, tag.value});
  Match match = *Match::begin(table, tags);
  while (!match.state().is_over()) {
    const State& state = match.state();
    if (!state.has_roll()) {
      EXPECT_TRUE(match.roll());
      continue;
    }
    const Bot& bot = *find_bot(match.player(state.turn())->bot);
    EXPECT_TRUE(match.choose(bot.choose(match.rules(), state, legal_moves(match.rules(), state),
                                        match.decision_stream())));
  }
  return to_text(match.record());
}

TEST(Play, IsTheGameThatAMatchPlays) {
  Plan plan = plan_of("standard", "G:random R:greedy Y:cautious B:random", "18446744073709551615");
  plan.tags = {{"Event", "Tea \"time\""}, {"Date", "2026-05-17"}};
  plan.players[1].name = "Ayşe 王";
  EXPECT_EQ(record_by_door(plan), record_by_match(plan));
  for (const char* rules : {"standard", "chinese", "ludo", "quick", "move=may,onward=may"}) {
    plan = plan_of(rules, "Y:greedy G:cautious B:random", "7");
    EXPECT_EQ(record_by_door(plan), record_by_match(plan)) << rules;
  }
  plan.first = Seat::G;
  EXPECT_EQ(record_by_door(plan), record_by_match(plan));
}

// The same constants stand in door.test.mjs, for the module.
TEST(Play, OfTheBotsOfTheNetIsTheSameEverywhere) {
  if (standard_net() == nullptr) GTEST_SKIP() << "no net";
  Desk desk;
  const Scene scene =
      value_of(resume(desk, {record_by_door(plan_of("standard", "R:master B:champion", "3"))}));
  EXPECT_EQ(scene.entries, 205);
  EXPECT_EQ(scene.position, "R:cx4 B:hx2,p,8 - 0 - RB");
}

// ---- laws of every scene ----

// What one piece does, by its kind.
void check_path(const Happening& told) {
  switch (told.kind) {
    case Kind::took_off:
    case Kind::walked:
    case Kind::jumped:
    case Kind::flew: {
      ASSERT_TRUE(told.before && told.after) << shown(told);
      ASSERT_GE(told.path.size(), 2u) << shown(told);
      EXPECT_EQ(told.path.front(), told.before->step) << shown(told);
      EXPECT_EQ(told.path.back(), told.after->step) << shown(told);
      if (told.kind == Kind::flew) {
        EXPECT_EQ(told.path, (std::vector{18, 30}));
        return;
      }
      for (std::size_t i = 1; i < told.path.size(); ++i) {
        EXPECT_EQ(std::abs(told.path[i] - told.path[i - 1]), 1) << shown(told);
      }
      return;
    }
    case Kind::captured:
    case Kind::struck:
    case Kind::recalled:
      ASSERT_TRUE(told.before) << shown(told);
      EXPECT_EQ(told.path, (std::vector{told.before->step, -1}));
      return;
    default: EXPECT_TRUE(told.path.empty()) << shown(told);
  }
}

// Each event changes the board of the one before it as it says, and the last leaves the scene's.
// What is taken back just is no more.
void check_happened(const std::vector<Piece>& pieces, const Scene& scene) {
  if (scene.latest->kind == EntryKind::take_back) {
    EXPECT_TRUE(scene.happened.empty());
    return;
  }
  std::string board = shown(pieces);
  for (const Happening& told : scene.happened) {
    check_path(told);
    const bool moves = told.before.has_value() || told.kind == Kind::stacked;
    const bool unmarks = told.kind == Kind::next || told.kind == Kind::over ||
                         (told.kind == Kind::again && told.value == 0);
    if (!moves && !unmarks) {
      EXPECT_EQ(shown(told.pieces), board) << shown(told);
    }
    if (told.after && told.after->step <= 55) {  // in the centre each plane is by itself
      EXPECT_NE(shown(told.pieces).find(shown(*told.after)), std::string::npos) << shown(told);
    }
    board = shown(told.pieces);
  }
  EXPECT_EQ(board, shown(scene.pieces));
  ASSERT_FALSE(scene.happened.empty());
  EXPECT_EQ(scene.happened.back().roll, scene.roll);
}

bool has(const Scene& scene, Kind kind) {
  return std::ranges::any_of(scene.happened, [&](const auto& told) { return told.kind == kind; });
}

// What a choice promised, by what came of it.
void check_choice(const Choice& choice, Seat mover, const Scene& after) {
  EXPECT_EQ(choice.flies, has(after, Kind::flew)) << shown(choice);
  EXPECT_EQ(choice.jumps, has(after, Kind::jumped)) << shown(choice);
  EXPECT_EQ(choice.joins, has(after, Kind::stacked)) << shown(choice);
  EXPECT_FALSE(choice.words.empty()) << shown(choice);
  std::vector<Piece> captured;
  std::vector<int> stops;
  for (const Happening& told : after.happened) {
    if (told.kind == Kind::captured) captured.push_back(*told.before);
    if (told.path.size() > 1 && told.after) stops.push_back(told.after->step);
  }
  EXPECT_EQ(shown(choice.captures), shown(captured)) << shown(choice);
  // A piece that strikes a stack comes no further.
  if (!has(after, Kind::struck)) {
    EXPECT_EQ(choice.stops, stops) << shown(choice);
  }
  if (!choice.piece) {
    EXPECT_TRUE(has(after, Kind::passed)) << shown(choice);
    return;
  }
  EXPECT_EQ(choice.to, choice.stops.back());
  const auto beside = std::ranges::count_if(after.pieces, [&](const Piece& piece) {
    return piece.seat == mover && piece.step == choice.to;
  });
  EXPECT_EQ(choice.beside, choice.to >= 1 && choice.to <= 55 && beside > 1) << shown(choice);
}

// The scene as it is told at once and as it is told later; only the record has grown meanwhile.
std::string timeless(Scene scene) {
  scene.record.clear();
  scene.entries = 0;
  scene.can_take_back = false;
  return shown(scene);
}

// Plays by any rules with any choices, and takes some back.
class Player {
 public:
  Player(const Random& random, std::string_view players) : random_(random) {
    const Rules rules = choose_rules([&](int values) { return number(values); });
    Plan plan = plan_of(to_text(rules), players, std::to_string(random.at(0)));
    if (number(2) == 0) plan.first = plan.players[0].seat;
    scene_ = value_of(begin(desk_, plan));
    begun_ = scene_.entries;
  }

  void play(int plies) {
    for (int ply = 0; ply < plies && scene_.phase != Phase::over; ++ply) {
      scenes_.push_back(timeless(scene_));
      const Scene before = scene_;
      scene_ = value_of(step());
      check_happened(before.pieces, scene_);
      EXPECT_EQ(scene_.ply, before.ply + 1);
      if (chosen_) check_choice(*chosen_, *before.turn, scene_);
      if (::testing::Test::HasFailure()) return;
    }
    scenes_.push_back(timeless(scene_));
  }

  // Every scene and entry is told again, whenever it is asked for.
  void check_past() {
    Desk desk;  // one that has seen nothing
    const auto entries = value_of(history(desk, {scene_.record}));
    ASSERT_EQ(static_cast<int>(entries.size()), scene_.entries);
    for (int entry = 0; entry <= scene_.entries; ++entry) {
      const Scene scene = value_of(at(desk, {scene_.record, entry}));
      EXPECT_EQ(scene.entry, entry);
      EXPECT_EQ(scene.record, scene_.record);
      if (entry >= begun_) {
        EXPECT_EQ(timeless(scene), scenes_[static_cast<std::size_t>(entry - begun_)]);
      }
      if (entry == 0) continue;
      Entry told = entries[static_cast<std::size_t>(entry - 1)];
      told.in_force = true;
      EXPECT_EQ(shown(*scene.latest), shown(told));
    }
    EXPECT_EQ(shown(value_of(at(desk, {scene_.record, scene_.entries}))), shown(scene_));
    EXPECT_EQ(shown(value_of(resume(desk, {scene_.record}))), shown(scene_));
    const std::string twin = value_of(to_json(desk, {scene_.record})).json;
    EXPECT_EQ(shown(value_of(resume(desk, {twin}))), shown(scene_));
  }

 private:
  int number(int bound) {
    return static_cast<int>(random_.below(static_cast<std::uint32_t>(bound), ++drawn_));
  }

  Result<Scene> step() {
    chosen_.reset();
    if (scene_.can_take_back && number(12) == 0) return take_back(desk_, {scene_.record});
    if (scene_.phase == Phase::roll) return roll_in(desk_, scene_);
    chosen_ =
        scene_.choices[static_cast<std::size_t>(number(static_cast<int>(scene_.choices.size())))];
    return choose_in(desk_, scene_, chosen_->move);
  }

  Random random_;
  std::uint64_t drawn_ = 0;
  Desk desk_;
  Scene scene_;
  int begun_ = 0;  // entries at the beginning
  std::vector<std::string> scenes_;
  std::optional<Choice> chosen_;
};

TEST(Play, KeepsToTheLaws) {
  constexpr const char* kPlayers[] = {"R B:random", "R Y G:greedy", "R Y:cautious B G", "Y G"};
  for (std::uint64_t game = 0; game < 60; ++game) {
    Player player(Random(42).fork(game), kPlayers[game % 4]);
    player.play(game < 4 ? 1200 : 150);
    if (!HasFailure()) player.check_past();
    ASSERT_FALSE(HasFailure()) << "game " << game;
  }
}

// ---- moments ----

TEST(Scenes, OfTheStartingRolls) {
  Desk desk;
  const Scene begun = value_of(begin(desk, plan_of("standard", "R B", "7")));
  EXPECT_EQ(begun.position, "R:hx4 B:hx4 B 0 - -");
  EXPECT_EQ(begun.entries, 2);
  EXPECT_EQ(begun.ply, 0);
  EXPECT_EQ(shown(begun.request), R"({"key":"play.asks_roll","arguments":{"turn":)"
                                  R"({"key":"seat.B.turn","arguments":{}}}})");
  ASSERT_EQ(begun.happened.size(), 2u);
  EXPECT_EQ(begun.happened[0].kind, Kind::rolled);
  EXPECT_EQ(begun.happened[0].seat, Seat::B);
  EXPECT_EQ(begun.happened[0].value, 4);
  EXPECT_EQ(begun.happened[0].roll, 0);
  EXPECT_EQ(begun.happened[1].kind, Kind::next);
  EXPECT_EQ(begun.happened[1].message.key, "play.starting.begins");
  EXPECT_EQ(begun.seats[0].faces, (std::vector{0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(begun.seats[1].faces, (std::vector{0, 0, 0, 1, 0, 0}));

  const Scene first = value_of(at(desk, {begun.record, 1}));
  EXPECT_EQ(first.turn, Seat::B);
  ASSERT_EQ(first.happened.size(), 1u);
  EXPECT_EQ(first.happened[0].seat, Seat::R);
  EXPECT_EQ(first.seats[1].faces, (std::vector{0, 0, 0, 0, 0, 0}));
  const Scene nothing = value_of(at(desk, {begun.record, 0}));
  EXPECT_EQ(nothing.turn, Seat::R);
  EXPECT_FALSE(nothing.latest);
  EXPECT_TRUE(nothing.happened.empty());

  EXPECT_EQ(shown(value_of(starting_rolls(desk, {begun.record}))),
            R"([{"seat":"R","value":2,"message":{"key":"event.starting_roll","arguments":{"seat":)"
            R"({"key":"seat.R","arguments":{}},"value":2}}},)"
            R"({"seat":"B","value":4,"message":{"key":"event.starting_roll","arguments":{"seat":)"
            R"({"key":"seat.B","arguments":{}},"value":4}}}])");
}

const std::string kEndgame =
    "[Seat R \"Ayşe\"][Bot B \"greedy\"][Dice \"seed 5 game 0\"]"
    "[Start \"R:17x2,18,55 Y:cx4 B:5x3,53 R 0 6 Y\"]";

TEST(Scenes, TellAllThatCanBeChosen) {
  Desk desk;
  const Scene scene = value_of(resume(desk, {kEndgame}));
  EXPECT_EQ(scene.phase, Phase::choose);
  EXPECT_EQ(scene.roll, 6);
  EXPECT_EQ(scene.order, (std::vector{Seat::Y}));
  EXPECT_EQ(shown(scene.seats[0]),
            R"({"seat":"R","name":"Ayşe","bot":"","progress":48,"hangar":0,"home":0,"planes":4,)"
            R"("place":0,"faces":[0,0,0,0,0,0]})");
  EXPECT_EQ(shown(scene.seats[1]),
            R"({"seat":"Y","name":"","bot":"","progress":100,"hangar":0,"home":4,"planes":4,)"
            R"("place":1,"faces":[0,0,0,0,0,0]})");
  std::string moves;
  for (const Choice& choice : scene.choices) moves += choice.move + " ";
  EXPECT_EQ(moves, "17x2-23 18-24 ");
  EXPECT_EQ(shown(scene.choices[0]),
            R"({"move":"17x2-23","piece":{"seat":"R","step":17,"size":2,"marks":0},"stops":[23],)"
            R"("to":23,"flies":false,"jumps":false,"joins":false,"beside":false,"captures":[],)"
            R"("words":[{"key":"play.does.stack","arguments":{"planes":2}},)"
            R"({"key":"play.does.walked","arguments":{"from":17,"to":23}},)"
            R"({"key":"play.does.again","arguments":{}}]})");
}

TEST(Scenes, TellFlightsAndWhatTheySendHome) {
  Desk desk;
  const Scene scene = value_of(resume(desk, {"[Start \"R:12,30,34,h B:7,53x2,h R 0 2 -\"]"}));
  EXPECT_FALSE(scene.has_dice);
  EXPECT_FALSE(scene.can_take_back);
  ASSERT_EQ(scene.choices.size(), 6u);
  const auto find = [&](std::string_view move) {
    return std::ranges::find(scene.choices, move, &Choice::move);
  };
  const auto flight = find("12-14^18~30");
  ASSERT_NE(flight, scene.choices.end());
  EXPECT_EQ(flight->stops, (std::vector{14, 18, 30}));
  EXPECT_TRUE(flight->flies && flight->jumps && flight->beside);
  EXPECT_FALSE(flight->joins);
  EXPECT_EQ(shown(flight->captures), R"([{"seat":"B","step":53,"size":2,"marks":0}])");
  EXPECT_TRUE(find("12-14^18~30+")->joins);
  EXPECT_FALSE(find("12-14^18~30+")->beside);
}

// ---- what is refused ----

TEST(Refusals, OfWhatDoesNotFitTheMoment) {
  Desk desk;
  const Scene scene = value_of(begin(desk, plan_of("takeoff=123456", "R B", "7")));
  EXPECT_EQ(codes(roll(desk, {scene.record, Seat::B, 3}).errors()),
            "0:0 match.stale ply=3 expected=0");
  EXPECT_EQ(codes(roll(desk, {scene.record, Seat::R, 0}).errors()),
            "0:0 match.not_on_turn seat=R expected=B");
  EXPECT_EQ(codes(choose(desk, {scene.record, Seat::B, 0, "h-p"}).errors()),
            "0:0 record.roll_missing seat=B move=h-p");
  EXPECT_EQ(codes(choose(desk, {scene.record, Seat::B, 0, "h-"}).errors()).substr(0, 21),
            "1:3 notation.bad_step");
  EXPECT_EQ(codes(bot_move(desk, {scene.record}).errors()), "0:0 play.roll_first");
  EXPECT_EQ(codes(hint(desk, {scene.record}).errors()), "0:0 play.roll_first");
  EXPECT_EQ(codes(take_back(desk, {scene.record}).errors()), "0:0 match.nothing_to_take_back");
  EXPECT_EQ(codes(at(desk, {scene.record, 3}).errors()), "0:0 door.no_entry entries=2 entry=3");

  const Scene rolled = value_of(roll_in(desk, scene));
  EXPECT_EQ(codes(roll(desk, {scene.record, Seat::B, 1}).errors()),
            "0:0 match.stale ply=1 expected=0");
  EXPECT_EQ(codes(roll_in(desk, rolled).errors()),
            "0:0 record.roll_waiting seat=B roll=6 choices=h-p");
  EXPECT_EQ(codes(choose_in(desk, rolled, "p-6").errors()),
            "0:0 record.move_not_legal seat=B move=p-6 roll=6 choices=h-p");
  EXPECT_EQ(codes(bot_move(desk, {rolled.record}).errors()), "0:0 door.no_bot seat=B");
  // Nothing of all that has left a trace.
  EXPECT_EQ(shown(value_of(resume(desk, {rolled.record}))), shown(rolled));
}

TEST(Refusals, OfPlans) {
  Desk desk;
  const auto outcome = [&](const Plan& plan) { return codes(begin(desk, plan).errors()); };
  EXPECT_EQ(outcome(plan_of("standard", "R")), "0:0 match.too_few_players players=1");
  EXPECT_EQ(outcome(plan_of("standard", "R B R")), "0:0 position.seat_twice seat=R");
  EXPECT_EQ(outcome(plan_of("standard", "R B:deep")), unknown_bot("deep"));
  EXPECT_EQ(outcome(plan_of("takeoff=7", "R B")).substr(0, 27), "1:9 notation.unknown_value ");
  for (const char* seed : {"", "-1", "1.5", "18446744073709551616", "1 "}) {
    EXPECT_EQ(outcome(plan_of("standard", "R B", seed)),
              "0:0 door.member expected=\"0\" … \"18446744073709551615\" member=seed");
  }
  Plan plan = plan_of("standard", "R B");
  plan.first = Seat::Y;
  EXPECT_EQ(outcome(plan), "0:0 match.first_not_seated seat=Y");
  plan = plan_of("standard", "R B");
  plan.players[0].name = "A\nB";
  EXPECT_EQ(outcome(plan), "0:0 record.control_character code=000A");
  plan = plan_of("standard", "R B");
  plan.tags = {{"Rules", "ludo"}};
  EXPECT_EQ(outcome(plan), "0:0 record.bad_tag text=Rules");
}

TEST(Refusals, OfRecordsSayWhere) {
  Desk desk;
  const auto outcome = [&](std::string record) {
    return codes(resume(desk, {std::move(record)}).errors());
  };
  const std::string start = "[Start \"R:hx4 B:hx4 R 0 - -\"]\n";
  EXPECT_EQ(outcome(""), "1:1 record.tag_missing tag=Start");
  EXPECT_EQ(outcome(start + "1. R 4 h-p\nB 3"), "3:4 record.mark_missing mark=.");
  EXPECT_EQ(outcome(" {\"format\": \"aeroplane-record\",\n\"version\": 7}"),
            "2:12 record.json_member member=version expected=1");
  EXPECT_EQ(outcome("{\"quoted\" is how a comment begins} " + start), "fine");
  EXPECT_EQ(outcome("[Dice \"seed 1 game 0\"]" + start + "1. R 1 ."),
            "0:0 match.dice_differ seat=R roll=1 expected=6");
}

TEST(Refusals, OfPlayWithoutDice) {
  Desk desk;
  const Scene scene = value_of(resume(desk, {"[Start \"R:hx4 B:hx4 R 0 - -\"] 1. R 4"}));
  EXPECT_FALSE(scene.has_dice);
  EXPECT_EQ(scene.choices.size(), 1u);
  EXPECT_EQ(codes(roll_in(desk, scene).errors()), "0:0 match.no_dice");
  EXPECT_EQ(codes(choose_in(desk, scene, "h-p").errors()), "0:0 match.no_dice");
  EXPECT_EQ(codes(take_back(desk, {scene.record}).errors()), "0:0 match.no_dice");
  EXPECT_EQ(value_of(hint(desk, {scene.record})).move, "h-p");
}

// A game that is played elsewhere, input by input, as those who follow it see it.
TEST(Following, ComesToTheSameSceneAtEveryPly) {
  Desk desk;
  const std::string record =
      record_by_door(plan_of("standard", "R:greedy Y:random B:cautious", "9"));
  const Record played = *parse_record(record);
  Record followed = played;
  std::erase_if(followed.tags, [](const aero::Tag& tag) { return tag.name == "Dice"; });
  std::erase_if(followed.entries, [](const aero::Entry& entry) {
    return !std::holds_alternative<aero::StartingRoll>(entry);
  });
  Scene scene = value_of(resume(desk, {to_text(followed)}));
  Game game(played.rules, played.start);
  for (const aero::Entry& entry : played.entries) {
    ASSERT_FALSE(game.add(entry));
    if (std::holds_alternative<aero::StartingRoll>(entry)) continue;
    const Pip* roll = std::get_if<Pip>(&entry);
    const std::string input = roll ? std::to_string(roll->value()) : to_text(std::get<Move>(entry));
    const std::string before = scene.record;
    scene = value_of(follow(desk, {before, input}));
    ASSERT_EQ(scene.position, to_text(game.state()));
    ASSERT_EQ(std::stoull(scene.hash, nullptr, 16), hash(game.state()));
    ASSERT_EQ(scene.hash.size(), 16u);
  }
  EXPECT_EQ(scene.phase, Phase::over);
  followed.entries = played.entries;
  EXPECT_EQ(scene.record, to_text(followed));
}

TEST(Following, RefusesWhatCannotHaveHappened) {
  Desk desk;
  const Scene scene = value_of(resume(desk, {"[Start \"R:hx4 B:hx4 R 0 - -\"] 1. R 4"}));
  const auto outcome = [&](const char* input) {
    return codes(follow(desk, {scene.record, input}).errors());
  };
  EXPECT_EQ(outcome("4"), "0:0 record.roll_waiting seat=R roll=4 choices=h-p");
  EXPECT_EQ(outcome("p-4"), "0:0 record.move_not_legal seat=R move=p-4 roll=4 choices=h-p");
  EXPECT_EQ(outcome("7"), "1:1 record.bad_roll text=7");
  EXPECT_EQ(outcome("h-p"), "fine");
  const Scene own = value_of(begin(desk, plan_of("standard", "R B", "7")));
  EXPECT_EQ(codes(follow(desk, {own.record, "3"}).errors()), "0:0 match.own_dice");
}

// ---- advice ----

TEST(Advice, IsForTheSeatOnTurnOrTheFirstPerson) {
  Desk desk;
  const auto of = [&](std::string_view tags, std::string_view position) {
    return shown(
        value_of(threats(desk, {std::string(tags) + "[Start \"" + std::string(position) + "\"]"})));
  };
  const std::string red = of("", "R:20,hx3 B:44,hx3 R 0 - -");
  EXPECT_NE(red.find(R"("enemy":{"key":"seat.B")"), std::string::npos) << red;
  // Blue is a bot, so Red is told.
  EXPECT_EQ(of("[Bot B \"greedy\"]", "R:20,hx3 B:44,hx3 B 0 - -"), red);
  const std::string blue = of("", "R:20,hx3 B:44,hx3 B 0 - -");
  EXPECT_EQ(blue, R"([{"key":"play.no_threats","arguments":{}}])");
  EXPECT_EQ(of("", "R:cx4 B:hx4 - 0 - RB"), R"([{"key":"play.over","arguments":{}}])");
}

TEST(Advice, IsThatOfTheBestBotThatCanPlayHere) {
  Desk desk;
  const std::string record = "[Bot R \"deep\"][Start \"R:12,p,hx2 B:53x2,hx2 R 0 2 -\"]";
  EXPECT_EQ(value_of(hint(desk, {record})).move, "12-14^18~30");
  EXPECT_EQ(codes(bot_move(desk, {record}).errors()), unknown_bot("deep"));
  EXPECT_EQ(codes(hint(desk, {"[Start \"R:cx4 B:hx4 - 0 - RB\"]"}).errors()),
            "0:0 record.game_over");
}

TEST(BotMove, IsRefusedToBotsOfTheNetWithoutOne) {
  Desk desk;
  for (const Bot* bot : bots()) {
    const auto told = bot_move(desk, {"[Bot R \"" + std::string(bot->name()) +
                                      "\"][Start \"R:31,47 B:p,h R 0 2 -\"]"
                                      "[Rules \"planes=2\"]"});
    if (bot->needs_net() && standard_net() == nullptr) {
      EXPECT_EQ(codes(told.errors()), "0:0 door.no_net");
    } else {
      EXPECT_TRUE(told) << bot->name();
    }
  }
}

TEST(TakeBack, GoesBackToTheLastChoiceOfAPerson) {
  Desk desk;
  Scene scene = value_of(resume(
      desk, {"[Bot B \"random\"][Dice \"seed 3 game 0\"][Start \"R:1,20,hx2 B:1,hx3 R 0 - -\"]"}));
  EXPECT_FALSE(scene.can_take_back);
  scene = value_of(roll_in(desk, scene));
  ASSERT_GT(scene.choices.size(), 1u);
  const Scene chosen_in = scene;
  scene = value_of(choose_in(desk, scene, scene.choices[0].move));
  EXPECT_TRUE(scene.can_take_back);
  const Scene back = value_of(take_back(desk, {scene.record}));
  EXPECT_EQ(back.position, chosen_in.position);
  EXPECT_EQ(shown(back.choices), shown(chosen_in.choices));
  EXPECT_EQ(back.ply, 3);
  EXPECT_TRUE(back.happened.empty());
  EXPECT_EQ(back.latest->kind, EntryKind::take_back);
  EXPECT_EQ(back.latest->text, "1");
  std::string in_force;
  for (const Entry& entry : value_of(history(desk, {back.record}))) {
    in_force += entry.in_force ? "+" : "-";
  }
  EXPECT_EQ(in_force, "+-+");
}

}  // namespace
}  // namespace aero::door
