"""A late game of four on a simulated table: its profile, its pictures and its log, as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from companion.app.bench_vision import (
    PACK,
    PracticeTable,
    learn_practice_table,
    straightening,
)
from companion.app.see import kit_of
from companion.games import Wish, kits
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.match import Turned, play
from companion.session.store import By, Happened, How, Store
from companion.session.store_entry import HOST
from hardware.simulated.scene import scene_from_view
from vision.eye import Eye, Post
from vision.profile import save_profile
from vision.profile_table import Story, View
from vision.reference import Picture

GAME, PLAYERS, EXPANSIONS = "vienna", 4, ("third-man", "feld")
#: Pictures of the same table; they differ in their noise.
FRAMES = 4
#: How much of a game has been played when it is late.
LATE = 0.7


def open_game() -> tuple[Any, Any]:
    """Return the game of the bench, and its options."""
    return kits()[GAME].open(Wish(PLAYERS, "full", EXPANSIONS, tracking="board"))


def database(folder: Path) -> Path:
    """Return where the games of the bench are kept."""
    return folder / "games.sqlite"


def prepare(folder: Path) -> None:
    """Learn a table, lay a late game out on it, and take its picture."""
    table, (game, options) = learn_practice_table(), open_game()
    bots = [seat_bot(Temper.GREEDY, str(seat)) for seat in range(PLAYERS)]
    answers = list(play(game, options, bots, Dealer(5)))
    played = answers[: int(LATE * len(answers))]
    keep(database(folder), game, played)
    frames = _pictures(table, game.expected_view(played[-1].after).atoms)
    np.save(folder / "frames.npy", np.stack(frames))
    post = Eye(table.knowledge).find(frames[0])
    assert isinstance(post, Post)
    np.save(folder / "straight.npy", straightening(post.vantage))
    kit, edition = kit_of(PACK)
    story = Story("", "taps", 1.0, (), {}, (), View.of(post.vantage))
    save_profile(folder / "profile", table.knowledge, PACK, kit.name, edition, story)


def keep(path: Path, game: Any, played: Sequence[Turned[Any, Any, Any]]) -> None:
    """Write down a game as a table does that is taken up again."""
    with Store.open(path) as store:
        setup = game.states.encode(played[0].before)
        log = store.begin(GAME, edition=Wish(0).edition, setup=setup)
        for turned in played:
            events = tuple(map(game.events.encode, turned.events))
            move = game.moves.encode(turned.move)
            log.record_turn([Happened(By(HOST, How.HOST), events, move, ask=turned.ask.kind)])


def _pictures(table: PracticeTable, atoms: Any) -> list[Picture]:
    scene = scene_from_view(table.empty.pack, atoms, Random(5), at=table.empty)
    return [table.renderer.render(scene.changed(seed=number))[0] for number in range(FRAMES)]
