// Checks the dice of a record.

#include <algorithm>
#include <utility>

#include "aero/fair.hpp"
#include "aero/notation.hpp"

namespace aero::fair {
namespace {

constexpr std::string_view kDice = "Dice";
constexpr std::string_view kChains = "chains ";
constexpr std::string_view kChain = "Chain";
constexpr std::string_view kChainNote = "chain";
constexpr std::string_view kProofNote = "proof";

std::optional<Holder> parse_holder(std::string_view text) {
  if (text == "S") return Holder::server;
  const auto seat = parse_seat(text);
  if (!seat) return std::nullopt;
  return holder(*seat);
}

std::string name_of(Holder whose) { return std::string(1, letter(whose)); }

// A chain as its tag tells it.
struct Told {
  Link tip;
  Link last;
  int links = 0;          // that the proofs name
  std::vector<Link> all;  // those links in their order, once it is known that they lead to the tip
};

// A roll as its proof tells it.
struct Roll {
  int entry = 0;
  Seat seat = Seat::R;
  Pip pip = kSix;
  struct Use {
    std::size_t chain;
    int link;
  };
  std::array<std::optional<Use>, kHolders> used{};  // by holder
};

class Verifier {
 public:
  explicit Verifier(const Record& record) : record_(record), game_(record.rules, record.start) {}

  Result<Report> verify() {
    if (auto replayed = replay(record_); !replayed) return std::move(replayed).errors();
    for (const auto step : {&Verifier::read_tags, &Verifier::read_play, &Verifier::check_lengths,
                            &Verifier::follow_chains, &Verifier::check_dice}) {
      (this->*step)();
      if (!errors_.empty()) return std::move(errors_);
    }
    return std::move(report_);
  }

 private:
  void fail(std::string_view code, std::vector<std::pair<std::string_view, std::string>> arguments,
            int line = 0) {
    if (errors_.size() >= kMaxErrors) return;
    errors_.push_back({code, std::move(arguments), line});
  }
  // About a chain, named by its tag and which of that name it is.
  void fail_chain(std::string_view code, Holder whose, std::size_t chain, int line = 0) {
    fail(code,
         {{"seat", name_of(whose)},
          {"number", std::to_string(chain + 1)},
          {"links", std::to_string(chains_[at(whose)][chain].links)}},
         line);
  }

  void read_tags() {
    const std::string_view dice = find_tag(record_, kDice).value_or("");
    if (dice != "chains" && !dice.starts_with(kChains)) return fail("fair.no_chains", {});
    report_.table = dice.substr(std::min(kChains.size(), dice.size()));
    if (report_.table.empty() || report_.table.find(' ') != std::string::npos) {
      fail("fair.bad_table", {{"text", std::string(dice)}});
    }
    for (const Tag& tag : record_.tags) {
      if (tag.name.substr(0, tag.name.find(' ')) == kChain) read_chain(tag);
    }
    // Nothing proves a die that waits from the start.
    if (record_.start.has_roll()) fail("fair.start_waits", {});
  }

  void read_chain(const Tag& tag) {
    const std::size_t word = std::min(tag.name.find(' '), tag.name.size() - 1);
    const auto whose = parse_holder(std::string_view(tag.name).substr(word + 1));
    const bool is_there = whose && (*whose == Holder::server ||
                                    record_.start.is_in_play(static_cast<Seat>(index(*whose))));
    if (!is_there) return fail("fair.chain_holder", {{"tag", tag.name}});
    const std::string_view value = tag.value;
    const std::size_t space = std::min(value.find(' '), value.size());
    const auto tip = parse_link(value.substr(0, space));
    const auto last = parse_link(value.substr(std::min(space + 1, value.size())));
    if (!tip || !last) return fail("fair.bad_chain", {{"tag", tag.name}});
    chains_[at(*whose)].push_back({*tip, *last, 0, {}});
  }

  void read_play() {
    int entry = 0;
    for (const Entry& one : record_.entries) {
      ++entry;
      if (const auto* note = std::get_if<Note>(&one)) {
        if (note->word == kProofNote) read_proof(*note, entry);
        if (note->word == kChainNote) read_chain_note(*note, entry);
      } else if (const auto* starting_roll = std::get_if<StartingRoll>(&one)) {
        take_roll(*game_.starting_seat(), starting_roll->pip, entry);
      } else if (const auto* roll = std::get_if<Pip>(&one)) {
        take_roll(game_.state().turn(), *roll, entry);
      } else if (!std::holds_alternative<Comment>(one)) {
        end_roll();
        if (std::holds_alternative<TakeBack>(one)) fail("fair.takeback", {}, entry);
      }
      game_.add(one);
    }
    end_roll();
  }

  void take_roll(Seat seat, Pip pip, int entry) {
    end_roll();
    rolls_.push_back({entry, seat, pip});
    is_proven_ = false;
  }

  // Nothing that proves the last roll can follow.
  void end_roll() {
    if (is_proven_) return;
    is_proven_ = true;
    fail("fair.proof_missing",
         {{"roll", std::to_string(rolls_.size())}, {"seat", to_text(rolls_.back().seat)}},
         rolls_.back().entry);
  }

  void read_proof(const Note& note, int entry) {
    const std::string number = std::to_string(rolls_.size());
    if (is_proven_) return fail("fair.proof_twice", {{"roll", number}}, entry);
    is_proven_ = true;
    const auto holders = parse_proof(note.text);
    if (holders.empty()) {
      return fail("fair.bad_proof", {{"roll", number}, {"text", note.text}}, entry);
    }
    for (const Holder whose : holders) {
      if (chains_[at(whose)].empty()) {
        fail("fair.proof_without_chain", {{"roll", number}, {"seat", name_of(whose)}}, entry);
        continue;
      }
      const std::size_t chain = in_force_[at(whose)];
      rolls_.back().used[at(whose)] = {chain, ++chains_[at(whose)][chain].links};
    }
  }

  // "S R B": the server, then seats in the order R Y B G; empty where it is not that.
  static std::vector<Holder> parse_proof(std::string_view text) {
    std::vector<Holder> holders;
    int next = 0;  // the least of `order` that can follow
    for (std::size_t i = 0; i < text.size(); i += 2) {
      const auto whose = parse_holder(text.substr(i, 1));
      const int order = !whose || *whose == Holder::server ? 0 : index(*whose) + 1;
      const bool is_apart = i + 1 == text.size() || text[i + 1] == ' ';
      if (!whose || order < next || !is_apart) return {};
      holders.push_back(*whose);
      next = order + 1;
    }
    if (holders.empty() || holders.front() != Holder::server) return {};
    return holders;
  }

  void read_chain_note(const Note& note, int entry) {
    end_roll();
    const auto whose = parse_holder(note.text);
    if (!whose) return fail("fair.bad_chain_note", {{"text", note.text}}, entry);
    const std::size_t old = in_force_[at(*whose)];
    if (old + 1 >= chains_[at(*whose)].size()) {
      return fail("fair.chain_missing", {{"seat", name_of(*whose)}}, entry);
    }
    // A server that could leave a chain when it likes could choose among two rolls.
    if (*whose == Holder::server && chains_[at(*whose)][old].links < kChainLength) {
      fail_chain("fair.chain_early", *whose, old, entry);
    }
    ++in_force_[at(*whose)];
  }

  template <class Visit>
  void each_chain(Visit visit) {
    for (const Holder whose : {Holder::server, Holder::R, Holder::Y, Holder::B, Holder::G}) {
      for (std::size_t i = 0; i < chains_[at(whose)].size(); ++i) visit(whose, i);
    }
  }

  void check_lengths() {
    each_chain([&](Holder whose, std::size_t i) {
      const int links = chains_[at(whose)][i].links;
      if (links == 0) fail_chain("fair.chain_unused", whose, i);
      if (links > kChainLength) fail_chain("fair.chain_too_long", whose, i);
    });
  }

  void follow_chains() {
    each_chain([&](Holder whose, std::size_t i) {
      Told& told = chains_[at(whose)][i];
      told.all.assign(static_cast<std::size_t>(told.links), told.last);
      for (std::size_t link = told.all.size() - 1; link > 0; --link) {
        told.all[link - 1] = hash(told.all[link]);
      }
      if (hash(told.all.front()) != told.tip) fail_chain("fair.chain_broken", whose, i);
    });
    if (errors_.empty()) check_server_links();
  }

  // The server's links are new ones: of an earlier chain everybody knows them all.
  void check_server_links() {
    std::vector<Link> told;
    for (std::size_t i = 0; i < chains_[at(Holder::server)].size(); ++i) {
      const Told& chain = chains_[at(Holder::server)][i];
      const auto is_old = [&](const Link& link) { return std::ranges::binary_search(told, link); };
      if (is_old(chain.tip) || std::ranges::any_of(chain.all, is_old)) {
        fail_chain("fair.chain_again", Holder::server, i);
      }
      told.push_back(chain.tip);
      told.insert(told.end(), chain.all.begin(), chain.all.end());
      std::ranges::sort(told);
    }
  }

  std::optional<Link> link_of(const Roll& roll, Holder whose) const {
    const auto& used = roll.used[at(whose)];
    if (!used) return std::nullopt;
    return chains_[at(whose)][used->chain].all[static_cast<std::size_t>(used->link - 1)];
  }

  void check_dice() {
    for (const Roll& one : rolls_) {
      ++report_.rolls;
      SeatLinks links;
      for (const Seat seat : kAllSeats) {
        const auto i = at(seat);
        links[i] = link_of(one, holder(seat));
        report_.without[i] += links[i] ? 0 : 1;
      }
      const Pip expected =
          roll(*link_of(one, Holder::server), report_.table, report_.rolls, one.seat, links);
      if (one.pip == expected) continue;
      fail("fair.wrong_die",
           {{"roll", std::to_string(report_.rolls)},
            {"seat", to_text(one.seat)},
            {"pip", std::to_string(one.pip.value())},
            {"expected", std::to_string(expected.value())}},
           one.entry);
    }
    for (const Seat seat : kAllSeats) {
      report_.has_chain[at(seat)] = !chains_[at(holder(seat))].empty();
    }
  }

  const Record& record_;
  Game game_;
  std::array<std::vector<Told>, kHolders> chains_;
  std::array<std::size_t, kHolders> in_force_{};  // which chain of each holder
  std::vector<Roll> rolls_;
  bool is_proven_ = true;  // the last roll
  Errors errors_;
  Report report_;
};

}  // namespace

Result<Report> verify(const Record& record) { return Verifier(record).verify(); }

}  // namespace aero::fair
