"""State is the fold of the log: before and after a restart, here and at another table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store_table import LEADER, RED, begin, open_store

from companion.games import Wish, kits
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.match import play
from companion.session.archive import export_game
from companion.session.archive_import import Taken, import_game
from companion.session.archive_read import read_archive
from companion.session.store import OpenLog, Store
from companion.session.store_undo import replay

WORD = st.text(max_size=20)
ACTIONS = st.one_of(
    st.tuples(st.just("append"), st.lists(WORD, max_size=3)),
    st.tuples(st.just("undo"), st.integers(min_value=1, max_value=30)),
    st.tuples(st.just("reopen"), st.none()),
    st.tuples(st.just("carry"), st.none()),
)


class Model:
    """The same log as plain lists: a table for every moment."""

    def __init__(self) -> None:
        self.tables: list[list[str]] = [[]]

    def append(self, words: list[str]) -> None:
        self.tables.append([*self.tables[-1], *words])

    def undo(self, number: int) -> bool:
        if number >= len(self.tables):
            return False
        self.tables.append(self.tables[number - 1])
        return True


def memory() -> Path | None:
    folder = Path("/dev/shm")
    return folder if folder.is_dir() else None


def decoded(log: OpenLog) -> list[str]:
    return [msgspec.json.decode(event) for entry in log.standing() for event in entry.events]


def carry(other: Store, log: OpenLog, folder: Path) -> Iterator[Taken]:
    """Export a game and take it in twice at another table."""
    file = folder / f"{len(log.entries())}.zip"
    file.unlink(missing_ok=True)
    export_game(log, file)
    yield import_game(other, read_archive(file))
    yield import_game(other, read_archive(file))


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(ACTIONS, max_size=15))
def test_any_log_folds_the_same_after_reopening_and_at_another_table(actions):
    model = Model()
    with TemporaryDirectory(dir=memory()) as name:
        folder = Path(name)
        store, other = open_store(folder / "here"), open_store(folder / "there")
        log = begin(store)
        for action, value in actions:
            if action == "append":
                log.append([msgspec.json.encode(word) for word in value], by=RED)
                model.append(value)
            elif action == "undo" and model.undo(value):
                log.undo(value, by=LEADER)
            elif action == "reopen":
                store.close()
                store = open_store(folder / "here")
                log = store.log(log.record.id)
            elif action == "carry":
                _, again = carry(other, log, folder)
                assert again is Taken.KNOWN
                assert other.log(log.record.id).entries() == log.entries()
            assert decoded(log) == model.tables[-1]
        store.close()
        other.close()


def test_a_whole_game_of_vienna_is_the_fold_of_its_log(tmp_path):
    game, options = kits()["vienna"].open(Wish(3, "entry"))
    bots = [seat_bot(Temper.RANDOM, f"{seat}") for seat in range(3)]
    turns = list(play(game, options, bots, Dealer(1)))[:150]
    with open_store(tmp_path) as store:
        log = store.begin("vienna", edition="reference", setup=game.states.encode(turns[0].before))
        for turned in turns:
            events = [game.events.encode(event) for event in turned.events]
            log.append(events, by=RED, move=game.moves.encode(turned.move))
    with open_store(tmp_path) as store:
        log = store.log(log.record.id)
        setup = game.states.decode(bytes(log.record.setup))
        assert replay(game, setup, log.entries()) == turns[-1].after
        log.undo(101, by=LEADER)
        assert replay(game, setup, log.entries()) == turns[100].before
