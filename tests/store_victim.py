"""A program to be killed: it writes moves and says which of them were confirmed.

Usage: store_victim.py DATABASE GAME SEED.  Every line is the number of an entry that the store has
confirmed, and what is in it.
"""

from __future__ import annotations

import os
import random
import sys
from itertools import count
from pathlib import Path

from companion.session.store import By, How, Settings, Store, seat


def say(line: str) -> None:
    """Write a line in one go: half a line must not be mistaken for a confirmed move."""
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


def main(database: str, game: str, seed: str) -> None:
    chance = random.Random(seed)
    by = By(seat(0), How.CAMERA, 0.5)
    with Store.open(Path(database), Settings(reserve_bytes=0)) as store:
        log = store.log(game)
        say("open")
        for number in count():
            if chance.random() < 0.1 and (standing := log.standing()):
                entry = log.undo(standing[-1].number, by=by)
                say(f"{entry.number} back to {entry.takes_back}")
                continue
            token = f"{seed}.{number}"
            filling = "x" * chance.choice((1, 100, 20_000))
            picture = chance.randbytes(30_000) if chance.random() < 0.3 else None
            events = [f'["{token}"]'.encode(), f'"{filling}"'.encode()]
            say(f"{log.append(events, by=by, picture=picture).number} {token}")


if __name__ == "__main__":
    main(*sys.argv[1:])
