// match and engine: what they print, and what they refuse.

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "program.hpp"

namespace aero::cli {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

std::string misuse(const Words& words) {
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(outcome.out, "");
  return outcome.err;
}

TEST(Match, OfEqualBotsIsOneHalf) {
  Json json = json_of({"match", "--a", "random", "--b", "random", "--seats", "RB", "--rules",
                       "quick", "--games", "40", "--seed", "3", "--raw"});
  // As far as 20 blocks can tell: 2.093024 · sqrt(4 · 0.125 / 19 / 20) from the half.
  EXPECT_NEAR(json["low"].get<double>(), 0.5 - 0.075922, 1e-5);
  EXPECT_NEAR(json["high"].get<double>(), 0.5 + 0.075922, 1e-5);
  json.erase("low");
  json.erase("high");
  EXPECT_EQ(json, Json::parse(R"({"a":"random","b":"random",
      "rules":"planes=2,takeoff=123456,end=first","seats":"RB","a_takes":"one","seed":3,
      "games":40,"blocks":20,"wins":20,"unfinished":0,"fair":0.5,"score":0.5,
      "less_luck":null,"failures":{"a":{"crashed":0,"timed_out":0,"illegal":0},
      "b":{"crashed":0,"timed_out":0,"illegal":0}},"sprt":null})"));
}

TEST(Match, TellsTheShareOfAWithItsInterval) {
  const Json json = json_of(
      {"match", "--a", "race", "--b", "random", "--seats", "RB", "--games", "200", "--seed", "5"});
  const double score = json["score"];
  EXPECT_EQ(score, json["wins"].get<double>() / json["games"].get<double>());
  EXPECT_GT(json["low"], 0.7);
  EXPECT_LT(json["low"], score);
  EXPECT_GT(json["high"], score);
  EXPECT_EQ(json["games"], 200);
  EXPECT_EQ(json["blocks"], 100);
}

// With one plane each the whole game is in the table, which is kept for the next time.
TEST(Match, LetsChampionKnowTheEndsOfGames) {
  const std::string folder = ::testing::TempDir() + "match." + std::to_string(::getpid());
  const auto play = [&] {
    const Outcome outcome =
        run({"match", "--a", "champion+endgame", "--b", "random", "--seats", "RB", "--rules",
             "planes=1", "--games", "100", "--seed", "2", "--json"},
            {.variables = {"XDG_CACHE_HOME=" + folder}});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    return outcome.out;
  };
  const std::string first = play();
  const Json json = Json::parse(first);
  EXPECT_EQ(json["a"], "champion+endgame");
  EXPECT_GT(json["score"], 0.5);  // there is not much to choose
  std::size_t tables = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder + "/aeroplane")) {
    tables += file.is_regular_file() ? 1 : 0;
  }
  EXPECT_EQ(tables, 1u);
  EXPECT_EQ(play(), first);
  std::filesystem::remove_all(folder);
}

TEST(Match, GivesTheSameForAnyNumberOfThreads) {
  const auto with = [](const std::string& threads) {
    return run({"match", "--a", "race", "--b", "random", "--seats", "RYB", "--a-takes", "half",
                "--games", "60", "--sprt", "0,200", "--threads", threads, "--json"})
        .out;
  };
  const std::string one = with("1");
  EXPECT_NE(one, "");
  EXPECT_EQ(with("2"), one);
  EXPECT_EQ(with("5"), one);
}

TEST(Match, StopsWhenDecidedAndSaysSo) {
  const Words words{"match", "--a",    "race", "--b",    "random", "--seats",
                    "RB",    "--seed", "1",    "--sprt", "50%,60%"};
  const Json json = json_of(words);
  EXPECT_EQ(json["sprt"]["verdict"], "high");
  EXPECT_EQ(json["sprt"]["low"], 0.5);
  EXPECT_EQ(json["sprt"]["high"], 0.6);
  EXPECT_EQ(json["sprt"]["alpha"], 0.05);
  EXPECT_GE(json["sprt"]["log_ratio"], json["sprt"]["upper_bound"]);
  EXPECT_LT(json["games"], 200);
  EXPECT_NE(run(words).out.find(
                "\nDecided: A’s share of first places is at least 60%, rather than 50% at most. "),
            std::string::npos);
}

// 400 Elo for one of four seats: 10 against 3.
TEST(Match, ReadsEloByTheSeatsThatATakes) {
  const Json json = json_of({"match", "--a", "random", "--b", "random", "--games", "4", "--sprt",
                             "0,400", "--raw", "--alpha", "0.01", "--beta", "0.2"});
  EXPECT_EQ(json["sprt"]["low"], 0.25);
  EXPECT_NEAR(json["sprt"]["high"].get<double>(), 10.0 / 13, 1e-12);
  EXPECT_EQ(json["sprt"]["alpha"], 0.01);
  EXPECT_EQ(json["sprt"]["beta"], 0.2);
  EXPECT_EQ(json["sprt"]["verdict"], nullptr);
}

TEST(Match, PlaysBotsWithOtherSettings) {
  const Words words{"match",   "--a", "master",  "--b", "champion:plies=0,positions=5",
                    "--seats", "RB",  "--games", "20",  "--raw"};
  const Json json = json_of(words);
  EXPECT_EQ(json["b"], "champion:plies=0,positions=5");
  EXPECT_EQ(json["wins"], 10);  // so it is master
  EXPECT_FALSE(json.contains("times"));

  Words timed = words;
  timed.emplace_back("--times");
  EXPECT_NE(run(timed).out.find("\nchampion:plies=0,positions=5: 0."), std::string::npos);
  const Json times = json_of(timed)["times"];
  EXPECT_GT(times["a"]["choices"], 100);
  EXPECT_GT(times["b"]["mean_ms"], 0);

  const Json pool = json_of({"match", "--pool", "master,champion:plies=0,moves=2,master:plies=0",
                             "--seats", "RB", "--games", "2"});
  EXPECT_EQ(pool["pairs"].size(), 3u);
  EXPECT_EQ(pool["pairs"][0]["b"], "champion:plies=0,moves=2");
}

TEST(Match, PrintsATable) {
  EXPECT_EQ(run({"match", "--a", "random", "--b", "random", "--seats", "RYBG", "--rules", "quick",
                 "--games", "8", "--raw"})
                .out,
            "random against random: 8 games in 2 blocks under\n"
            "planes=2,takeoff=123456,end=first, seats RYBG, seed 1.\n"
            "\n"
            "                A’s share      95 % interval\n"
            "  first places    25.00 %  0.00 % – 100.00 %\n"
            "  equal bots      25.00 %\n"
            "\n");
}

TEST(Pool, HasEveryPairAndRatings) {
  const Words words{"match", "--pool", "random,race,random", "--seats", "RB", "--games",
                    "40",    "--raw"};
  const Json json = json_of(words);
  ASSERT_EQ(json["ratings"].size(), 3u);
  ASSERT_EQ(json["pairs"].size(), 3u);
  EXPECT_EQ(json["games"], 120);
  EXPECT_EQ(json["pairs"][0]["a"], "random");
  EXPECT_EQ(json["pairs"][0]["b"], "race");
  EXPECT_LT(json["pairs"][0]["high"], 0.5);
  EXPECT_EQ(json["pairs"][1]["score"], 0.5);
  EXPECT_GT(json["ratings"][1]["low"], json["ratings"][0]["high"]);
  EXPECT_NEAR(json["seat_effects"]["R"]["elo"].get<double>(),
              -json["seat_effects"]["B"]["elo"].get<double>(), 1e-6);
  const std::string text = run(words).out;
  EXPECT_NE(text.find("\n  random           ·  "), std::string::npos) << text;
  EXPECT_NE(text.find("50.0 ±7.6"), std::string::npos) << text;
}

TEST(Match, RefusesWhatItCannotUse) {
  EXPECT_EQ(misuse({"match"}), "aeroplane: Give --a and --b, or --pool.\n");
  EXPECT_EQ(misuse({"match", "--a", "random"}), "aeroplane: Give --a and --b, or --pool.\n");
  EXPECT_TRUE(misuse({"match", "--a", "random", "--b", "deep"})
                  .starts_with("aeroplane: --b, column 1: There is no bot “deep”. The bots are "));
  EXPECT_TRUE(misuse({"match", "--pool", "random,deep"})
                  .starts_with("aeroplane: --pool, column 8: There is no bot “deep”."));
  EXPECT_EQ(misuse({"match", "--pool", "random"}), "aeroplane: A pool needs two bots or more.\n");
  for (const Words& words :
       {Words{"--sprt", "0,5"}, {"--times"}, {"--a-takes", "half"}, {"--b", "race"}}) {
    Words pool{"match", "--pool", "random,race"};
    pool.insert(pool.end(), words.begin(), words.end());
    EXPECT_EQ(misuse(pool), "aeroplane: " + words[0] + " does not go with --pool.\n");
  }
  EXPECT_EQ(misuse({"match", "--a", "random", "--b", "cmd: "}),
            "aeroplane: The command after cmd: is missing.\n");
  EXPECT_EQ(misuse({"match", "--a", "random", "--b", "random", "--games", "0"}),
            "aeroplane: --games: “0” is not a whole number from 1 to 10000000.\n");
  EXPECT_EQ(misuse({"match", "--a", "random", "--b", "random", "--a-takes", "two"}),
            "aeroplane: --a-takes: “two” is not one of one, half.\n");
  EXPECT_EQ(misuse({"match", "--a", "random", "--b", "random", "--sprt", "0,5", "--alpha", "0.5"}),
            "aeroplane: --alpha: “0.5” is not a number above 0 and below 0.5.\n");
  for (const char* bounds :
       {"", "5", "5,5", "5,0", "0,5%", "0%,5%", "50%,101%", "a,b", "0,nan", "0,5,6"}) {
    EXPECT_TRUE(misuse({"match", "--a", "random", "--b", "random", "--sprt", bounds})
                    .starts_with("aeroplane: --sprt: “"))
        << bounds;
  }
  EXPECT_EQ(
      misuse({"match", "--a", "random", "--b", "cmd:exit 1", "--timeout", "5000"}),
      "aeroplane: “exit 1” is no engine: it ended with exit status 1 and did not say aeiok.\n");
}

// Also where it would change nothing; and then that it would not.
TEST(Match, RefusesOptionsInVain) {
  const auto with = [](const std::string& name, const std::string& value) {
    return misuse({"match", "--a", "random", "--b", "race", name, value});
  };
  for (const std::string name : {"--nodes", "--movetime", "--timeout"}) {
    EXPECT_EQ(with(name, "0"),
              "aeroplane: " + name + ": “0” is not a whole number from 1 to 1000000000.\n");
    EXPECT_EQ(with(name, "5"), "aeroplane: " + name + " has an effect only with cmd:COMMAND.\n");
  }
  for (const std::string name : {"--alpha", "--beta"}) {
    EXPECT_EQ(with(name, "9"),
              "aeroplane: " + name + ": “9” is not a number above 0 and below 0.5.\n");
    EXPECT_EQ(with(name, "0.1"), "aeroplane: " + name + " has an effect only with --sprt.\n");
  }
}

TEST(Match, NamesTheBotsWithTablesToo) {
  const auto of = [](const std::string& bot) {
    return misuse({"match", "--pool", "random," + bot});
  };
  EXPECT_NE(of("rase").find(", champion, race+table, race+hit+table, champion+endgame.\n"),
            std::string::npos);
  EXPECT_NE(of("race+table:plies=2").find("column 19: The bot race+table has no settings;"),
            std::string::npos);
}

// ---- stopped ----

// An engine that plays first legal moves, and in game `game` leaves its number and that of a
// program that it started in a file, and thinks for ever.
class Thinker {
 public:
  explicit Thinker(int game) : game_(game) {}
  ~Thinker() { std::filesystem::remove(file_); }
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;

  std::string bot() const {
    return "cmd:n=0; while read -r verb rest; do case $verb in aei) echo aeiok;; isready) echo "
           "readyok;; newgame) n=$((n + 1));; go) if [ $n = " +
           std::to_string(game_) + " ]; then sleep 1000 & echo $$ $! > " + file_ +
           "; wait; fi; set -- ${rest#*legal }; echo bestmove \"$1\";; esac; done";
  }
  // Both, once they are there.
  std::array<pid_t, 2> wait() const {
    std::array<pid_t, 2> programs{};
    const auto is_there = [&] {
      return static_cast<bool>(std::ifstream(file_) >> programs[0] >> programs[1]);
    };
    for (int i = 0; i < 2000 && !is_there(); ++i) std::this_thread::sleep_for(10ms);
    return programs;
  }

 private:
  int game_;
  std::string file_ = ::testing::TempDir() + "thinker." + std::to_string(::getpid());
};

// Whether it ends within some seconds.
bool ends(pid_t program) {
  for (int i = 0; i < 500; ++i, std::this_thread::sleep_for(10ms)) {
    std::string number, name, state;
    std::ifstream("/proc/" + std::to_string(program) + "/stat") >> number >> name >> state;
    if (state.empty() || state == "Z") return true;
  }
  return false;
}

TEST(Match, ThatIsStoppedTellsWhatItFoundAndEndsItsPrograms) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const Thinker thinker(5);
    Running match({"match", "--a", thinker.bot(), "--b", "random", "--seats", "RB", "--threads",
                   "1", "--movetime", "1000000", "--json"});
    const auto programs = thinker.wait();
    ASSERT_GT(programs[1], 0);
    match.send(signal);
    const Outcome outcome = match.wait();
    EXPECT_EQ(outcome.exit, 1);
    EXPECT_EQ(outcome.err,
              "Stopped: what was found is of the blocks that were played out until then.\n");
    EXPECT_EQ(Json::parse(outcome.out)["games"], 4);
    for (const pid_t program : programs) EXPECT_TRUE(ends(program)) << signal;
  }
}

TEST(Match, ThatIsStoppedBeforeItsFirstBlockTellsNothing) {
  for (const int game : {1, 2}) {
    const Thinker thinker(game);
    Running match(
        {"match", "--a", "random", "--b", thinker.bot(), "--seats", "RB", "--threads", "1"});
    thinker.wait();
    match.send(SIGINT);
    const Outcome outcome = match.wait();
    EXPECT_EQ(outcome.exit, 1);
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(Match, ThatIsKilledEndsItsPrograms) {
  const Thinker thinker(1);
  Running match(
      {"match", "--a", thinker.bot(), "--b", "random", "--seats", "RB", "--threads", "1"});
  const pid_t program = thinker.wait()[0];
  ASSERT_GT(program, 0);
  match.send(SIGKILL);
  match.wait();
  EXPECT_TRUE(ends(program));
  ::kill(-program, SIGKILL);  // what it started
}

TEST(Pool, ThatIsStoppedTellsOfThePairsThatPlayed) {
  const Thinker thinker(3);
  Running match({"match", "--pool", "random,race," + thinker.bot(), "--seats", "RB", "--games", "4",
                 "--threads", "1", "--raw"});
  thinker.wait();
  match.send(SIGTERM);
  const Outcome outcome = match.wait();
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_TRUE(outcome.out.starts_with("3 bots, 6 games under standard")) << outcome.out;
  EXPECT_NE(outcome.out.find(" ·                   ·\n"), std::string::npos) << outcome.out;
}

// The net that training has just begun with, against the one that took it to its end.
TEST(Match, PlaysBotsOfAnotherNet) {
  const std::string net = ::testing::TempDir() + "own." + std::to_string(::getpid()) + ".net";
  ASSERT_EQ(run({"train", "--games", "10", "--threads", "1", "--out", net}).exit, 0);
  const std::string own = "master:net=" + net;
  const Json json = json_of(
      {"match", "--a", "master", "--b", own, "--seats", "RB", "--games", "60", "--seed", "4"});
  EXPECT_EQ(json["b"], own);
  EXPECT_GT(json["low"], 0.5);
  std::filesystem::resize_file(net, 1000);
  EXPECT_EQ(misuse({"match", "--pool", "random,master:plies=1,net=" + net, "--seats", "RB"}),
            "aeroplane: --pool, column 23: “" + net +
                "” is shorter or longer than a net.\n  random,master:plies=1,net=" + net +
                "\n                        ^\n");
  std::filesystem::remove(net);
  EXPECT_TRUE(misuse({"engine", "--bot", own})
                  .starts_with("aeroplane: --bot, column 8: “" + net + "” cannot be read.\n"));
}

// Less luck a share stays a share, however few the blocks.
TEST(Match, TellsNoShareAboveAll) {
  const Json less = json_of({"match", "--a", "master", "--b", "random", "--seats", "RB", "--games",
                             "6", "--seed", "4"})["less_luck"];
  EXPECT_LE(0, less["low"]);
  EXPECT_LE(less["low"], less["score"]);
  EXPECT_LE(less["score"], less["high"]);
  EXPECT_LE(less["high"], 1);
  EXPECT_GT(less["high"].get<double>() - less["low"].get<double>(), 0.2);
}

TEST(Match, SaysWhatIsWrongWithSettings) {
  EXPECT_EQ(misuse({"match", "--a", "race", "--b", "champion:moves=2,plies=x", "--seats", "RB"}),
            "aeroplane: --b, column 18: plies: “x” is not a whole number from 0 to 9.\n"
            "  champion:moves=2,plies=x\n"
            "                   ^\n");
  EXPECT_NE(misuse({"match", "--pool", "race,champion:play=2,moves=2", "--seats", "RB"})
                .find("--pool, column 15: There is no setting “play”."),
            std::string::npos);
  EXPECT_NE(misuse({"match", "--pool", "race,greedy:plies=2", "--seats", "RB"})
                .find("--pool, column 13: The bot greedy has no settings"),
            std::string::npos);
}

// The program is an engine for itself, and plays what it plays without the line between.
TEST(Engine, PlaysAMatchAsTheBotItself) {
  const std::string engine = "cmd:exec " AERO_PROGRAM " engine --bot race";
  const auto play = [](const std::string& a) {
    return json_of({"match", "--a", a, "--b", "random", "--seats", "RB", "--games", "20", "--raw"});
  };
  Json by_line = play(engine);
  Json direct = play("race");
  EXPECT_EQ(by_line["a"], engine);
  by_line.erase("a");
  direct.erase("a");
  EXPECT_EQ(by_line, direct);
}

TEST(Engine, TheExampleInPythonPlaysATournament) {
  const std::string example = "cmd:exec python3 examples/python/engine.py";
  const Json json =
      json_of({"match", "--pool", "random,greedy," + example, "--seats", "RB", "--games", "60"});
  for (const Json& pair : json["pairs"]) {
    for (const char* side : {"a", "b"}) {
      EXPECT_EQ(pair["failures"][side], Json::parse(R"({"crashed":0,"timed_out":0,"illegal":0})"));
    }
  }
  EXPECT_GT(json["ratings"][2]["low"], json["ratings"][0]["high"]);
}

TEST(Engine, CountsWhatAProgramLost) {
  const std::string broken =
      "cmd:while read -r verb rest; do case $verb in aei) echo aeiok;; isready) echo readyok;; "
      "go) echo bestmove x;; esac; done";
  const Outcome outcome = run({"match", "--a", broken, "--b", "random", "--games", "8", "--raw"});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_NE(outcome.out.find(" lost 8 games by failing: crashed 0,\nno answer in time 0, no legal "
                             "move 8.\n"),
            std::string::npos)
      << outcome.out;
}

TEST(Engine, SaysErrorsAndGoesOn) {
  const Outcome outcome =
      run({"engine", "--bot", "greedy"},
          {.input = "fly\n\nposition R:hx4 B:hx4 R 0 x -\ngo\nrules ludo,fly=1\n"
                    "position R:h,16,17x2 B:hx2,5,c R 0 2 -\ngo\nquit\ngo\n"});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            "error fly, column 1: There is no command “fly”. The commands are aei, isready, "
            "setoption, rules, newgame, position, go, quit.\n"
            "error position, column 26: “x” is not a roll. It is a number from 1 to 6, or - when "
            "the seat is to roll.\n"
            "error go, column 1: There is no position yet.\n"
            "error rules, column 12: There is no option “fly”. The options are planes, takeoff, "
            "sixes, recall, jump, flight, chain, onward, crossing, stack, stackhit, wall, finish, "
            "bonus, end, move.\n"
            "bestmove 16-18~30\n");
  EXPECT_TRUE(run({"engine", "--lang", "tr"}, {.input = "go"}).out.starts_with("error go, "));
  EXPECT_EQ(run({"engine", "--bot", "deep"}).exit, 2);
  EXPECT_NE(run({"engine", "--bot", "champion:plies=2"}, {.input = "aei"})
                .out.find(" champion:plies=2\n"),
            std::string::npos);
  EXPECT_EQ(run({"engine"}, {.input = std::string(100'000, 'x')}).out,
            "error The line is longer than 65536 bytes.\n");
  EXPECT_EQ(run({"engine"}, {.input = " \tgo\n"}).out,
            "error go, column 3: There is no position yet.\n");
}

TEST(Engine, SaysThatItCannotRead) {
  const Outcome outcome = shell("sh", "exec aeroplane engine < /tmp");
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(outcome.err, "aeroplane: -: it is a folder, not a file.\n");
}

// What docs/formats/engine.md shows is what the program says; "…" there stands for the rest of a
// line.
TEST(Engine, TalksAsItsPageShows) {
  std::ifstream page("docs/formats/engine.md");
  std::string input;
  Words wanted;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("> ")) input += line.substr(2) + "\n";
    if (line.starts_with("< ")) wanted.push_back(line.substr(2));
  }
  ASSERT_GT(wanted.size(), 5u);
  std::istringstream said(run({"engine", "--bot", "greedy"}, {.input = input}).out);
  std::string line;
  for (const std::string& each : wanted) {
    std::getline(said, line);
    const std::size_t end = each.find("…");
    EXPECT_EQ(end == std::string::npos ? line : line.substr(0, end), each.substr(0, end));
  }
  EXPECT_FALSE(std::getline(said, line)) << line;
}

}  // namespace
}  // namespace aero::cli
