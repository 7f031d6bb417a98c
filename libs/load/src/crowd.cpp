#include "crowd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "aero/notation.hpp"

namespace aero::load {
namespace {

using namespace std::chrono_literals;

// Those who come at once. A browser comes when its person does; a thousand of them at the same
// millisecond would only fill the queue of the socket that takes them.
constexpr int kMostArriving = 256;
constexpr auto kPause = 100ms;  // before what was refused is tried again, and longer by chance
constexpr auto kTick = 1ms;

constexpr std::string_view kEvents = R"({"type":"events")";
constexpr std::string_view kPresence = R"({"type":"presence")";

}  // namespace

Crowd::Crowd(const Settings& settings, std::uint16_t port)
    : settings_(settings),
      port_(port),
      places_(static_cast<std::size_t>(settings.tables)),
      flooders_(static_cast<std::size_t>(settings.flooders)),
      wire_(settings.tables * seats() + settings.flooders, *this) {
  const auto token = [] { return fair::to_text(fair::derive(fair::random_link(), "token")); };
  for (int place = 0; place < settings.tables; ++place) {
    for (const Seat seat : settings.seats) {
      players_.emplace_back();
      players_.back().seat = seat;
      players_.back().token = token();
    }
  }
  for (Flooder& flooder : flooders_) flooder.token = token();
}

int Crowd::who_sits(const Place& place, Seat seat) const {
  const auto found = std::ranges::find(settings_.seats, seat);
  return first_of(place) + static_cast<int>(found - settings_.seats.begin());
}

void Crowd::fault(Error error) {
  ++fault_count_;
  if (faults_.size() < kMostFaults) faults_.push_back(std::move(error));
}

// ---- coming ----

void Crowd::gather(Time deadline) {
  for (const Place& place : places_) to_connect_.push_back(first_of(place));
  const auto ready = [&] {
    return std::ranges::count_if(
        places_, [&](const Place& place) { return is_ready(place) || place.is_broken; });
  };
  const auto all = static_cast<std::int64_t>(places_.size());
  for (;;) {
    pass(now() + 50ms);
    const std::int64_t count = ready();
    if (settings_.progress) settings_.progress(count, all);
    if (count == all && is_complete()) return;
    if (now() > deadline) throw CannotRun(Trouble::not_ready, fmt::format("{}/{}", count, all));
  }
}

void Crowd::set_stage(int who, Stage stage) {
  Stage& old = player(who).stage;
  connecting_ += static_cast<int>(is_arriving(stage)) - static_cast<int>(is_arriving(old));
  there_ += static_cast<int>(stage == Stage::there) - static_cast<int>(old == Stage::there);
  old = stage;
}

void Crowd::connect_some() {
  while (!to_connect_.empty() && connecting_ < kMostArriving) {
    const int who = to_connect_.front();
    to_connect_.pop_front();
    if (player(who).stage != Stage::away) continue;
    set_stage(who, Stage::connecting);
    wire_.open(who, port_);
  }
}

void Crowd::opened(int who) {
  if (who < static_cast<int>(players_.size())) return hello(who);
  const Place& place = places_.front();
  const Flooder& flooder = flooders_[static_cast<std::size_t>(who) - players_.size()];
  const std::string code = place.table ? place.table->code() : "";
  wire_.send(who, to_text(protocol::ClientMessage(
                      protocol::Hello{protocol::kVersion, flooder.token, code, std::nullopt})));
}

void Crowd::hello(int who) {
  const Place& place = place_of(who);
  protocol::Hello hello{protocol::kVersion, player(who).token, "", std::nullopt};
  if (place.table) {
    hello.table = place.table->code();
    hello.last_seq = player(who).seen;
  }
  set_stage(who, place.table ? Stage::joining : Stage::greeting);
  wire_.send(who, to_text(protocol::ClientMessage(hello)));
}

void Crowd::closed(int who) {
  if (who >= static_cast<int>(players_.size())) {
    flooders_[static_cast<std::size_t>(who) - players_.size()].is_in = false;
    ++flood_closed_;
  } else {
    set_stage(who, Stage::away);
    player(who).link_told = 0;
  }
  if (come_again_) later_.emplace(now() + kPause + 1ms * below(100), who);
}

// What was refused, or ended, is tried again.
void Crowd::again(int who) {
  if (who >= static_cast<int>(players_.size())) {
    if (is_flooding_ && !wire_.is_open(who)) wire_.open(who, port_);
    return;
  }
  switch (player(who).stage) {
    case Stage::away: return to_connect_.push_back(who);
    case Stage::connecting: return;
    case Stage::greeting:
    case Stage::joining: return hello(who);
    case Stage::opening: return open_table(who);
    case Stage::sitting:
    case Stage::there: return act(who);
  }
}

void Crowd::welcome(int who) {
  const Player& player = this->player(who);
  const bool at_table = player.stage == Stage::joining;
  set_stage(who, at_table ? Stage::sitting : Stage::opening);
  if (!player.command.empty()) {
    wire_.send(who, player.command);  // it may have had its effect, and must not have it twice
  } else if (!at_table) {
    open_table(who);
  } else if (!player.has_sat) {
    sit(who);
  }
  if (at_table) caught_up(who);
}

void Crowd::open_table(int who) {
  const Place& place = place_of(who);
  Player& player = this->player(who);
  if (who != first_of(place) || place.table || !player.command.empty() || !open_again_) return;
  protocol::TableSettings settings;
  settings.rules = to_text(settings_.rules);
  for (const Seat seat : settings_.seats) settings.chairs.push_back({seat, ""});
  const std::string id = next_id(player);
  command(who, protocol::Open{id, settings}, id);
}

void Crowd::sit(int who) {
  Player& player = this->player(who);
  if (!player.chain) player.chain.emplace(fair::random_link());
  place_of(who).table->expect_chain(player.seat, player.chain->tip());
  const std::string id = next_id(player);
  command(who,
          protocol::Sit{id,
                        {{player.seat, to_text(player.seat) + std::to_string(who),
                          fair::to_text(player.chain->tip())}}},
          id);
}

void Crowd::command(int who, const protocol::ClientMessage& message, const std::string& id) {
  Player& player = this->player(who);
  player.command = to_text(message);
  player.command_id = id;
  wire_.send(who, player.command);
}

// ---- what comes ----

void Crowd::received(int who, std::string_view text) {
  if (who >= static_cast<int>(players_.size())) return flooder_received(who, text);
  if (text.starts_with(kEvents)) return take_events(who, text);
  if (text.starts_with(kPresence)) return;
  const auto message = protocol::parse_server(text);
  if (!message) {
    fault({"load.fault.message", {{"table", ""}, {"seq", "0"}}});
  } else if (const auto* done = std::get_if<protocol::Done>(&*message)) {
    take(who, *done);
  } else if (const auto* refused = std::get_if<protocol::Refused>(&*message)) {
    take(who, *refused);
  } else if (std::holds_alternative<protocol::Welcome>(*message)) {
    welcome(who);
  }
}

void Crowd::take(int who, const protocol::Done& done) {
  Player& player = this->player(who);
  Place& place = place_of(who);
  if (done.id != player.command_id || player.command.empty()) return;
  player.command.clear();
  if (player.stage == Stage::opening && !place.table) {
    place.table.emplace(done.table);
    for (int one = who; one < who + seats(); ++one) {
      if (this->player(one).stage == Stage::away) {
        to_connect_.push_back(one);
      } else if (this->player(one).stage == Stage::opening) {
        hello(one);
      }
    }
  }
  if (!place.table || place.table->code() != done.table) return;
  if (done.seq > 0) place.table->acknowledge(done.seq, done.id);
  if (done.seq > 1) player.has_sat = true;  // its first command here, after that which opened it
  if (place.table->phase() == protocol::Phase::over) return end_game_if_over(place);
  act(who);
}

void Crowd::take(int who, const protocol::Refused& refused) {
  Player& player = this->player(who);
  ++refused_[refused.code];
  const bool is_command = !refused.id.empty() && refused.id == player.command_id;
  if (is_command) player.command.clear();
  if (is_command || (refused.id.empty() && is_arriving(player.stage))) {
    later_.emplace(now() + kPause + 1ms * below(100), who);
  }
}

void Crowd::take_events(int who, std::string_view text) {
  Player& player = this->player(who);
  Place& place = place_of(who);
  if (!place.table || place.is_broken) return;
  Table& table = *place.table;
  const std::int64_t before = player.seen;
  const std::int64_t known = table.seq();
  const auto seen = table.take(before, text);
  if (!seen) {
    place.is_broken = true;
    return fault(seen.errors().front());
  }
  if (place.is_moving && place.move_end == 0 && table.seq() > known &&
      table.phase() != protocol::Phase::starting &&
      (table.phase() == protocol::Phase::over || !table.state().has_roll())) {
    place.move_end = table.seq();
    place.waiting = seats();
    // Those who had it before somebody told us: nobody, as it has only just come.
  }
  player.seen = *seen;
  if (player.seen == table.seq()) caught_up(who);
  if (place.move_end > 0 && before < place.move_end && player.seen >= place.move_end) {
    if (--place.waiting == 0) end_move(place);
  }
  if (place.table && place.table->phase() == protocol::Phase::over) end_game_if_over(place);
}

void Crowd::caught_up(int who) {
  const Player& player = this->player(who);
  if (!place_of(who).table || player.seen == 0 || player.seen != place_of(who).table->seq()) return;
  if (player.stage == Stage::sitting) {
    set_stage(who, Stage::there);
    ++arrivals_;
  }
  if (player.stage != Stage::there) return;
  give_link(who);
  act(who);
}

// ---- playing ----

// Those who do not roll give their link as soon as all before the roll has been told to them;
// nobody rolls for who begins, the server does that by itself.
void Crowd::give_link(int who) {
  Player& player = this->player(who);
  const Table& table = *place_of(who).table;
  const auto roller = table.roller();
  const bool rolls = table.phase() == protocol::Phase::playing && roller == player.seat;
  if (!roller || rolls || player.link_told == table.next_roll()) return;
  player.link_told = table.next_roll();
  const int number = table.next_link(player.seat);
  if (number > fair::kChainLength) return;
  wire_.send(who,
             to_text(protocol::ClientMessage(protocol::Links{
                 table.next_roll(), {{player.seat, fair::to_text(player.chain->link(number))}}})));
}

void Crowd::act(int who) {
  Player& player = this->player(who);
  const Place& place = place_of(who);
  if (!place.table || place.is_broken || !player.command.empty()) return;
  const Table& table = *place.table;
  if (player.stage == Stage::sitting && !player.has_sat) return sit(who);
  if (player.stage != Stage::there || player.seen != table.seq()) return;
  if (table.phase() != protocol::Phase::playing || !place.is_moving || place.move_end != 0) return;
  if (table.state().turn() != player.seat) return;
  if (!table.state().has_roll()) {
    const int number = table.next_link(player.seat);
    protocol::Roll roll{next_id(player), player.seat, table.ply(), std::nullopt};
    if (number <= fair::kChainLength) roll.link = fair::to_text(player.chain->link(number));
    const std::string id = roll.id;
    command(who, std::move(roll), id);
  } else {
    const MoveList moves = legal_moves(table.rules(), table.state());
    const Move& move = moves[static_cast<int>(below(static_cast<std::uint32_t>(moves.size())))];
    const std::string id = next_id(player);
    command(who, protocol::Choose{id, player.seat, table.ply(), to_text(move)}, id);
  }
}

void Crowd::play(Time from, double rate) {
  is_playing_ = true;
  from_ = from;
  ticks_ = 0;
  period_ = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / rate));
  for (std::size_t i = 0; i < places_.size(); ++i) {
    places_[i].due =
        from + period_ * static_cast<std::int64_t>(i) / static_cast<std::int64_t>(places_.size());
  }
}

void Crowd::begin_moves(Time now) {
  const auto all = static_cast<std::int64_t>(places_.size());
  for (;; ++ticks_) {
    const Time tick = from_ + period_ * (ticks_ / all) + period_ * (ticks_ % all) / all;
    if (tick > now) return;
    Place& place = places_[static_cast<std::size_t>(ticks_ % all)];
    if (is_ready(place)) {
      if (measured_from_ <= tick && !measured_to_ &&
          (!leaves_out_first_ || &place != places_.data())) {
        ++offered_;
      }
      begin_move(place);
    } else if (!place.is_moving) {
      place.due = tick + period_;  // there is no game that could be late
    }
  }
}

void Crowd::begin_move(Place& place) {
  if (!is_playing_ || place.is_moving || place.due > now() || !is_ready(place)) return;
  place.is_moving = true;
  place.move_due = place.due;
  // Under chaos nobody makes up for what could not be done, which would be refused as too much.
  place.due = (settings_.scenario == Scenario::chaos ? now() : place.due) + period_;
  place.move_end = 0;
  place.plies_before = place.table->ply();
  ++moving_;
  act(who_sits(place, place.table->state().turn()));
}

void Crowd::end_move(Place& place) {
  place.is_moving = false;
  place.move_end = 0;
  --moving_;
  if (!leaves_out_first_ || &place != places_.data()) {
    if (place.move_due >= measured_from_ && (!measured_to_ || place.move_due < *measured_to_)) {
      const auto late =
          std::chrono::duration_cast<std::chrono::microseconds>(now() - place.move_due);
      latencies_us_.push_back(static_cast<std::uint32_t>(late.count()));
      if (place.table->ply() - place.plies_before < 2) ++without_choice_;
    }
  }
  begin_move(place);
}

// When all know the end and every command has been answered, the next game begins.
void Crowd::end_game_if_over(Place& place) {
  const int first = first_of(place);
  for (int who = first; who < first + seats(); ++who) {
    if (player(who).seen != place.table->seq() || !player(who).command.empty()) return;
  }
  over_.push_back(place.table->seen());
  place.table.reset();
  for (int who = first; who < first + seats(); ++who) {
    Player& one = player(who);
    one.chain.reset();
    one.seen = 0;
    one.has_sat = false;
    one.link_told = 0;
    if (one.stage == Stage::there || one.stage == Stage::sitting) set_stage(who, Stage::opening);
    if (one.stage == Stage::opening) open_table(who);
  }
}

void Crowd::pass(Time until) {
  for (Time time = now(); time < until; time = now()) {
    while (!later_.empty() && later_.begin()->first <= time) {
      const int who = later_.begin()->second;
      later_.erase(later_.begin());
      again(who);
    }
    connect_some();
    if (is_playing_) begin_moves(time);
    if (is_flooding_) flood_some(time);
    wire_.wait(std::min(until, time + kTick));
  }
}

void Crowd::finish_moves(Time deadline) {
  is_playing_ = false;
  if (!measured_to_) measured_to_ = now();
  while (moving_ > 0 && now() < deadline) pass(now() + 10ms);
  // What did not come has taken at least so long.
  for (const Place& place : places_) {
    if (place.is_moving && place.move_due >= measured_from_ && !place.is_broken) {
      const auto late =
          std::chrono::duration_cast<std::chrono::microseconds>(now() - place.move_due);
      latencies_us_.push_back(static_cast<std::uint32_t>(late.count()));
      fault({"load.fault.lost",
             {{"table", place.table ? place.table->code() : ""},
              {"seq", std::to_string(place.table ? place.table->seq() : 0)}}});
    }
  }
}

bool Crowd::finish_games(Time deadline) {
  open_again_ = false;
  const auto is_over = [](const Place& place) { return !place.table || place.is_broken; };
  while (!std::ranges::all_of(places_, is_over) && now() < deadline) {
    pass(now() + 10ms);
    if (settings_.progress) {
      settings_.progress(std::ranges::count_if(places_, is_over),
                         static_cast<std::int64_t>(places_.size()));
    }
  }
  return std::ranges::all_of(places_, is_over);
}

void Crowd::leave() {
  come_again_ = false;
  is_flooding_ = false;
  later_.clear();
  to_connect_.clear();
  for (int who = 0; who < static_cast<int>(players_.size() + flooders_.size()); ++who) {
    wire_.close(who);
    if (who < static_cast<int>(players_.size())) set_stage(who, Stage::away);
  }
}

// ---- measuring ----

void Crowd::start_measuring(bool leaves_out_first_table) {
  leaves_out_first_ = leaves_out_first_table;
  measured_from_ = now();
  measured_to_.reset();
  latencies_us_.clear();
  offered_ = without_choice_ = 0;
}

double Crowd::measured_s() const {
  return std::chrono::duration<double>(measured_to_.value_or(now()) - measured_from_).count();
}

Latency Crowd::latency() const {
  std::vector<std::uint32_t> sorted = latencies_us_;
  std::ranges::sort(sorted);
  if (sorted.empty()) return {};
  const auto quantile_ms = [&](double share) {
    const auto rank = static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1));
    return sorted[rank] / 1000.0;
  };
  return {static_cast<std::int64_t>(sorted.size()), quantile_ms(0.5), quantile_ms(0.95),
          quantile_ms(0.99), quantile_ms(1)};
}

std::vector<Seen> Crowd::seen() const {
  std::vector<Seen> all = over_;
  for (const Place& place : places_) {
    if (place.table) all.push_back(place.table->seen());
  }
  return all;
}

void Crowd::report(Report& report) const {
  report.connections = static_cast<std::int64_t>(players_.size());
  report.without_choice = without_choice_;
  report.finished = finished();
  report.flood_messages = flood_messages_;
  report.flood_closed = flood_closed_;
  report.refused = refused_;
  report.faults.insert(report.faults.end(), faults_.begin(), faults_.end());
  report.fault_count += fault_count_;
}

// ---- flooding ----

void Crowd::flood(bool is_on) {
  is_flooding_ = is_on;
  flooded_to_ = now();
  for (int i = 0; i < static_cast<int>(flooders_.size()); ++i) {
    const int who = static_cast<int>(players_.size()) + i;
    if (is_on) {
      wire_.open(who, port_);
    } else {
      wire_.close(who);
      flooders_[static_cast<std::size_t>(i)].is_in = false;
    }
  }
}

void Crowd::flooder_received(int who, std::string_view text) {
  if (text.starts_with(R"({"type":"welcome")")) {
    flooders_[static_cast<std::size_t>(who) - players_.size()].is_in = true;
  }
}

void Crowd::flood_some(Time now) {
  static constexpr std::array<std::string_view, 4> kMessages{
      R"({"type":"say","phrase":"clap"})", R"({"type":"ping"})",
      R"({"type":"roll","id":"flood","seat":"R","ply":0})", "no message at all"};
  const std::chrono::duration<double> time = now - flooded_to_;
  const auto count = static_cast<std::uint64_t>(time.count() * kFloodPerSecond);
  if (count == 0) return;
  flooded_to_ = now;
  for (std::size_t i = 0; i < flooders_.size(); ++i) {
    const int who = static_cast<int>(players_.size() + i);
    for (std::uint64_t n = 0; n < std::min<std::uint64_t>(count, 100); ++n) {
      if (!flooders_[i].is_in || wire_.waiting(who) > 0) break;
      ++flood_messages_;
      wire_.send(who, kMessages[flooders_[i].said++ % kMessages.size()]);
    }
  }
}

}  // namespace aero::load
