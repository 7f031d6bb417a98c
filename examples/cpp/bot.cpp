// A bot for online tables, made of the project's libraries: it follows the table over a WebSocket,
// works out every position and every roll itself, and chooses as the server's own best bot would.
//
//   bot HOST PORT TABLE SEAT NAME [KEY]

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "aero/ai.hpp"
#include "aero/fair.hpp"
#include "aero/notation.hpp"
#include "aero/protocol.hpp"
#include "aero/record.hpp"

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace fair = aero::fair;
namespace protocol = aero::protocol;
using aero::Seat;

constexpr int kMostChains = 100;  // that one seat uses up

// What the server told is not so, or it does not want us.
class Wrong : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The server takes 20 messages a second of a connection, and hangs up on who says more.
constexpr std::chrono::milliseconds kPause{60};

// A connection; it throws boost::system::system_error when it is lost.
class Line {
 public:
  Line(const std::string& host, const std::string& port) : socket_(io_) {
    asio::ip::tcp::resolver resolver(io_);
    asio::connect(socket_.next_layer(), resolver.resolve(host, port));
    socket_.next_layer().set_option(asio::ip::tcp::no_delay(true));
    socket_.handshake(host + ":" + port, "/ws");
  }
  void say(const protocol::ClientMessage& message) {
    std::this_thread::sleep_until(next_);
    next_ = std::chrono::steady_clock::now() + kPause;
    socket_.write(asio::buffer(protocol::to_text(message)));
  }
  protocol::ServerMessage hear() {
    beast::flat_buffer buffer;
    socket_.read(buffer);
    auto message = protocol::parse_server(beast::buffers_to_string(buffer.data()));
    if (!message) throw Wrong("a message that is none");
    return *std::move(message);
  }

 private:
  asio::io_context io_;
  beast::websocket::stream<asio::ip::tcp::socket> socket_;
  std::chrono::steady_clock::time_point next_;
};

class Bot {
 public:
  Bot(std::string table, Seat seat, std::string name, const fair::Link& key)
      : table_(std::move(table)), seat_(seat), name_(std::move(name)), key_(key), dice_(table_) {}

  // Until the game is over, or the connection lost.
  void play(Line& line) {
    line_ = &line;
    given_ = 0;  // it may not have come there
    hello(std::nullopt);
    while (!is_over()) {
      const protocol::ServerMessage message = line.hear();
      std::visit([this](const auto& one) { take(one); }, message);
    }
  }

  bool is_over() const { return game_ && game_->state().is_over(); }
  std::string result() const { return aero::result_text(game_->state()); }
  int rolls() const { return dice_.next_number() - 1; }

 private:
  // ---- what we say ----

  void hello(std::optional<std::int64_t> last_seq) {
    line_->say(protocol::Hello{.protocol = protocol::kVersion,
                               .token = fair::to_text(fair::derive(key_, "token")),
                               .table = table_,
                               .last_seq = last_seq});
  }

  // A command is said until it is answered; its id tells the server that it is the same.
  template <class Command>
  void order(Command command) {
    command.id = fair::to_text(fair::random_link()).substr(0, 16);
    unanswered_.emplace(command.id, command);
    line_->say(command);
  }

  void begin_chain(int number) {
    const std::string purpose =
        "chain " + table_ + " " + aero::to_text(seat_) + " " + std::to_string(number);
    chain_number_ = number;
    chain_.emplace(fair::derive(key_, purpose));
  }

  // ---- what we hear ----

  void take(const protocol::Welcome& welcome) {
    if (!welcome.table) {
      for (const auto& [id, command] : unanswered_) line_->say(command);
      return act();
    }
    // The seat is ours already, or to be taken. Then we want all that happened.
    hello(seq_);
    for (const protocol::SeatState& seat : welcome.table->seats) {
      if (seat.seat == seat_ && seat.is_yours) return find_chain(seat.tip);
    }
    if (chain_) return;  // it is being taken
    begin_chain(0);
    order(protocol::Sit{.id = {}, .sitters = {{seat_, name_, fair::to_text(chain_->tip())}}});
  }

  void find_chain(const std::string& tip) {
    for (int number = 0; number < kMostChains; ++number) {
      begin_chain(number);
      if (fair::to_text(chain_->tip()) == tip) return;
    }
    throw Wrong("the seat has a chain that is not of this key");
  }

  void take(const protocol::Events& events) {
    for (const protocol::Event& event : events.events) {
      std::visit(
          [this](const auto& one) {
            // Between our two hellos the table goes on. What we hear of that comes once more.
            if (one.seq != seq_ + 1) return;
            seq_ = one.seq;
            take(one);
          },
          event);
    }
    act();
  }

  void take(const protocol::Done& done) { unanswered_.erase(done.id); }
  void take(const protocol::Refused& refused) {
    const auto command = unanswered_.find(refused.id);
    const bool is_sit =
        command != unanswered_.end() && std::holds_alternative<protocol::Sit>(command->second);
    if (refused.code == "server.busy") return;  // it hangs up, and we come back
    // Anything but the seat may just have come too late.
    if (is_sit || refused.id.empty()) throw Wrong(refused.code);
    if (command != unanswered_.end()) unanswered_.erase(command);
  }
  void take(const auto&) {}

  // ---- what happened ----

  void take(const protocol::Opened& opened) { commit(fair::Holder::server, opened.server_tip); }
  void take(const protocol::Sat& sat) {
    for (const protocol::Sitter& sitter : sat.sitters) {
      if (!sitter.tip.empty()) commit(fair::holder(sitter.seat), sitter.tip);
    }
  }
  void take(const protocol::Committed& committed) {
    if (committed.seat == seat_) is_committing_ = false;
    commit(committed.seat ? fair::holder(*committed.seat) : fair::Holder::server, committed.tip);
  }
  void commit(fair::Holder holder, const std::string& tip) { dice_.commit(holder, link_of(tip)); }

  void take(const protocol::Started&) { has_started_ = true; }

  void take(const protocol::BotTook& took) {
    if (took.seat == seat_) order(protocol::Return{.id = {}, .seat = seat_});
  }

  void take(const protocol::Rolled& rolled) {
    const fair::Link server = link_of(rolled.server_link);
    bool is_right = dice_.is_next(fair::Holder::server, server);
    fair::SeatLinks links;
    for (const auto& [seat, text] : rolled.links) {
      const fair::Link link = link_of(text);
      is_right = is_right && dice_.is_next(fair::holder(seat), link);
      links[at(seat)] = link;
    }
    if (!is_right || dice_.roll(rolled.seat, server, links).pip.value() != rolled.pip) {
      throw Wrong("roll " + std::to_string(rolled.number) + " is not what the links make it");
    }
    ply_ = rolled.ply;
    if (rolled.record) {
      begin(*rolled.record);
    } else if (!rolled.is_starting) {
      add(*aero::Pip::from(rolled.pip), rolled.hash);
    }
  }

  void take(const protocol::Chosen& chosen) {
    ply_ = chosen.ply;
    const auto move = aero::parse_move(chosen.move);
    if (!move) throw Wrong("a move that is none: " + chosen.move);
    add(*move, chosen.hash);
  }

  void begin(const std::string& text) {
    const auto record = aero::parse_record(text);
    if (!record) throw Wrong("a record that is none");
    game_.emplace(record->rules, record->start);
    for (const aero::Entry& entry : record->entries) {
      if (game_->add(entry)) throw Wrong("a record against the rules");
    }
  }

  void add(const aero::Entry& entry, const std::string& hash) {
    if (!game_ || game_->add(entry)) throw Wrong("something against the rules");
    char text[17];
    std::snprintf(text, sizeof text, "%016" PRIx64, aero::hash(game_->state()));
    if (hash != text) throw Wrong("another position than the server's");
  }

  // ---- our turn ----

  void act() {
    const bool rolls = has_started_ && (!game_ || (!is_over() && !game_->state().has_roll()));
    if (rolls && given_ != dice_.next_number()) give_link();
    if (!game_ || is_over() || acted_ == ply_ || game_->state().turn() != seat_) return;
    acted_ = ply_;
    if (!game_->state().has_roll()) {
      return order(protocol::Roll{.id = {}, .seat = seat_, .ply = ply_, .link = std::nullopt});
    }
    const aero::Move move = aero::hint(game_->rules(), game_->state());
    order(protocol::Choose{.id = {}, .seat = seat_, .ply = ply_, .move = aero::to_text(move)});
  }

  void give_link() {
    const std::optional<int> number = dice_.next_link(fair::holder(seat_));
    if (!number) return replace_chain();
    given_ = dice_.next_number();
    line_->say(protocol::Links{.number = given_,
                               .links = {{seat_, fair::to_text(chain_->link(*number))}}});
  }

  // The chain is used up. The event that tells of the new one brings us back to give its first
  // link.
  void replace_chain() {
    if (is_committing_) return;
    is_committing_ = true;
    begin_chain(chain_number_ + 1);
    order(protocol::Commit{.id = {}, .seat = seat_, .tip = fair::to_text(chain_->tip())});
  }

  static fair::Link link_of(const std::string& text) {
    const std::optional<fair::Link> link = fair::parse_link(text);
    if (!link) throw Wrong("a link that is none: " + text);
    return *link;
  }

  std::string table_;
  Seat seat_;
  std::string name_;
  fair::Link key_;
  Line* line_ = nullptr;
  std::map<std::string, protocol::ClientMessage> unanswered_;
  std::optional<fair::Chain> chain_;
  int chain_number_ = 0;
  bool is_committing_ = false;
  fair::TableChains dice_;
  std::optional<aero::Game> game_;  // none before it is known who begins
  bool has_started_ = false;
  std::int64_t seq_ = 0;
  int ply_ = 0;
  int given_ = 0;   // the number of the roll that has our link
  int acted_ = -1;  // the ply for which we rolled or chose
};

int run(int argc, char** argv) {
  const std::optional<Seat> seat = argc > 4 ? aero::parse_seat(argv[4]) : std::nullopt;
  const std::optional<fair::Link> key =
      argc > 6 ? fair::parse_link(argv[6]) : std::optional(fair::random_link());
  if (argc < 6 || argc > 7 || !seat || !key) {
    std::fputs("usage: bot HOST PORT TABLE SEAT NAME [KEY]\n", stderr);
    return 2;
  }
  Bot bot(argv[3], *seat, argv[5], *key);
  while (!bot.is_over()) {
    try {
      Line line(argv[1], argv[2]);
      bot.play(line);
    } catch (const boost::system::system_error&) {
      std::this_thread::sleep_for(std::chrono::seconds(1));
    }
  }
  std::printf("result %s, %d rolls are right\n", bot.result().c_str(), bot.rolls());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& reason) {
    std::fprintf(stderr, "bot: %s\n", reason.what());
    return 1;
  }
}
