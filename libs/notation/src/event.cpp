#include "aero/notation.hpp"
#include "piece.hpp"

namespace aero {

std::string_view to_text(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::rolled: return "rolled";
    case Event::Kind::no_move: return "no_move";
    case Event::Kind::passed: return "passed";
    case Event::Kind::third_six: return "third_six";
    case Event::Kind::took_off: return "took_off";
    case Event::Kind::walked: return "walked";
    case Event::Kind::jumped: return "jumped";
    case Event::Kind::flew: return "flew";
    case Event::Kind::captured: return "captured";
    case Event::Kind::struck: return "struck";
    case Event::Kind::recalled: return "recalled";
    case Event::Kind::stacked: return "stacked";
    case Event::Kind::placed: return "placed";
    case Event::Kind::next: return "next";
    case Event::Kind::again: return "again";
    case Event::Kind::over: return "over";
  }
  return "";
}

std::string to_text(const Event& event) {
  std::string text;
  if (event.kind != Event::Kind::over) text.append(1, letter(event.seat)).append(" ");
  text += to_text(event.kind);
  switch (event.kind) {
    case Event::Kind::rolled:
    case Event::Kind::placed:
    case Event::Kind::again: text += " " + std::to_string(event.value); break;
    case Event::Kind::walked:
      text += " " + to_text(event.before) + " " + to_text(event.after);
      if (event.via != event.after.step) text += " via " + step_text(event.via);
      break;
    case Event::Kind::took_off:
    case Event::Kind::jumped:
    case Event::Kind::flew: text += " " + to_text(event.before) + " " + to_text(event.after); break;
    case Event::Kind::captured:
    case Event::Kind::struck: text += " " + to_text(event.before); break;
    case Event::Kind::recalled:
      text += " " + to_text(event.before);
      if (event.after.size > 0) text += " leaving " + to_text(event.after);
      break;
    case Event::Kind::stacked: text += " " + step_text(event.after.step); break;
    default: break;
  }
  return text;
}

}  // namespace aero
