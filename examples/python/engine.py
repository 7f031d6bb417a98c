#!/usr/bin/env python3
"""An engine for aeroplane chess that needs nothing but Python: docs/formats/engine.md.

Try it:  aeroplane match --a "cmd:python3 examples/python/engine.py" --b random --seats RB

It knows only what the host tells: the position, and the legal moves. It takes the move that saves
its own planes most rolls, and costs the others most.
"""

import random
import sys

SEATS = "RYBG"
STEPS = {"h": -1, "p": 0, "c": 56}


def step_of(text):
    return STEPS[text] if text in STEPS else int(text)


def pieces_of(fleet):
    """The (step, planes) of "hx2,14x3*1,c"."""
    for piece in fleet.split(","):
        place, _, size = piece.split("*")[0].partition("x")
        yield step_of(place), int(size or 1)


def read_position(line):
    """The seat on turn, and the pieces of every seat: "R:hx3,14 B:h,16x2,c R 0 4 -"."""
    words = line.split()
    fleets = {word[0]: list(pieces_of(word[2:])) for word in words if ":" in word}
    turn = words[len(fleets)]
    return turn, fleets


def square_of(seat, step):
    """The square of the ring, the same for every seat; None off the ring."""
    return (13 * SEATS.index(seat) + step) % 52 if 1 <= step <= 50 else None


def landing(step, roll):
    """Where a roll takes a plane that is alone, by the standard rules."""
    if step == -1:
        return 0 if roll % 2 == 0 else -1
    end = step + roll
    if end > 56:
        return step
    if end <= 46 and end % 4 == 2:
        end = 30 if end == 18 else end + 4
        return 30 if end == 18 else end
    return end


def rolls_to_go():
    """How many rolls a plane that is alone takes to come home, from every step."""
    rolls = dict.fromkeys(range(-1, 57), 0.0)
    for step in range(55, -2, -1):
        ends = [landing(step, roll) for roll in range(1, 7)]
        moving = [end for end in ends if end != step]
        rolls[step] = (6 + sum(rolls[end] for end in moving)) / len(moving)
    return rolls


ROLLS = rolls_to_go()


def value_of(move, turn, fleets):
    """The rolls that a move saves its own side, and costs the others."""
    if move == "pass":
        return 0
    piece, _, route = move.rstrip("+").partition("-")
    ((start, size),) = pieces_of(piece)
    stops = [step_of(stop) for stop in route.replace("~", "^").split("^")]
    value = size * (ROLLS[start] - ROLLS[stops[-1]])
    for stop in stops:
        square = square_of(turn, stop)
        for seat, pieces in fleets.items():
            if seat == turn or square is None:
                continue
            for step, planes in pieces:
                if square_of(seat, step) == square:
                    value += planes * (ROLLS[-1] - ROLLS[step])
    return value


class Engine:
    def __init__(self):
        self.game = "0"
        self.position = None

    def choose(self, words):
        if self.position is None:
            raise ValueError("no position was given")
        if "legal" not in words:
            raise ValueError("this engine has to be told the legal moves")
        moves = words[words.index("legal") + 1 :]
        turn, fleets = read_position(self.position)
        # The same game and position always give the same choice.
        chance = random.Random(f"{self.game} {self.position}")
        chance.shuffle(moves)
        return max(moves, key=lambda move: value_of(move, turn, fleets))

    def answer(self, line):
        verb, _, rest = line.strip().partition(" ")
        if verb == "aei":
            return ["id name example in Python", "protocol 1", "aeiok"]
        if verb == "isready":
            return ["readyok"]
        if verb == "newgame":
            self.game = rest
        elif verb == "position":
            read_position(rest)
            self.position = rest
        elif verb == "go":
            return ["bestmove " + self.choose(rest.split())]
        elif verb not in ("", "rules"):  # any rules will do
            raise ValueError("unknown command " + verb)
        return []


def main():
    engine = Engine()
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        try:
            answers = engine.answer(line)
        except (ValueError, KeyError, IndexError) as error:
            answers = [f"error {error}"]
        for answer in answers:
            print(answer, flush=True)


if __name__ == "__main__":
    main()
