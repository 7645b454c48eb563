"""One evening of a trial, from the made-up table to the figures."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.app.seating import Seating
from companion.app.trial_eye import PixelEye
from companion.app.trial_game import Trial
from companion.app.trial_table import set_table
from companion.app.trial_words import Count, Eye
from companion.games.vienna.table_plan import table_plan
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.people import Evening, People
from companion.play.people_words import Habits, Level
from companion.session.store import Store
from vision.wording import Wording


def play_evening(
    seating: Seating, seed: int, number: int, mistakes: float
) -> tuple[Count, tuple[str, ...]]:
    """Let people play one game before a camera; return the figures, and what was odd.

    Every game has a table of its own, with other pieces, another camera and other light.
    """
    game: Any = seating.game
    name = f"{seed}.{number}"
    options = seating.starting_with(number % seating.wish.players)
    table = set_table(seating, table_plan(game.box.board), name)
    eye = PixelEye(game, options, table, Wording(seating.kit.name))
    people, levels = gather(seating, options, name, mistakes)
    return watch(seating, options, people, levels, eye)


def gather(
    seating: Seating, options: Any, name: str, mistakes: float
) -> tuple[People, tuple[Level, ...]]:
    """Seat simulated people, who make mistakes with some chance."""
    players = seating.wish.players
    levels = (Level(seating.wish.tracking),) * players
    bots = [seat_bot(Temper.GREEDY, f"{name}.{seat}") for seat in range(players)]
    habits = Habits.clumsy(mistakes) if mistakes else Habits()
    evening = Evening(options, bots, Dealer(name), levels, seating.kit.signs, habits, name)
    return People(seating.game, evening), levels


def watch(
    seating: Seating,
    options: Any,
    people: People,
    levels: tuple[Level, ...],
    eye: Eye,
    turns: int | None = None,
) -> tuple[Count, tuple[str, ...]]:
    """Let a table watch them; its log lives as long as the evening."""
    game = seating.game
    setup = game.states.encode(game.setup(options))
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "games.sqlite") as store:
        log = store.begin(seating.kit.name, edition=seating.wish.edition, setup=setup)
        trial = Trial(game, people, log, eye, signs=seating.kit.signs, levels=levels)
        return trial.play(turns), tuple(trial.oddities)
