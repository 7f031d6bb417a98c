"""The bot's dice are those of docs/formats/fair-dice.vectors.json, and it sees a lie."""

import copy
import json
import pathlib
import unittest

import bot

DOCS = pathlib.Path(__file__).parents[2] / "docs"
VECTORS = json.loads((DOCS / "formats" / "fair-dice.vectors.json").read_text())
SERVER = bot.make_chain(b"s" * 32)
RED = bot.make_chain(b"a" * 32)


def told(number, links):
    """A right roll of red, as an event."""
    die = bot.make_die(SERVER[number], "K7M2Q4T8XZ", number, "R", links)
    seats = [{"seat": seat, "link": bot.to_text(link)} for seat, link in links.items()]
    server_link = bot.to_text(SERVER[number])
    return {
        "type": "rolled",
        "seat": "R",
        "number": number,
        "pip": die,
        "server_link": server_link,
        "links": seats,
    }


class Dice(unittest.TestCase):
    def setUp(self):
        self.dice = bot.Dice("K7M2Q4T8XZ")
        self.dice.take({"type": "opened", "server_tip": bot.to_text(SERVER[0])})
        sitter = {"seat": "R", "tip": bot.to_text(RED[0])}
        self.dice.take({"type": "sat", "sitters": [sitter]})

    def test_chains_of_the_vectors(self):
        for one in VECTORS["chains"]:
            chain = bot.make_chain(bot.to_bytes(one["secret"]))
            self.assertEqual(bot.to_text(chain[0]), one["tip"])

    def test_rolls_of_the_vectors(self):
        self.assertGreater(len(VECTORS["rolls"]), 0)
        for one in VECTORS["rolls"]:
            links = {seat: bot.to_bytes(link) for seat, link in one["links"].items()}
            server_link = bot.to_bytes(one["server"])
            die = bot.make_die(server_link, one["table"], one["number"], one["seat"], links)
            self.assertEqual(die, one["pip"])

    def test_right_rolls(self):
        self.dice.take(told(1, {"R": RED[1]}))
        self.dice.take(told(2, {}))
        self.dice.take(told(3, {"R": RED[2]}))
        self.assertEqual(self.dice.rolls, 3)

    def test_lies(self):
        right = told(1, {"R": RED[1]})
        lies = {
            "another die": {"pip": right["pip"] % 6 + 1},
            "another number": {"number": 2},
            "a link of the server's that is not the next one": {
                "server_link": bot.to_text(SERVER[2])
            },
            "a link left out after the die was made": {"links": []},
            "a link of red's that is not the next one": {
                "links": [{"seat": "R", "link": bot.to_text(RED[2])}]
            },
            "a link of somebody without a chain": {
                "links": [{"seat": "B", "link": bot.to_text(RED[1])}]
            },
        }
        for name, lie in lies.items():
            with self.subTest(name), self.assertRaises(bot.Cheated):
                copy.deepcopy(self.dice).take({**right, **lie})


if __name__ == "__main__":
    unittest.main()
