#include "settings.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "aero/arena/match.hpp"
#include "aero/nets.hpp"

namespace aero::arena {
namespace {

NetSettings read(std::string_view bot, std::string_view text) {
  const Result<NetSettings> settings = read_settings(bot, text);
  EXPECT_TRUE(settings) << text;
  return *settings;
}

TEST(Settings, ChangeWhatTheyName) {
  const SearchLimit own = net_settings("champion")->limit;
  const NetSettings settings = read("champion", "positions=60000,plies=7");
  EXPECT_EQ(settings.limit.positions, 60'000);
  EXPECT_EQ(settings.limit.plies, 7);
  EXPECT_EQ(settings.limit.doubt, own.doubt);
  EXPECT_EQ(settings.limit.moves, own.moves);
  EXPECT_EQ(settings.limit.within, own.within);
  EXPECT_EQ(settings.rollouts, 0);

  const NetSettings master = read("master", "doubt=1000,moves=2,within=0,rollouts=36");
  EXPECT_EQ(master.limit.plies, 0);
  EXPECT_EQ(master.limit.doubt, kCertainty);
  EXPECT_EQ(master.limit.moves, 2);
  EXPECT_EQ(master.limit.within, 0u);
  EXPECT_EQ(master.rollouts, 36);
}

// What is wrong, and where.
std::string faults(std::string_view text, std::span<const std::string_view> others = {}) {
  const Result<std::shared_ptr<const Bot>> bot = bot_of(text, others);
  if (bot) return "none";
  std::string faults;
  for (const Error& error : bot.errors()) {
    faults.append(error.code).append(" ").append(std::to_string(error.column)).append(";");
  }
  return faults;
}

TEST(Settings, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(faults("champion"), "none");
  EXPECT_EQ(faults("champion:plies=0,rollouts=12"), "none");
  EXPECT_EQ(faults("champ"), "cli.unknown_bot 1;");
  EXPECT_EQ(faults("champ:plies=2"), "cli.unknown_bot 1;");
  EXPECT_EQ(faults("race:plies=2"), "arena.no_settings 6;");
  constexpr std::string_view kOther[] = {"race+table"};
  EXPECT_EQ(faults("race+table:plies=2", kOther), "arena.no_settings 12;");
  EXPECT_EQ(faults("race+table:plies=2"), "cli.unknown_bot 1;");
  EXPECT_EQ(faults("champion:"), "arena.unknown_setting 10;");
  EXPECT_EQ(faults("champion:plies"), "arena.bad_setting 10;");
  EXPECT_EQ(faults("champion:plies=2,"), "arena.unknown_setting 18;");
  EXPECT_EQ(faults("champion:plies=10,Moves=2,positions=-1,moves=2x"),
            "arena.bad_setting 10;arena.unknown_setting 19;arena.bad_setting 27;"
            "arena.bad_setting 40;");
}

MatchReport played(std::string_view a, std::string_view b, std::int64_t games) {
  Match match;
  match.rules = *parse_rules("quick");
  match.seats = {Seat::R, Seat::B};
  match.games = games;
  match.threads = 2;
  match.weighs_luck = false;
  return *play_match(match, contestant(*bot_of(a)), contestant(*bot_of(b)));
}

// Whether every block was even, as it is between equal bots.
bool is_even(const MatchReport& report) {
  const std::vector blocks(static_cast<std::size_t>(report.blocks), 0.5);
  return report.score.high == mean_of_blocks(blocks, 0.125).high;
}

TEST(Settings, MakeABotThatPlaysByThem) {
  EXPECT_TRUE(is_even(played("master", "champion:plies=0,positions=7", 40)));
  const MatchReport other = played("champion", "champion:plies=1", 40);
  EXPECT_FALSE(is_even(other));
  EXPECT_LT(other.thinking[1].mean_ms(), other.thinking[0].mean_ms());
  const MatchReport rolled = played("master:rollouts=12", "random", 10);
  EXPECT_GE(rolled.wins, 8);
  EXPECT_GT(rolled.thinking[0].mean_ms(), other.thinking[1].mean_ms());
}

// A file with these bytes, as long as this lives.
class File {
 public:
  explicit File(const std::vector<std::byte>& bytes) {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  ~File() { std::filesystem::remove(path_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  std::string bot(const std::string& name) const { return name + ":net=" + path_; }

 private:
  std::string path_ = ::testing::TempDir() + "own." + std::to_string(::getpid()) + ".net";
};

TEST(Settings, MakeABotOfAnotherNet) {
  if (standard_net() == nullptr) GTEST_SKIP() << "no net";
  {
    const File same(standard_net()->bytes());
    EXPECT_TRUE(is_even(played("master", same.bot("master"), 40)));
    EXPECT_TRUE(is_even(played("champion:plies=2", same.bot("champion") + ",plies=2", 10)));
  }
  const File other(testkit::drawn_net(5).bytes());
  const MatchReport against = played("master", other.bot("master"), 100);
  EXPECT_GT(against.score.low, 0.6);  // it was never trained
  EXPECT_TRUE(is_even(played(other.bot("master"), other.bot("champion") + ",plies=0", 40)));
  EXPECT_FALSE(is_even(played("master:rollouts=6", other.bot("master") + ",rollouts=6", 20)));
}

TEST(Settings, SayWhatIsWrongWithANet) {
  const auto fault_of = [](const std::vector<std::byte>& bytes) {
    return faults(File(bytes).bot("champion"));
  };
  std::vector<std::byte> bytes = testkit::drawn_net(5).bytes();
  EXPECT_EQ(fault_of(bytes), "none");
  EXPECT_EQ(faults("champion:net=no/such.net"), "arena.net_unreadable 10;");
  EXPECT_EQ(faults("champion:plies=2,net=."), "arena.net_no_file 18;");
  const std::string pipe = ::testing::TempDir() + "pipe." + std::to_string(::getpid());
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(faults("champion:net=" + pipe), "arena.net_no_file 10;");
  std::filesystem::remove(pipe);
  EXPECT_EQ(fault_of({std::byte{1}}), "arena.net_none 10;");
  bytes[8] ^= std::byte{4};
  EXPECT_EQ(fault_of(bytes), "arena.net_version 10;");
  bytes[8] ^= std::byte{4};
  bytes[2000] ^= std::byte{1};
  EXPECT_EQ(fault_of(bytes), "arena.net_damaged 10;");
  bytes.pop_back();
  EXPECT_EQ(fault_of(bytes), "arena.net_cut 10;");
}

}  // namespace
}  // namespace aero::arena
