#!/usr/bin/env python3
"""A bot for online tables of aeroplane chess, with nothing but Python's own library.

It knows no rules: the server says whose turn it is and what may be played (GET …/turn). But it
trusts no dice: it holds a chain of its own, gives a link of it to every roll, and works out each
roll from the links that went in. docs/formats/fair-dice.md has the scheme, /api/v1/openapi.json
everything that can be asked.
"""

import argparse
import base64
import hashlib
import hmac
import http.client
import itertools
import json
import random
import secrets
import sys
import time
import urllib.parse

CHAIN_LENGTH = 1024
MOST_CHAINS = 100  # that one seat uses up
PATIENCE_S = 40  # the server says something on a stream every 15 s
BUSY = 503


def sha256(data):
    return hashlib.sha256(data).digest()


def to_text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text):
    return base64.urlsafe_b64decode(text + "=")


def make_chain(secret):
    """Links by number: the tip first, and each the hash of the one after it."""
    links = [sha256(secret)]
    for _ in range(CHAIN_LENGTH):
        links.append(sha256(links[-1]))
    return links[::-1]


def make_die(server_link, table, number, seat, links):
    parts = [table.encode(), number.to_bytes(8), seat.encode()]
    parts += [links.get(one, b"") for one in "RYBG"]
    for counter in itertools.count():
        fields = [*parts, counter.to_bytes(4)]
        message = b"".join(len(field).to_bytes(4) + field for field in fields)
        for byte in hmac.digest(server_link, message, "sha256"):
            if byte < 252:
                return 1 + byte % 6


class Refused(Exception):
    def __init__(self, status, answer):
        super().__init__(f"{answer['code']}: {answer['message']}")
        self.status = status
        self.code = answer["code"]


class Cheated(Exception):
    """A roll is not what the links make it."""


class Dice:
    """What was told of every chain at a table: who is S for the server, or a seat."""

    def __init__(self, table):
        self.table = table
        self.last = {}
        self.rolls = 0

    def take(self, event):
        match event["type"]:
            case "opened":
                self.last["S"] = to_bytes(event["server_tip"])
            case "sat":
                for sitter in event["sitters"]:
                    self.last[sitter["seat"]] = to_bytes(sitter["tip"]) if sitter["tip"] else b""
            case "committed":
                self.last[event["seat"] or "S"] = to_bytes(event["tip"])
            case "rolled":
                self.check(event)

    def check(self, roll):
        self.rolls += 1
        links = {one["seat"]: to_bytes(one["link"]) for one in roll["links"]}
        server_link = to_bytes(roll["server_link"])
        for who, link in [("S", server_link), *links.items()]:
            if sha256(link) != self.last.get(who):
                raise Cheated(f"roll {self.rolls}: a link of {who} that is not the next one")
            self.last[who] = link
        die = make_die(server_link, self.table, self.rolls, roll["seat"], links)
        if (roll["number"], roll["pip"]) != (self.rolls, die):
            raise Cheated(f"roll {self.rolls} is {die}, but {roll['pip']} was told")


class Bot:
    def __init__(self, server, key, name, choose):
        self.server = urllib.parse.urlsplit(server).netloc
        self.key = key
        self.token = to_text(hmac.digest(key, b"token", "sha256"))
        self.name = name
        self.choose = choose
        self.connection = http.client.HTTPConnection(self.server, timeout=PATIENCE_S)
        self.seq = 0  # of the last event that is known
        self.given = 0  # the number of the roll that has our link
        self.acted = None  # the ply for which we rolled or chose

    # ---- requests ----

    def request(self, connection, method, path, body=None):
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        text = None if body is None else json.dumps(body)
        connection.request(method, "/api/v1" + path, text, headers)
        return connection.getresponse()

    def ask(self, method, path, body=None):
        """Asks until there is an answer. A command has an id, so it may come twice."""
        while True:
            try:
                response = self.request(self.connection, method, path, body)
                answer = json.loads(response.read())
            except (OSError, http.client.HTTPException):
                self.connection.close()
                time.sleep(1)
                continue
            if response.status == BUSY:
                time.sleep(1)
            elif response.status >= 400:
                raise Refused(response.status, answer)
            else:
                return answer

    def command(self, name, **members):
        return self.ask("POST", f"/tables/{self.table}/{name}", {"id": new_id(), **members})

    # ---- the table ----

    def open(self, rules, pace, seats, bots):
        chairs = [{"seat": one, "bot": bots.get(one, "")} for one in seats]
        settings = {"rules": rules, "chairs": chairs, "pace": pace, "seconds": 0}
        return self.ask("POST", "/tables", {"id": new_id(), "settings": settings})["table"]

    def seek(self, rules, seats):
        """Quick match: the table of those who want the same. We have a seat there already."""
        wish = {"rules": rules, "seats": seats, "seconds": 0, "name": self.name}
        while True:
            try:
                for message in self.stream("POST", "/seek", {"id": new_id(), **wish}):
                    if message["type"] == "matched":
                        return message["table"]
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(1)

    def sit(self, table, wanted):
        """Takes a free seat; or the one that we have, where we come back with the same key."""
        self.table = table
        self.dice = Dice(table)
        for seat in self.ask("GET", f"/tables/{table}")["table"]["seats"]:
            self.seat = seat["seat"]
            if seat["is_yours"]:
                return self.find_chain(seat["tip"]) if seat["tip"] else self.commit_chain(0)
            if seat["bot"] or seat["name"] or (wanted and self.seat != wanted):
                continue
            self.begin_chain(0)
            sitter = {"seat": self.seat, "name": self.name, "tip": to_text(self.chain[0])}
            try:
                return self.command("sit", sitters=[sitter])
            except Refused as reason:
                if reason.code != "tables.seat_taken":
                    raise
        sys.exit("there is no free seat")

    def begin_chain(self, number):
        self.chain_number = number
        purpose = f"chain {self.table} {self.seat} {number}"
        self.chain = make_chain(hmac.digest(self.key, purpose.encode(), "sha256"))

    def commit_chain(self, number):
        self.begin_chain(number)
        self.command("commit", seat=self.seat, tip=to_text(self.chain[0]))

    def find_chain(self, tip):
        for number in range(MOST_CHAINS):
            self.begin_chain(number)
            if to_text(self.chain[0]) == tip:
                return
        sys.exit("the seat has a chain that is not of this key")

    # ---- the game ----

    def play(self):
        """The seats in the order they finished."""
        while True:
            try:
                for message in self.stream("GET", f"/tables/{self.table}/events?since={self.seq}"):
                    if result := self.take(message):
                        return result
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(1)  # the stream has ended: we go on with what comes after self.seq

    def stream(self, method, path, body=None):
        """What the server says, message by message."""
        stream = http.client.HTTPConnection(self.server, timeout=PATIENCE_S)
        try:
            response = self.request(stream, method, path, body)
            if response.status == BUSY:
                return
            if response.status != 200:
                raise Refused(response.status, json.loads(response.read()))
            while line := response.readline():
                if line.strip():
                    yield json.loads(line)
        finally:
            stream.close()

    def take(self, message):
        if message["type"] not in ("welcome", "events"):
            return None
        for event in message.get("events", []):
            self.seq = event["seq"]
            self.dice.take(event)
            if event["type"] == "bot_took" and event["seat"] == self.seat:
                self.command("return", seat=self.seat)
        turn = self.ask("GET", f"/tables/{self.table}/turn")
        if turn["waits"] == "nothing" and turn["seq"] == self.seq:
            return turn["result"]
        try:
            self.act(turn)
        except Refused as reason:  # it may come too late: then something else has happened
            print(reason, file=sys.stderr)
        return None

    def act(self, turn):
        if turn["waits"] in ("start", "roll") and turn["number"] != self.given:
            self.give_link(turn)
        if not turn["is_yours"] or turn["ply"] == self.acted:
            return
        if turn["waits"] == "roll":
            self.command("roll", seat=self.seat, ply=turn["ply"])
        elif turn["waits"] == "choice":
            move = self.choose(turn["choices"])["move"]
            self.command("choose", seat=self.seat, ply=turn["ply"], move=move)
        self.acted = turn["ply"]

    def give_link(self, turn):
        last = next(one["link"] for one in turn["last_links"] if one["seat"] == self.seat)
        number = self.chain.index(to_bytes(last)) + 1
        if number > CHAIN_LENGTH:
            self.commit_chain(self.chain_number + 1)
            number = 1
        link = {"seat": self.seat, "link": to_text(self.chain[number])}
        body = {"number": turn["number"], "links": [link]}
        self.ask("POST", f"/tables/{self.table}/links", body)
        self.given = turn["number"]


def new_id():
    return secrets.token_urlsafe(12)


def captures_most(choices):
    return max(choices, key=lambda choice: choice["captures"])


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("table", nargs="?", help="code of a table; without it, one is opened")
    options.add_argument("--server", default="http://localhost:8460")
    options.add_argument("--name", default="Python")
    options.add_argument("--seat", help="R, Y, B or G; without it, the first that is free")
    options.add_argument("--key", help="43 characters, to come back to a seat; else a new one")
    options.add_argument("--style", choices=["random", "captures"], default="captures")
    options.add_argument("--seek", type=int, choices=[2, 3, 4], help="quick match of so many")
    options.add_argument("--seats", default="RB", help="of a new table")
    options.add_argument("--bots", default="", help="seats of a new table that the server plays")
    options.add_argument("--rules", default="standard", help="of a new table or a quick match")
    options.add_argument("--pace", default="live", choices=["live", "days"], help="likewise")
    options = options.parse_args()

    key = to_bytes(options.key) if options.key else secrets.token_bytes(32)
    choose = random.choice if options.style == "random" else captures_most
    bot = Bot(options.server, key, options.name, choose)
    try:
        table = options.table
        if options.seek:
            table = bot.seek(options.rules, options.seek)
        elif not table:
            bots = dict.fromkeys(options.bots, "greedy")
            table = bot.open(options.rules, options.pace, options.seats, bots)
        bot.sit(table, options.seat)
        print(f"table {table} seat {bot.seat}", flush=True)
        result = bot.play()
    except (Refused, Cheated) as reason:
        sys.exit(str(reason))
    print(f"result {result}, {bot.dice.rolls} rolls are right")


if __name__ == "__main__":
    main()
