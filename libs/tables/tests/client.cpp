#include "client.hpp"

#include <algorithm>

#include "aero/notation.hpp"

namespace aero::tables {
namespace {

fair::Link link_of(const std::string& text) {
  const auto link = fair::parse_link(text);
  demand(link.has_value(), "no link: " + text);
  return *link;
}

std::optional<fair::Link> link_or_none(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return link_of(text);
}

}  // namespace

void demand(bool is_true, const std::string& what) {
  if (!is_true) throw Broken(what);
}

std::string token_of(const std::string& person) {
  return fair::to_text(fair::hash("token " + person));
}

std::string hash_text(const State& state) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash(state)));
  return text;
}

// ---- View ----

bool View::has_free_chair() const {
  return std::ranges::any_of(
      chairs, [](const auto& one) { return one.second.bot.empty() && one.second.name.empty(); });
}

bool operator==(const View& a, const View& b) {
  return a.code == b.code && a.phase == b.phase && a.chairs == b.chairs && a.seq == b.seq &&
         a.ply == b.ply && a.number == b.number && a.server == b.server &&
         a.since_ms == b.since_ms && a.rules == b.rules && a.state == b.state &&
         a.next_table == b.next_table;
}

void View::take(const protocol::TableState& told) {
  *this = {};
  code = told.code;
  settings = told.settings;
  phase = told.phase;
  const auto read_rules = parse_rules(settings.rules);
  demand(static_cast<bool>(read_rules), "rules cannot be read");
  rules = *read_rules;
  SeatSet seats;
  for (const auto& seat : told.seats) {
    chairs[seat.seat] = {seat.name, seat.bot, seat.is_bot_playing, std::nullopt};
    seats.insert(seat.seat);
  }
  for (const auto& [seat, link] : told.last_links) chairs[seat].last = link_of(link);
  seq = told.seq;
  ply = told.ply;
  number = told.number;
  server = link_or_none(told.server_link);
  since_ms = told.since_ms;
  next_table = told.next_table;
  if (phase == protocol::Phase::starting) {
    starting.emplace(seats);
    for (const auto& roll : told.starting) starting->add(*Pip::from(roll.pip));
  }
  if (told.record.empty()) {
    demand(told.hash.empty(), "a hash without a record");
    return;
  }
  const auto record = parse_record(told.record);
  demand(static_cast<bool>(record), "the record cannot be read");
  const auto replayed = replay(*record);
  demand(static_cast<bool>(replayed), "the record cannot be replayed");
  state = replayed->game.state();
  demand(hash_text(state) == told.hash, "hash of the table's state differs");
  demand(static_cast<int>(replayed->game.plies().size()) == ply,
         "ply of the table's state differs");
}

void View::take(const protocol::Event& event) {
  std::visit(
      [&](const auto& one) {
        demand(one.seq == seq + 1,
               "event " + std::to_string(one.seq) + " after " + std::to_string(seq));
        seq = one.seq;
        add(one);
        if constexpr (requires { one.hash; }) plies[seq] = ply;
      },
      event);
}

void View::add(const protocol::Opened& event) {
  settings = event.settings;
  rules = *parse_rules(settings.rules);
  for (const auto& chair : settings.chairs) chairs[chair.seat] = {"", chair.bot, false, {}};
  server = link_of(event.server_tip);
}

void View::add(const protocol::Sat& event) {
  for (const auto& sitter : event.sitters) {
    Chair& chair = chairs.at(sitter.seat);
    demand(chair.name.empty() && chair.bot.empty(), "sat where somebody sits");
    chair.name = sitter.name;
    chair.last = link_or_none(sitter.tip);
  }
}

void View::add(const protocol::Stood& event) { chairs.at(event.seat) = {}; }

void View::add(const protocol::Started& event) {
  phase = protocol::Phase::starting;
  since_ms = event.at_ms;
  SeatSet seats;
  for (auto& [seat, chair] : chairs) {
    seats.insert(seat);
    if (chair.name.empty() && chair.bot.empty()) chair.bot = "greedy";
  }
  starting.emplace(seats);
}

void View::add(const protocol::Rolled& event) {
  demand(event.number == number, "number of the roll");
  const fair::Link link = link_of(event.server_link);
  demand(fair::hash(link) == server, "server link is not the next one");
  server = link;
  fair::SeatLinks links;
  for (const auto& [seat, text] : event.links) {
    const fair::Link given = link_of(text);
    Chair& chair = chairs.at(seat);
    demand(chair.last && fair::hash(given) == *chair.last, "seat link is not the next one");
    chair.last = given;
    links[at(seat)] = given;
  }
  const Pip pip = fair::roll(link, code, number, event.seat, links);
  demand(pip.value() == event.pip, "the die is not what its links say");
  ++number;
  since_ms = event.at_ms;
  if (event.is_starting) {
    demand(phase == protocol::Phase::starting && starting->next() == event.seat, "starting roll");
    starting->add(pip);
    demand(starting->winner().has_value() == event.record.has_value(), "record of the start");
    if (!starting->winner()) return;
    const auto record = parse_record(*event.record);
    demand(static_cast<bool>(record), "record of the start cannot be read");
    state = record->start;
    demand(state.turn() == *starting->winner(), "who begins");
    phase = protocol::Phase::playing;
    starting.reset();
  } else {
    demand(phase == protocol::Phase::playing && state.turn() == event.seat, "who rolls");
    demand(apply(rules, state, pip) == Refusal::none, "a roll that cannot be");
    ++ply;
  }
  demand(event.ply == ply, "ply after the roll");
  demand(event.hash == hash_text(state), "hash after the roll");
}

void View::add(const protocol::Chosen& event) {
  demand(phase == protocol::Phase::playing && state.turn() == event.seat, "who chooses");
  demand(apply(rules, state, *parse_move(event.move)) == Refusal::none, "a move that cannot be");
  demand(event.ply == ++ply, "ply after the choice");
  demand(event.hash == hash_text(state), "hash after the choice");
  since_ms = event.at_ms;
  if (state.is_over()) phase = protocol::Phase::over;
}

void View::add(const protocol::BotTook& event) {
  demand(!chairs.at(event.seat).is_bot_playing, "a bot took what it has");
  if (event.reason == protocol::Reason::timeout) {
    demand(phase == protocol::Phase::playing && state.turn() == event.seat,
           "time ran out off turn");
    if (settings.seconds > 0) {
      demand(event.at_ms >= since_ms + settings.seconds * 1000, "time ran out early");
    }
  }
  chairs.at(event.seat).is_bot_playing = true;
}

void View::add(const protocol::Returned& event) {
  demand(chairs.at(event.seat).is_bot_playing, "returned from nowhere");
  chairs.at(event.seat).is_bot_playing = false;
}

void View::add(const protocol::Committed& event) {
  if (event.seat) {
    chairs.at(*event.seat).last = link_of(event.tip);
  } else {
    server = link_of(event.tip);
  }
}

void View::add(const protocol::Rematched& event) {
  demand(phase == protocol::Phase::over, "rematch before the end");
  next_table = event.table;
}

// ---- Player ----

std::string Player::next_id() { return name + "-" + std::to_string(++ids); }

std::string Player::hello() {
  protocol::Hello hello{protocol::kVersion, token, table, std::nullopt};
  if (has_state && view.code == table) hello.last_seq = view.seq;
  is_welcome = false;
  return protocol::to_text(protocol::ClientMessage(hello));
}

std::string Player::command(protocol::ClientMessage message) {
  std::string text = protocol::to_text(message);
  std::visit(
      [&](const auto& one) {
        if constexpr (requires { one.id; }) waiting[one.id] = text;
      },
      message);
  return text;
}

void Player::hear(const std::string& text, std::vector<std::string>& say) {
  const auto message = protocol::parse_server(text);
  demand(static_cast<bool>(message), "cannot be read: " + text);
  if (const auto* welcome = std::get_if<protocol::Welcome>(&*message)) {
    is_welcome = true;
    clock_ms = welcome->clock_ms;
    if (welcome->table) {
      demand(welcome->table->code == table, "another table than asked for");
      view.take(*welcome->table);
      has_state = true;
      seats.clear();
      for (const auto& seat : welcome->table->seats) {
        if (seat.is_yours) seats.push_back(seat.seat);
      }
    } else if (!table.empty()) {
      demand(has_state && view.code == table, "welcome without the state");
    }
    links_for = 0;
    for (const auto& [id, again] : waiting) say.push_back(again);
  } else if (const auto* events = std::get_if<protocol::Events>(&*message)) {
    if (!is_welcome) return;  // of the table where it was before its last Hello
    demand(has_state, "events before the state");
    demand(!events->events.empty(), "no events");
    for (const auto& event : events->events) view.take(event);
  } else if (const auto* answer = std::get_if<protocol::Done>(&*message)) {
    demand(answer->id.starts_with(name + "-"), "answer for somebody else");
    const auto [found, is_new] = done.emplace(answer->id, *answer);
    demand(is_new || (found->second.seq == answer->seq && found->second.table == answer->table),
           "two answers to one command");
    demand(answer->table != view.code || answer->seq <= view.seq,
           "acknowledged before it was told");
    const auto named = plies.find(answer->id);
    const auto became = view.plies.find(answer->seq);
    if (named != plies.end() && answer->table == view.code && became != view.plies.end()) {
      demand(became->second == named->second + 1, answer->id + " was meant for another ply");
    }
    waiting.erase(answer->id);
  } else if (const auto* no = std::get_if<protocol::Refused>(&*message)) {
    refused.push_back(*no);
    waiting.erase(no->id);
  } else if (const auto* here = std::get_if<protocol::Presence>(&*message)) {
    presence = *here;
  } else if (const auto* one = std::get_if<protocol::Said>(&*message)) {
    said.push_back(*one);
  } else if (const auto* match = std::get_if<protocol::Matched>(&*message)) {
    matched = match->table;
  } else if (std::holds_alternative<protocol::Closing>(*message)) {
    is_closing = true;
  }
}

void Player::go_to(const std::string& code) {
  if (code == table) return;
  table = code;
  view = {};
  has_state = false;
  seats.clear();
  chains.clear();
  links_for = 0;
}

void Player::find_seats() {
  seats.clear();
  for (const auto& [seat, chair] : view.chairs) {
    if (!chair.name.empty() && (chair.name == name || chair.name == name + letter(seat)))
      seats.push_back(seat);
  }
}

std::string Player::make_tip(Seat seat) {
  auto& made = chains[seat];
  auto& links = made.emplace_back();
  links.push_back(fair::hash(name + table + letter(seat) + std::to_string(made.size())));
  for (int i = 0; i < fair::kChainLength; ++i) links.push_back(fair::hash(links.back()));
  std::ranges::reverse(links);
  return fair::to_text(links.front());
}

std::optional<std::string> Player::next_link(Seat seat) {
  const auto& last = view.chairs.at(seat).last;
  if (!last) return std::nullopt;
  for (const auto& chain : chains[seat]) {
    const auto found = std::ranges::find(chain, *last);
    if (found != chain.end() && found + 1 != chain.end()) return fair::to_text(*(found + 1));
  }
  return std::nullopt;
}

std::optional<std::string> Player::links() {
  if (!has_state || !is_welcome || links_for == view.number) return std::nullopt;
  if (view.phase != protocol::Phase::starting && !view.is_playing()) return std::nullopt;
  protocol::Links links{view.number, {}};
  for (const Seat seat : seats) {
    if (const auto link = next_link(seat)) links.links.push_back({seat, *link});
  }
  links_for = view.number;
  if (links.links.empty()) return std::nullopt;
  return protocol::to_text(protocol::ClientMessage(links));
}

}  // namespace aero::tables
