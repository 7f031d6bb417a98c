#include "chronicle.hpp"

namespace aero::door {
namespace {

void tell(Entry& told, const Game& game, const aero::StartingRoll& roll) {
  told.kind = EntryKind::starting_roll;
  told.round = 0;
  told.seat = game.starting_seat();
  told.roll = roll.pip.value();
  told.text = std::to_string(told.roll);
}
void tell(Entry& told, const Game& game, Pip roll) {
  told.kind = EntryKind::roll;
  told.seat = game.state().turn();
  told.roll = roll.value();
  told.text = std::to_string(told.roll);
}
void tell(Entry& told, const Game& game, const Move& move) {
  told.kind = EntryKind::move;
  told.seat = game.state().turn();
  told.roll = game.state().roll()->value();
  told.text = to_text(move);
}
void tell(Entry& told, const Game&, const TakeBack& take_back) {
  told.kind = EntryKind::take_back;
  told.text = std::to_string(take_back.plies);
}
void tell(Entry& told, const Game&, const Note& note) {
  told.kind = EntryKind::note;
  told.text = note.text.empty() ? note.word : note.word + " " + note.text;
}
void tell(Entry& told, const Game&, const Comment& comment) {
  told.kind = EntryKind::comment;
  told.text = comment.text;
}

}  // namespace

Taken take(Game& game, const aero::Entry& entry, int number) {
  Taken taken;
  taken.told.entry = number;
  taken.told.round = game.round();
  std::visit([&](const auto& one) { tell(taken.told, game, one); }, entry);
  taken.before = view_of(game.state());
  game.add(entry, taken.events);
  if (taken.events.size() > 0) taken.told.words = parts_of(taken.before, taken.events);
  return taken;
}

}  // namespace aero::door
