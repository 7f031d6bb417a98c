#include <cassert>

#include "aero/fair.hpp"

namespace aero::fair {

void TableChains::commit(Holder whose, const Link& tip) {
  auto& chains = chains_[at(whose)];
  // A chain of which nothing was told has left no trace in the dice.
  if (!chains.empty() && chains.back().links == 0) chains.pop_back();
  assert(whose != Holder::server || chains.empty() || chains.back().links == kChainLength);
  chains.push_back({tip, tip});
}

std::optional<int> TableChains::next_link(Holder whose) const {
  const auto& chains = this->chains(whose);
  if (chains.empty() || chains.back().links == kChainLength) return std::nullopt;
  return chains.back().links + 1;
}

bool TableChains::is_next(Holder whose, const Link& link) const {
  return next_link(whose) && hash(link) == last(whose);
}

void TableChains::tell(Holder whose, const Link& link, Throw& result) {
  auto& chains = chains_[at(whose)];
  assert(is_next(whose, link));
  const std::string name(1, letter(whose));
  if (chains.back().links == 0 && chains.size() > 1) result.before.push_back({"chain", name});
  chains.back().last = link;
  ++chains.back().links;
  result.proof.text += (result.proof.text.empty() ? "" : " ") + name;
}

TableChains::Throw TableChains::roll(Seat seat, const Link& server, const SeatLinks& links) {
  Throw result{fair::roll(server, table_, next_number_, seat, links), {}, {"proof", ""}};
  tell(Holder::server, server, result);
  for (const Seat giver : kAllSeats) {
    const auto& link = links[at(giver)];
    if (link) tell(holder(giver), *link, result);
  }
  ++next_number_;
  return result;
}

std::vector<Tag> TableChains::tags() const {
  std::vector<Tag> tags{{"Dice", "chains " + table_}};
  for (const Holder whose : {Holder::server, Holder::R, Holder::Y, Holder::B, Holder::G}) {
    for (const Told& told : chains(whose)) {
      if (told.links == 0) continue;
      tags.push_back({std::string("Chain ") + letter(whose),
                      fair::to_text(told.tip) + " " + fair::to_text(told.last)});
    }
  }
  return tags;
}

}  // namespace aero::fair
