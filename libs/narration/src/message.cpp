#include "message.hpp"

#include <utility>

namespace aero {
namespace {

std::string seat_key(Seat seat) { return std::string("seat.") + letter(seat); }

}  // namespace

Message seat_name(Seat seat) { return {seat_key(seat), {}}; }
Message seat_turn(Seat seat) { return {seat_key(seat) + ".turn", {}}; }
Message seat_possessive(Seat seat) { return {seat_key(seat) + ".of", {}}; }

Message piece_on(Piece piece) {
  const MessageArgument step{"n", piece.step.value()};
  if (piece.size == 1) return {"play.plane_on", {step}};
  return {"play.stack_on", {{"planes", piece.size}, step}};
}

MessageArgument::Value join(const std::vector<MessageArgument::Value>& parts) {
  MessageArgument::Value all = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    all = Message{"play.joined", {{"first", std::move(all)}, {"second", parts[i]}}};
  }
  return all;
}

Message joined(const std::vector<Message>& parts) {
  MessageArgument::Value all = join({parts.begin(), parts.end()});
  return std::move(*std::get_if<Message>(&all));
}

}  // namespace aero
