"""A running game learns what is printed on a card: the same log, with a game that knows more."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from boxed_table import BOARD, KIT, BoxedTable
from live_table import LiveTable

from companion.games import Wish
from companion.session.commands import Done, Learned
from companion.session.store import Reader


def richer(folder: Path, place: str, **said: str):
    """Return the bought game with what an owner's file says of one thing."""
    file = folder / "told.json"
    file.write_text(KIT.noted(file, place, {part: (word,) for part, word in said.items()}))
    wish = Wish(2, "entry", (), "full", board=BOARD, edition="boxed", overlays=(file,))
    return KIT.open(wish)[0]


def entries(table: BoxedTable) -> int:
    with closing(Reader.open(table.folder / "games.sqlite")) as reader:
        return reader.summaries()[0].entries


def test_an_open_question_is_answered_by_what_is_known(tmp_path):
    table = BoxedTable(tmp_path)
    try:
        table.begin()
        ask = table.play_until_reading()
        before, count = table.state, entries(table)
        session = table.house.play.session
        game = richer(tmp_path, ask.reads, param="coffee", bribe="wine", info="slide")
        assert isinstance(session.ask(Learned(game)), Done)
        after = session.snapshot.settled
        assert after.stage != before.stage
        assert [fact.value for fact in after.lore] == ["coffee"]
        assert entries(table) == count + 1  # what followed is on the disk
        # The log tells the same story to whoever opens it later, with or without the file.
        table.house.end_game()
        assert table.house.resume(session.snapshot.game) is None
        assert table.house.play.session.snapshot.settled == after
    finally:
        table.close()


def test_what_was_not_asked_is_never_asked_later(tmp_path):
    table = BoxedTable(tmp_path)
    try:
        table.begin()
        session = table.house.play.session
        ask = table.play_until_reading()
        other = richer(tmp_path, "cards.175", bribe="wine")
        state = session.snapshot.settled
        session.ask(Learned(other))
        assert session.snapshot.settled == state  # still the same question
        assert table.reading() == ask
    finally:
        table.close()


def test_a_turn_that_is_watched_goes_on_where_it_was(tmp_path):
    wish = Wish(2, "entry", (), "full")
    live = LiveTable(tmp_path, wish)
    live.play(lambda snapshot: snapshot.state.round >= 2 and bool(snapshot.seen))
    before = live.snapshot
    assert isinstance(live.table.take(Learned(KIT.open(wish)[0])), Done)
    after = live.snapshot
    assert (after.state, after.settled, after.mode) == (before.state, before.settled, before.mode)
    assert (after.seen, after.todo, after.wrong) == (before.seen, before.todo, before.wrong)
    live.play(lambda snapshot: snapshot.state.round >= 3)
    assert live.refused == []
    live.close()
