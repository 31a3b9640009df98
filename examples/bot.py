#!/usr/bin/env python3
"""A bot for Thicket: it plays at every table where it has a seat, and sits down wherever it is invited.

    THICKET_TOKEN=thicket_… python3 examples/bot.py https://thicket.example [random]

It needs nothing but Python. With `random` it plays any legal turn; otherwise it tries steps and counts the pieces on the board.
"""

import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

SERVER = sys.argv[1].rstrip("/")
TOKEN = os.environ["THICKET_TOKEN"]
ONLY_RANDOM = "random" in sys.argv[2:]
TRIED = 12  # Of the steps that are legal so many are tried, so that no turn takes long.



def connect(path, body=None, key=None):
    """Opens an answer. While the server is away or busy it is asked again: with the same key nothing is done twice."""
    headers = {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"}
    if key:
        headers["Idempotency-Key"] = key
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            return urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers), timeout=60)
        except urllib.error.HTTPError as error:
            if error.code != 429 and error.code < 500:
                raise
            time.sleep(float(error.headers.get("Retry-After") or 1))
        except OSError:
            time.sleep(0.5)


def ask(path, body=None, key=None):
    """The JSON of an answer, asked for again if the connection breaks before all of it has come."""
    while True:
        with connect(path, body, key) as answer:
            try:
                return json.load(answer)
            except (OSError, ValueError, http.client.HTTPException):
                time.sleep(0.5)


def value(position, seat):
    """How a position looks for a seat: the pieces that it has more than the others have together."""
    owners = [piece["seat"] for _, piece in position["diagram"]["pieces"]]
    return 2 * owners.count(seat) - sum(owner is not None for owner in owners)


def choose(game, turns, seat):
    """The steps of a turn, found one after the other."""
    steps = []
    while True:
        position = ask("/api/positions", {**game, "turns": turns, "steps": steps})
        if not steps and position["to_move"] != seat:
            return None
        if steps and position["complete"]:
            return steps
        legal = random.sample(position["legal"], len(position["legal"]))
        if ONLY_RANDOM or len(legal) == 1:
            steps.append(legal[0])
            continue
        after = [ask("/api/positions", {**game, "turns": turns, "steps": steps + [step]}) for step in legal[:TRIED]]
        values = [value(position, seat) for position in after]
        steps.append(legal[values.index(max(values))])


def play(code, me):
    """Plays a turn at a table."""
    shown = ask(f"/api/tables/{code}")
    table, kind = shown["table"], shown["kind"]
    players = [chair and chair["id"] for chair in table["chairs"]]
    if table["phase"] != "playing" or me not in players:
        return
    game = {"game": kind["name"], "seats": len(players), "variant": kind["variant"]}
    steps = choose(game, [ply["text"] for ply in table["plies"]], players.index(me) + 1)
    if steps:
        turn = {"turn": table["turn"], "command": {"t": "play", "steps": steps}}
        ask(f"/api/tables/{code}/commands", turn, str(uuid.uuid4()))
        print(f"{code}: {','.join(steps)}", flush=True)


def follow(me):
    """Follows all tables until the stream ends."""
    with connect("/api/stream") as lines:
        for line in lines:
            if not line.strip():
                continue
            news = json.loads(line)
            if news["t"] == "end":
                return
            try:
                if news["place"] == "invited":
                    ask(f"/api/tables/{news['code']}/seat", {})
                elif news["your_turn"]:
                    play(news["code"], me)
            except urllib.error.HTTPError as error:
                # Something has changed meanwhile: the stream tells of that, too.
                print(f"{news['code']}: {error.read().decode()}", file=sys.stderr)


def main():
    me = ask("/api/token")
    print(f"Playing as {me['name']}", flush=True)
    while True:
        try:
            follow(me["id"])
        except (OSError, ValueError, http.client.HTTPException):
            pass
        time.sleep(0.5)


main()
