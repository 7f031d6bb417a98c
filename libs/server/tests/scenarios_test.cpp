// Every scenario through real sockets: a server as people run it, and a person with a WebSocket in
// every seat.
//
// Tables begin at the beginning, so the game is first played to where a position of the scenario
// is. The dice are fair, and yet fall as they are wanted to, because this test has what nobody has
// who plays: the store, and with it the secret of the table. So it knows the link that the server
// will give, and looks for a link of its own that makes the die.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <thread>

#include "aero/fair.hpp"
#include "aero/json.hpp"
#include "aero/notation.hpp"
#include "aero/scenario.hpp"
#include "aero/server.hpp"
#include "aero/storage.hpp"
#include "aero/way.hpp"
#include "folder.hpp"
#include "player.hpp"

namespace aero::server {
namespace {

namespace fs = std::filesystem;

constexpr int kPlayers = 4;      // scenarios at once, so that they share what the disk takes
constexpr int kMostTables = 50;  // to find one at which the right seat begins

// Positions that no game comes to, under their rules.
const std::map<std::string, std::set<std::string>> kOutOfReach = {
    {"bonus",
     {// a six was played, but nothing is marked as moved by it
      "planes=2,bonus=capture | R:9,17 Y:h,7 R 1 - -",
      "planes=2,bonus=both | R:h,50 Y:h,7 R 1 6 -"}},
    {"end", {"planes=2 | R:50,c Y:h,p R 1 6 -"}},
    {"finish",
     {// two planes stand side by side, although they always stack
      "planes=2,stack=always,finish=bounce | R:53,53 B:hx2 R 0 6 -"}},
    {"flight",
     {// B stands on 2, from where it would have jumped
      "standard | R:hx3,17 Y:6,9x2,16 B:1,2,50,c R 0 1 -"}},
    {"sixes",
     {"planes=2 | R:9,20 Y:h,2 R 0 - -", "planes=2 | R:9,20 B:hx2 R 1 - -",
      "standard | R:h,15x3 B:hx4 R 1 - -"}},
};

std::set<std::string> out_of_reach(const std::string& folder) {
  const auto found = kOutOfReach.find(folder);
  return found == kOutOfReach.end() ? std::set<std::string>() : found->second;
}

// The game of a scenario at tables of a server.
class Tables final : public testkit::Door {
 public:
  Tables(std::uint16_t port, const fs::path& data, int number)
      : port_(port), store_(data, {.is_reader = true}), number_(number) {}

  bool begin(const Rules& rules, const State& state) override {
    const std::string name = to_text(rules) + " | " + to_text(state);
    const auto way = is_out_of_reach(name) ? std::nullopt : testkit::find_way(rules, state);
    if (!way) {
      skipped_.insert(name);
      return false;
    }
    for (int tables = 0; !open(rules, state.seats()) || game().state().turn() != way->first;) {
      if (++tables == kMostTables || !fault_.empty()) return fail("no table for " + name);
    }
    EventList events;
    for (const Input& input : way->inputs) {
      events.clear();
      if (!take(input, events)) return fail("on the way to " + name);
    }
    return game().state() == state || fail("not at " + name);
  }

  bool take(const Input& input, EventList& events) override {
    State after = game().state();
    const Rules rules = game().rules();
    if (!send(input)) return false;
    const bool is_legal = apply(rules, after, input, events) == Refusal::none;
    for (const auto& [seat, player] : players_) {
      if (!player->fault().empty()) fail(player->fault());
      if (player->game()->state() != after) fail("a player sees another position");
    }
    return is_legal || !fail("the server took what the engine does not");
  }

  // What the server says, which has to be what everybody at the table sees.
  State state() override {
    const json::Value turn = ask_turn();
    const std::string position = to_text(game().state());
    if (const json::Value* told = turn.find("position"); !told || *told->as_text() != position) {
      fail("the server has another position than " + position);
    }
    return game().state();
  }

  std::string moves() override {
    std::string text;
    const json::Value turn = ask_turn();
    const json::Value* choices = turn.find("choices");
    if (choices == nullptr) return "no answer";
    for (const json::Value& choice : choices->items) {
      text += (text.empty() ? "" : " ") + *choice.find("move")->as_text();
    }
    return text;
  }

  const std::string& fault() const { return fault_; }
  const std::set<std::string>& skipped() const { return skipped_; }

 private:
  static bool is_out_of_reach(const std::string& name) {
    return std::ranges::any_of(kOutOfReach,
                               [&](const auto& one) { return one.second.contains(name); });
  }

  bool fail(const std::string& what) {
    if (fault_.empty()) fault_ = what;
    return false;
  }

  std::string token(Seat seat) const { return token_of(10 * number_ + index(seat)); }
  std::string new_id() { return "s" + std::to_string(++ids_); }
  const Game& game() const { return *players_.begin()->second->game(); }
  Player& player(Seat seat) { return *players_.at(seat); }
  // Whose links make the dice.
  Seat roller() const { return players_.begin()->first; }

  // A table at which it is known who begins; nobody has a chain yet.
  bool open(const Rules& rules, SeatSet seats) {
    players_.clear();
    std::string letters;
    for (const Seat seat : kAllSeats) {
      if (seats.contains(seat)) letters += letter(seat);
    }
    Player host(port_, token_of(10 * number_ + 9));
    if (!host.hello()) return fail("no answer to Hello");
    code_ = host.open(table_for(to_text(rules), letters));
    const auto table = store_.load(code_);
    const auto secret = table ? fair::parse_link(table->secret) : std::nullopt;
    if (!secret) return fail("no table was opened");
    server_chain_.emplace(fair::derive(*secret, "chain 1"));
    for (const Seat seat : kAllSeats) {
      if (!seats.contains(seat)) continue;
      auto& player = players_[seat];
      player = std::make_unique<Player>(port_, token(seat));
      if (!player->hello(code_) || !player->sit(std::string(1, letter(seat)))) {
        return fail("no seat");
      }
    }
    number_of_roll_ = 0;
    for (const auto& [seat, player] : players_) {
      while (!player->game()) {
        if (!hear(*player)) return fail("the game does not begin");
      }
    }
    return true;
  }

  // The next message, and the number of the last roll that it told.
  std::optional<protocol::ServerMessage> hear(Player& player) {
    auto message = player.hear();
    if (!message) return message;
    if (const auto* events = std::get_if<protocol::Events>(&*message)) {
      for (const protocol::Event& event : events->events) {
        const auto* rolled = std::get_if<protocol::Rolled>(&event);
        if (rolled) number_of_roll_ = std::max(number_of_roll_, rolled->number);
      }
    }
    if (const auto* welcome = std::get_if<protocol::Welcome>(&*message);
        welcome && welcome->table) {
      number_of_roll_ = std::max(number_of_roll_, welcome->table->number - 1);
    }
    return message;
  }

  // Whether a command was done, and not refused. Then everybody has heard what came of it.
  bool is_done(Player& player, const std::string& id) {
    while (auto message = hear(player)) {
      const auto* refused = std::get_if<protocol::Refused>(&*message);
      if (refused && refused->id == id) return false;
      if (refused) return fail("refused: " + refused->code);
      const auto* done = std::get_if<protocol::Done>(&*message);
      if (!done || done->id != id) continue;
      for (const auto& [seat, other] : players_) {
        while (other->seq() < done->seq) {
          if (!hear(*other)) return fail("a player was not told");
        }
      }
      return true;
    }
    return fail("the connection ended");
  }

  bool send(const Input& input) {
    const State& state = game().state();
    const Seat seat = state.is_over() ? roller() : state.turn();
    const int ply = static_cast<int>(game().plies().size());
    const std::string id = new_id();
    if (const Move* move = std::get_if<Move>(&input)) {
      player(seat).say(
          protocol::Choose{.id = id, .seat = seat, .ply = ply, .move = to_text(*move)});
    } else {
      if (!state.is_over() && !state.has_roll() && !load_die(seat, std::get<Pip>(input))) {
        return fail("no link was taken");
      }
      player(seat).say(protocol::Roll{.id = id, .seat = seat, .ply = ply, .link = std::nullopt});
    }
    return is_done(player(seat), id);
  }

  // Gives a link that makes the next roll this one.
  bool load_die(Seat seat, Pip pip) {
    const int number = number_of_roll_ + 1;
    if (number > fair::kChainLength) return fail("the server's chain is used up");
    const fair::Link server_link = server_chain_->link(number);
    fair::SeatLinks links;
    std::optional<fair::Link>& link = links[at(roller())];
    do {
      link = fair::random_link();
    } while (fair::roll(server_link, code_, number, seat, links) != pip);

    const std::string id = new_id();
    player(roller()).say(
        protocol::Commit{.id = id, .seat = roller(), .tip = fair::to_text(fair::hash(*link))});
    if (!is_done(player(roller()), id)) return false;
    player(roller()).say(protocol::Links{
        .number = number, .links = {{.seat = roller(), .link = fair::to_text(*link)}}});
    player(roller()).say(protocol::Ping{});  // once it is answered, the link is there
    while (auto message = hear(player(roller()))) {
      if (std::holds_alternative<protocol::Pong>(*message)) return true;
      if (std::holds_alternative<protocol::Refused>(*message)) return false;
    }
    return false;
  }

  json::Value ask_turn() {
    const Response answer =
        Client(port_).ask("GET /api/v1/tables/" + code_ +
                          "/turn HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " +
                          token(roller()) + "\r\n\r\n");
    const json::Parsed parsed = json::parse(answer.body);
    if (answer.status == 200 && parsed.value) return *parsed.value;
    fail("no turn: " + answer.body);
    return {};
  }

  std::uint16_t port_;
  storage::Store store_;
  int number_;
  int ids_ = 0;
  std::string code_;
  std::map<Seat, std::unique_ptr<Player>> players_;
  std::optional<fair::Chain> server_chain_;
  int number_of_roll_ = 0;
  std::set<std::string> skipped_;
  std::string fault_;
};

std::string read_file(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return std::move(text).str();
}

std::vector<fs::path> files_of(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator("scenarios/" + folder)) {
    files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

class ScenariosTest : public testing::TestWithParam<std::string> {};

TEST_P(ScenariosTest, GoThroughSockets) {
  TestFolder folder;
  folder.add("web/index.html", "page");
  Settings settings{.folder = folder / "web", .addresses = {"127.0.0.1"}, .data = folder / "data"};
  // Players here do not wait until somebody has seen what they did.
  settings.limits.messages_per_second = settings.limits.messages_at_once = 1e6;
  settings.limits.bytes_per_second = settings.limits.bytes_at_once = 1e9;
  const Server server(settings);

  const std::vector<fs::path> files = files_of(GetParam());
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::set<std::string> skipped;
  const auto play = [&](int number) {
    for (std::size_t i = 0; (i = next++) < files.size();) {
      Tables tables(server.port(), settings.data, number);
      const auto wrong = testkit::play_scenario(files[i].string(), read_file(files[i]), tables);
      const std::lock_guard lock(mutex);
      EXPECT_EQ(tables.fault(), "") << files[i];
      for (const std::string& line : wrong) ADD_FAILURE() << line;
      skipped.insert(tables.skipped().begin(), tables.skipped().end());
    }
  };
  std::vector<std::thread> players;
  for (int i = 0; i < kPlayers; ++i) players.emplace_back(play, i + 1);
  for (std::thread& player : players) player.join();
  EXPECT_EQ(skipped, out_of_reach(GetParam()));
  EXPECT_FALSE(files.empty());
}

std::vector<std::string> folders() {
  std::vector<std::string> folders;
  for (const auto& entry : fs::directory_iterator("scenarios")) {
    folders.push_back(entry.path().filename());
  }
  std::ranges::sort(folders);
  return folders;
}

INSTANTIATE_TEST_SUITE_P(All, ScenariosTest, testing::ValuesIn(folders()),
                         [](const auto& folder) { return folder.param; });

}  // namespace
}  // namespace aero::server
