// What the types of the engine rule out. CMake compiles this file once for each case, with its name
// defined, and wants an error that matches the comment beside it; with no name it must compile.

#include "aero/game.hpp"
#include "aero/setup.hpp"

namespace aero {

const Rules rules;
const Setup setup;
State state = *check(rules, setup).state;
int number = 3;

#ifdef ADD_STEP_AND_SQUARE  // no match for .operator\+.|invalid operands to binary expression
auto sum = Step(5) + Square(5);
#endif

#ifdef ADD_TO_A_SQUARE  // no match for .operator\+.|invalid operands to binary expression
auto sum = Square(5) + 1;
#endif

#ifdef SUBTRACT_SQUARES  // no match for .operator-.|invalid operands to binary expression
auto distance = Square(5) - Square(4);
#endif

#ifdef COMPARE_STEP_AND_SQUARE  // no match for .operator==.|invalid operands to binary expression
bool same = Step(5) == Square(5);
#endif

#ifdef ORDER_SQUARES  // no match for .operator<.|invalid operands to binary expression
bool before = Square(5) < Square(6);
#endif

#ifdef STEP_FROM_A_NUMBER  // conversion from .int. to .+Step|no viable conversion from 'int'
Step step = 5;
#endif

#ifdef SQUARE_FROM_A_STEP  // no matching function|no matching conversion
auto square = Square(Step(5));
#endif

#ifdef SEVEN_PIPS  // non-.constexpr. function|call to consteval function
auto pip = Pip(7);
#endif

#ifdef NO_PIPS  // non-.constexpr. function|call to consteval function
auto pip = Pip(0);
#endif

#ifdef PIP_FROM_A_VARIABLE  // not usable in a constant expression|is not a constant expression
auto pip = Pip(number);
#endif

#ifdef PIP_FROM_A_NUMBER  // conversion from .int. to .+Pip|no viable conversion from 'int'
Pip pip = 3;
#endif

#ifdef ROLL_A_NUMBER  // no matching function
auto refusal = apply(rules, state, 3);
#endif

#ifdef SEAT_FROM_A_NUMBER  // cannot convert .int.|cannot initialize a variable of type
Seat seat = 2;
#endif

#ifdef NUMBER_FROM_A_SEAT  // cannot convert .+Seat|cannot initialize a variable of type
int seat = Seat::B;
#endif

#ifdef WRITE_TO_A_FLEET  // discards qualifiers|is not marked const
void write() { state.fleet(Seat::R).add({kPad, 1, 0}); }
#endif

#ifdef WRITE_TO_THE_ORDER  // discards qualifiers|is not marked const
void write() { state.order().append(Seat::R); }
#endif

#ifdef WRITE_TO_A_MEMBER  // is private within this context|is a private member
void write() { state.sixes_ = 2; }
#endif

#ifdef BUILD_A_STATE_FROM_PARTS  // no matching function|no matching constructor|could not convert
State built{{}, 0, 0, 0, {}};
#endif

#ifdef USE_THE_REFEREE  // .Referee. has not been declared|undeclared identifier .Referee.
void write() { Referee::end_game(state); }
#endif

#ifdef PLAY_ON_A_SETUP  // invalid initialization of reference|no matching function
auto moves = legal_moves(rules, setup);
#endif

#ifdef SETUP_AS_STATE  // conversion from .+Setup.+ to non-scalar|no viable conversion from .+Setup
State made = setup;
#endif

#ifdef STATE_FROM_CHECKED  // conversion from .+Checked.+ to non-scalar|no viable conversion
State made = check(rules, setup);
#endif

#ifdef MOVE_A_CONST_STATE  // no matching function|discards qualifiers
const State done = state;
auto refusal = apply(rules, done, Move::pass());
#endif

}  // namespace aero
