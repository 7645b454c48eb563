"""The kept games as the pages ask for them; fills the port of ``web.games_port``."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from msgspec.structs import replace

from companion.app import exports
from companion.app.bgstats import play_link
from companion.app.keep import looked_at
from companion.app.own_box import PLAIN, OwnBox
from companion.app.people_file import PeopleFile
from companion.app.replay_game import Kept, Wanted, taken_up
from companion.app.shelf_game import claims_at, line_of, replay_of
from companion.app.shelf_stats import Facts, facts_of, sum_up
from companion.app.workshop import Watch, Workshop
from companion.app.wrong import Wrong
from companion.drawing.table_art import draw_pieces, draw_state
from companion.engine import Text, Unreadable
from companion.games import Wish, kits
from companion.session.store_entry import Record
from companion.session.store_reader import Summary
from companion.session.texts import Texts
from web.games_port import Kind, Line, Making, Replay, Statistics

#: So many games stay open, because somebody looks at them.
_OPEN = 3


class Shelf:
    """Look at kept games; everything may be called from any thread."""

    def __init__(
        self, database: Path, people: PeopleFile, workshop: Workshop, box: OwnBox = PLAIN
    ) -> None:
        """Take where the games are, who played them, who makes files of them, and the owner's box."""
        self._database, self._people, self._box = database, people, box
        self._workshop = workshop
        self._lock = Lock()
        self._open: OrderedDict[tuple[str, int], Kept] = OrderedDict()
        self._counted: dict[str, tuple[int, Facts | Line]] = {}

    def lines(self) -> tuple[Line, ...]:
        """List all games in which anything has happened, the last one first."""
        return tuple(reversed([self._named(_line(facts)) for facts in self._all()]))

    def unfinished(self, game: str) -> tuple[Line, ...]:
        """List the games of one kind that are not over yet, the one that was played last first."""
        try:
            kept = self._summaries()
        except Wrong:
            return ()  # the page it is for has more to show
        waiting = (one for one in _begun(kept) if one.record.game == game and not one.ended)
        latest = sorted(waiting, key=lambda one: one.last_at, reverse=True)
        return tuple(self._named(_line(self._facts(one))) for one in latest)

    def statistics(self) -> tuple[Statistics, ...]:
        """Sum up the games that are over, by their kinds; the one played most comes first."""
        over = (facts for facts in self._all() if isinstance(facts, Facts))
        return sum_up([replace(facts, line=self._named(facts.line)) for facts in over])

    def _all(self) -> list[Facts | Line]:
        """Return what is known of every game; what has not changed is not counted again."""
        return [self._facts(one) for one in _begun(self._summaries())]

    def _named(self, line: Line) -> Line:
        """Add the names of the players, which may have come later."""
        names = self._people.names(line.id)
        players = (replace(one, name=names.get(one.seat, "")) for one in line.players)
        return replace(line, players=tuple(players))

    def _summaries(self) -> list[Summary]:
        if not self._database.exists():
            return []
        with looked_at(self._database) as reader:
            return reader.summaries()

    def _facts(self, one: Summary) -> Facts | Line:
        name = one.record.id
        known = self._counted.get(name)
        # What a game could not be shown for, a missing board, may be cured without an entry.
        if known is None or known[0] != one.entries or _line(known[1]).problem is not None:
            self._counted[name] = known = one.entries, self._count(one)
        return known[1]

    def _count(self, one: Summary) -> Facts | Line:
        record = one.record
        try:
            with self._taken_up(record) as kept:
                line = line_of(kept)
                return facts_of(kept, line) if line.over else line
        except Wrong as wrong:
            name = Text(f"{record.game}.name") if record.game in kits() else record.game
            over, text = one.ended, wrong.text
            return Line(record.id, name, record.begun_at, one.last_at, over, problem=text)

    @contextmanager
    def _taken_up(self, record: Record, language: str = "en") -> Iterator[Kept]:
        """Open a game with the box it was played with, as far as we have it."""
        wish = self._box.for_kept(_wish_of(record))
        wanted = Wanted(record.id, self._database, wish.board, wish.overlays)
        with taken_up(Texts.load(language), wanted) as kept:
            yield replace(kept, names=self._people.names(record.id))

    def _kept(self, game: str) -> Kept | None:
        """Return a game whose log is closed again, or nothing if there is none or it is unreadable."""
        summary = next((one for one in self._summaries() if one.record.id == game), None)
        if summary is None:
            return None
        key = game, summary.entries
        with self._lock:
            if key not in self._open:
                try:
                    with self._taken_up(summary.record) as kept:
                        self._open[key] = kept
                except Wrong:
                    return None
            self._open.move_to_end(key)
            while len(self._open) > _OPEN:
                self._open.popitem(last=False)
            # A name may have come since.
            return replace(self._open[key], names=self._people.names(game))

    def replay(self, game: str) -> Replay | None:
        """Return a game step by step, as everybody may see it."""
        kept = self._kept(game)
        return None if kept is None else replay_of(kept)

    def board(self, game: str) -> str | None:
        """Draw the bare table of a game."""
        kept = self._kept(game)
        return None if kept is None else draw_state(kept.kit.printed(kept.game), ())

    def pieces(self, game: str, number: int) -> str | None:
        """Draw what lay on the table after a step, with rings around what has changed."""
        kept = self._kept(game)
        if kept is None or not 0 <= number <= len(kept.past):
            return None
        claims, marks = claims_at(kept, number)
        return draw_pieces(kept.kit.printed(kept.game), claims, marks)

    def picture(self, game: str, digest: str) -> bytes | None:
        """Return a picture that was kept with a step."""
        kept = self._kept(game)
        entries = () if kept is None else (one.entry for one in kept.past)
        entry = next((entry for entry in entries if entry.picture == digest), None)
        if entry is None:
            return None
        with looked_at(self._database) as reader:
            return reader.log(game).picture(entry)

    def make(self, game: str, kind: Kind, language: str, patience_s: float = 0.0) -> Making | None:
        """Begin to make a file, or say how far it has come."""
        kept = self._kept(game)
        if kept is None or not exports.may_have(kept, kind):
            return None

        def work(out: Path, watch: Watch) -> None:
            with self._taken_up(kept.record, language) as own:
                exports.write(own, kind, out, watch)

        key = game, len(kept.past), kind, language, tuple(kept.names.items())
        return self._workshop.make(key, exports.file_name(kept, kind), work, patience_s)

    def play_link(self, game: str, language: str) -> str | None:
        """Return the link that hands a game over to BG Stats, once it is over."""
        kept = self._kept(game)
        if kept is None or not kept.is_over:
            return None
        texts = Texts.load(language, kept.kit.texts)
        return play_link(line_of(kept), texts, kept.record.game)


def _begun(kept: list[Summary]) -> list[Summary]:
    """Leave out games that somebody only chose: nothing is lost with them."""
    return [one for one in kept if one.entries]


def _line(facts: Facts | Line) -> Line:
    return facts.line if isinstance(facts, Facts) else facts


def _wish_of(record: Record) -> Wish:
    """Return what a game was played with; one that cannot be read says so later."""
    kit = kits().get(record.game)
    try:
        known = None if kit is None else kit.wish(bytes(record.setup), record.edition)
    except Unreadable:
        known = None
    return known or Wish(0, edition=record.edition)
