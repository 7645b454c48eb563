"""Games that are kept: played by bots and written down as a table does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from store_table import open_store

from companion.games import Wish, kits
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.match import Turned, play
from companion.session.store import By, Happened, How, OpenLog, seat
from companion.session.store_entry import HOST

KIT = kits()["vienna"]
ENTRY = Wish(2, "entry")
FULL = Wish(2, "full", tuple(KIT.expansions))
LEADER = By(HOST, How.HOST)


def jpeg(number: int) -> bytes:
    """Make a small picture, another one for every number."""
    picture = np.full((60, 80, 3), (40 + number % 200, 90, 200 - number % 200), np.uint8)
    return cv2.imencode(".jpg", picture)[1].tobytes()


def moves(wish: Wish, seed: int = 1) -> tuple[Any, Iterator[Turned[Any, Any, Any]]]:
    """Open a game and let bots play it."""
    game, options = KIT.open(wish)
    bots = [seat_bot(Temper.GREEDY, f"{seed}.{n}") for n in range(wish.players)]
    return game, play(game, options, bots, Dealer(seed))


def happened(game: Any, turned: Turned[Any, Any, Any], number: int) -> Happened:
    """Put an answer into words that the store keeps; moves of figures are seen by a camera."""
    number_of_seat = getattr(turned.move, "seat", None)
    seen = turned.move.__struct_config__.tag in ("place", "advance")
    by = LEADER if number_of_seat is None else By(seat(number_of_seat), How.PHONE)
    if seen:
        by = By(seat(number_of_seat), How.CAMERA, 0.93)
    events = tuple(game.events.encode(event) for event in turned.events)
    picture = jpeg(number) if seen else None
    return Happened(by, events, game.moves.encode(turned.move), picture, turned.ask.kind)


@contextmanager
def kept(
    folder: Path,
    wish: Wish = ENTRY,
    *,
    seed: int = 1,
    answers: int | None = None,
    stumble: int | None = None,
) -> Iterator[tuple[Any, OpenLog]]:
    """Keep a game, or so many answers of it; at ``stumble`` an answer is given, undone, and given."""
    game, turns = moves(wish, seed)
    with open_store(folder) as store:
        setup = game.setup(KIT.open(wish)[1])
        log = store.begin("vienna", edition=wish.edition, setup=game.states.encode(setup))
        for number, turned in enumerate(turns):
            if number == answers:
                break
            one = happened(game, turned, number)
            (entry,) = log.record_turn([one])
            if number == stumble:
                log.undo(entry.number, by=LEADER)
                log.record_turn([one])
        if answers is None:
            log.end(by=LEADER)
        yield game, log


def keep(folder: Path, wish: Wish = ENTRY, **how: Any) -> str:
    """Keep a game and return its id."""
    with kept(folder, wish, **how) as (_, log):
        return log.record.id
