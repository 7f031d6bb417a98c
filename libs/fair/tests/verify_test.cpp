// Records with fair dice: what TableChains writes, and what verify() says of them and of lies.

#include "games.hpp"
#include "vectors.hpp"

namespace aero::fair {
namespace {

std::string errors_text(const Errors& errors) {
  std::string text;
  for (const Error& error : errors) {
    text += std::to_string(error.line) + " " + std::string(error.code);
    for (const auto& [name, value] : error.arguments) {
      text.append(" ").append(name).append("=").append(value);
    }
    text += "\n";
  }
  return text;
}

std::string errors_of(const Record& record) {
  const auto report = verify(record);
  return report ? "" : errors_text(report.errors());
}

Report report_of(const Record& record) {
  const auto report = verify(record);
  if (report) return *report;
  ADD_FAILURE() << errors_text(report.errors());
  return {};
}

Record record_of(const Json& twin) {
  auto record = parse_json(twin.dump());
  if (record) return *std::move(record);
  ADD_FAILURE() << twin << "\n" << errors_text(record.errors());
  return {};
}

// The number of the entry that is the nth note of that name.
std::size_t note_at(const Record& record, std::string_view word, int nth) {
  for (std::size_t i = 0; i < record.entries.size(); ++i) {
    const auto* note = std::get_if<Note>(&record.entries[i]);
    if (note != nullptr && note->word == word && --nth == 0) return i;
  }
  ADD_FAILURE() << word;
  return 0;
}

TEST(Verify, TakesTheRecordOfTheVectors) {
  const Json& right = vectors()["right"];
  const Report report = report_of(record_of(right["record"]));
  EXPECT_EQ(Json(report.table), right["report"]["table"]);
  EXPECT_EQ(report.rolls, right["report"]["rolls"]);
  EXPECT_EQ(report.without[0], right["report"]["without"]["R"]);
  EXPECT_EQ(report.without[2], right["report"]["without"]["B"]);
  EXPECT_EQ(report.has_chain, (std::array{true, false, true, false}));
}

TEST(Verify, RefusesEveryLieOfTheVectors) {
  for (const Json& one : vectors()["wrong"]) {
    const auto report = verify(record_of(one["record"]));
    ASSERT_FALSE(report) << one;
    EXPECT_EQ(report.errors()[0].code, one["error"]["code"].get<std::string>()) << one;
    EXPECT_EQ(report.errors()[0].line, one["error"]["entry"]) << one;
  }
  EXPECT_EQ(vectors()["wrong"].size(), 52u);
}

TEST(Verify, ChecksWholeGames) {
  for (int i = 0; i < 8; ++i) {
    Play game;
    game.table = "GAME" + std::to_string(i);
    game.rolls = 900;
    game.is_away = [i](int number, Seat seat) { return (number + i * index(seat)) % 5 == 1; };
    game.begins_anew = [i](int number, Seat seat) {
      return seat == Seat::B && number % (40 + i) == 0;
    };
    const Record record = play(game);
    EXPECT_TRUE(replay(record)->game.state().is_over());
    const Report report = report_of(record);
    EXPECT_GT(report.rolls, 100);
    EXPECT_EQ(report.without[1], report.rolls);
    EXPECT_EQ(report.has_chain, (std::array{true, false, true, false}));
    // Both forms of a record keep all that is checked.
    EXPECT_EQ(*parse_record(to_text(record)), record);
    EXPECT_EQ(*parse_json(to_json(record)), record);
  }
}

TEST(Verify, CountsTheRollsWithoutALink) {
  Play game;
  game.is_away = [](int number, Seat seat) {
    return seat == Seat::R ? number == 3 : number % 10 == 0;
  };
  const Report report = report_of(play(game));
  EXPECT_EQ(report.rolls, 60);
  EXPECT_EQ(report.without, (std::array{1, 60, 6, 60}));
}

TEST(Verify, TakesATableWhereNobodyHasAChain) {
  Play game;
  game.people = {};
  const Report report = report_of(play(game));
  EXPECT_EQ(report.rolls, 60);
  EXPECT_EQ(report.has_chain, (std::array<bool, 4>{}));
}

TEST(Verify, TakesAGameThatHasNotBegun) {
  const Record record{{}, start({}, {Seat::R, Seat::B}, Seat::R), {{"Dice", "chains T"}}, {}};
  EXPECT_EQ(report_of(record).rolls, 0);
  EXPECT_EQ(report_of(record).table, "T");
}

TEST(Verify, TakesChainsThatAreUsedUp) {
  Play game;
  game.rules.move = MoveDuty::may;  // the pass comes last, so nobody ever gets anywhere
  game.choose = [](int, int moves) { return moves - 1; };
  game.rolls = 2100;
  const Record record = play(game);
  EXPECT_EQ(report_of(record).rolls, 2100);
  EXPECT_EQ(std::get<Note>(record.entries[note_at(record, "chain", 1)]), (Note{"chain", "S"}));
  EXPECT_EQ(std::get<Note>(record.entries[note_at(record, "chain", 2)]), (Note{"chain", "R"}));
  EXPECT_EQ(std::get<Note>(record.entries[note_at(record, "chain", 6)]), (Note{"chain", "B"}));

  // A chain is not longer than that, though its secret would give one more link.
  Record longer = record;
  const std::size_t at = note_at(longer, "chain", 2);
  longer.entries.erase(longer.entries.begin() + static_cast<std::ptrdiff_t>(at));
  std::erase_if(longer.tags, [&](const Tag& tag) {
    return tag.name == "Chain R" && tag.value != find_tag(record, "Chain R");
  });
  const std::size_t second = note_at(longer, "chain", 4);
  longer.entries.erase(longer.entries.begin() + static_cast<std::ptrdiff_t>(second));
  EXPECT_EQ(errors_of(longer), "0 fair.chain_too_long seat=R number=1 links=2100\n");

  // What the server told once it tells no more.
  Record again = record;
  again.tags[2].value = again.tags[1].value;
  EXPECT_EQ(errors_of(again), "0 fair.chain_again seat=S number=2 links=1024\n");
}

TEST(Verify, TellsEveryWrongDie) {
  Record record = play({});
  std::string expected;
  int number = 0;
  Game game(record.rules, record.start);
  for (std::size_t i = 0; i < record.entries.size(); ++i) {
    if (std::holds_alternative<StartingRoll>(record.entries[i])) ++number;
    if (const auto* roll = std::get_if<Pip>(&record.entries[i])) {
      ++number;
      const Pip old = *roll;
      // A roll that was lost may be another one; then the rest of the game stays legal.
      for (const Pip other : {Pip(1), Pip(3)}) {
        record.entries[i] = other;
        if (other == old || !replay(record)) continue;
        expected += std::to_string(i + 1) + " fair.wrong_die roll=" + std::to_string(number) +
                    " seat=" + to_text(game.state().turn()) +
                    " pip=" + std::to_string(other.value()) +
                    " expected=" + std::to_string(old.value()) + "\n";
        break;
      }
      if (!replay(record)) record.entries[i] = old;
    }
    game.add(record.entries[i]);
  }
  EXPECT_GT(std::ranges::count(expected, '\n'), 1);
  EXPECT_EQ(errors_of(record), expected);
}

TEST(Verify, TellsEveryFaultOfTheFirstKind) {
  Record record = play({});
  record.tags[1].value += "x";
  record.tags[2].value = "";
  record.tags.push_back({"Chain X", "y"});
  std::get<Note>(record.entries[note_at(record, "proof", 5)]).text = "R";
  EXPECT_EQ(errors_of(record),
            "0 fair.bad_chain tag=Chain S\n0 fair.bad_chain tag=Chain R\n"
            "0 fair.chain_holder tag=Chain X\n");

  record = play({});
  const std::size_t fifth = note_at(record, "proof", 5);
  const std::size_t sixth = note_at(record, "proof", 6);
  std::get<Note>(record.entries[fifth]).text = "R";
  std::get<Note>(record.entries[sixth]).text = "S G";
  EXPECT_EQ(errors_of(record), std::to_string(fifth + 1) + " fair.bad_proof roll=5 text=R\n" +
                                   std::to_string(sixth + 1) +
                                   " fair.proof_without_chain roll=6 seat=G\n");
}

TEST(Verify, RefusesAnIllegalGameAsReplayDoes) {
  Record record = play({});
  record.entries.emplace_back(StartingRoll{Pip(1)});
  EXPECT_EQ(errors_of(record), std::to_string(record.entries.size()) + " record.starting_late\n");
}

TEST(Verify, AllowsCommentsAndOtherNotesBeforeAProof) {
  Record record = play({});
  const auto at = static_cast<std::ptrdiff_t>(note_at(record, "proof", 7));
  record.entries.insert(record.entries.begin() + at, Comment{"how unlucky"});
  record.entries.insert(record.entries.begin() + at, Note{"cheer", "Y"});
  record.entries.insert(record.entries.begin(), Comment{"first"});
  EXPECT_EQ(report_of(record).rolls, 60);
}

TEST(TableChains, TakeTheNextLinkOnly) {
  const Chain chain(hash("R"));
  TableChains chains("T");
  EXPECT_EQ(chains.next_link(Holder::R), std::nullopt);
  EXPECT_FALSE(chains.is_next(Holder::R, chain.link(1)));
  chains.commit(Holder::R, chain.tip());
  EXPECT_EQ(chains.next_link(Holder::R), 1);
  EXPECT_EQ(chains.last(Holder::R), chain.tip());
  EXPECT_TRUE(chains.is_next(Holder::R, chain.link(1)));
  EXPECT_FALSE(chains.is_next(Holder::R, chain.tip()));
  EXPECT_FALSE(chains.is_next(Holder::R, chain.link(2)));
  EXPECT_FALSE(chains.is_next(Holder::B, chain.link(1)));
}

TEST(TableChains, RollAndTellWhatARecordSays) {
  const Chain server(hash("S"));
  const Chain red(hash("R"));
  const Chain other(hash("other"));
  TableChains chains("T");
  chains.commit(Holder::server, other.tip());
  chains.commit(Holder::server, server.tip());  // nothing was told of the first one
  chains.commit(Holder::R, red.tip());
  EXPECT_EQ(chains.tags(), (std::vector<Tag>{{"Dice", "chains T"}}));

  EXPECT_EQ(chains.next_number(), 1);
  auto thrown = chains.roll(Seat::B, server.link(1), {red.link(1)});
  EXPECT_EQ(thrown.pip, roll(server.link(1), "T", 1, Seat::B, {red.link(1)}));
  EXPECT_EQ(thrown.before, std::vector<Note>{});
  EXPECT_EQ(thrown.proof, (Note{"proof", "S R"}));
  EXPECT_EQ(chains.next_number(), 2);

  thrown = chains.roll(Seat::B, server.link(2), {});
  EXPECT_EQ(thrown.pip, roll(server.link(2), "T", 2, Seat::B, {}));
  EXPECT_EQ(thrown.proof, (Note{"proof", "S"}));

  chains.commit(Holder::R, other.tip());
  thrown = chains.roll(Seat::R, server.link(3), {other.link(1)});
  EXPECT_EQ(thrown.before, (std::vector<Note>{{"chain", "R"}}));
  thrown = chains.roll(Seat::R, server.link(4), {other.link(2)});
  EXPECT_EQ(thrown.before, std::vector<Note>{});
  EXPECT_EQ(chains.tags(),
            (std::vector<Tag>{{"Dice", "chains T"},
                              {"Chain S", to_text(server.tip()) + " " + to_text(server.link(4))},
                              {"Chain R", to_text(red.tip()) + " " + to_text(red.link(1))},
                              {"Chain R", to_text(other.tip()) + " " + to_text(other.link(2))}}));
}

TEST(TableChains, KnowWhenAChainIsUsedUp) {
  const Chain server(hash("S"));
  TableChains chains("T");
  chains.commit(Holder::server, server.tip());
  for (int i = 1; i <= kChainLength; ++i) {
    EXPECT_EQ(chains.next_link(Holder::server), i);
    chains.roll(Seat::R, server.link(i), {});
  }
  EXPECT_EQ(chains.next_link(Holder::server), std::nullopt);
  EXPECT_FALSE(chains.is_next(Holder::server, hash("S")));
  const Chain second(hash("S 2"));
  chains.commit(Holder::server, second.tip());
  EXPECT_EQ(chains.next_link(Holder::server), 1);
  EXPECT_EQ(chains.roll(Seat::R, second.link(1), {}).before, (std::vector<Note>{{"chain", "S"}}));
}

}  // namespace
}  // namespace aero::fair
