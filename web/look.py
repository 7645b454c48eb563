"""One moment of a table, seen with the eyes of one viewer."""

from __future__ import annotations

from typing import TypeAlias

from companion.engine import CueKind, TableView, Text
from companion.session.snapshot import Snapshot
from web.house import Play
from web.keys import Keys
from web.relay import Now
from web.seats import people as people_of
from web.seats import public_panels
from web.shown import Person
from web.wording import Names, Words, name_people

#: The people at the table, or the keys that know their names.
People: TypeAlias = Keys | tuple[Person, ...]


class Look:
    """What one viewer may know: a seat, or ``None`` for everybody."""

    def __init__(self, now: Now, viewer: int | None, words: Words, people: People) -> None:
        """Look at the table with the viewer's eyes."""
        assert now.play is not None
        assert now.snapshot is not None
        self.now, self.viewer, self.words = now, viewer, words
        self.play: Play = now.play
        self.snapshot: Snapshot = now.snapshot
        self.view: TableView = self.play.game.view(self.snapshot.state, viewer)
        self.people = people if isinstance(people, tuple) else self._people(people)
        self.names: Names = tuple(
            (panel.title.id, person.name)
            for panel, person in zip(public_panels(self.view), self.people, strict=True)
            if person.name != person.colour_name
        )
        self.turn = next((c.seat for c in self.snapshot.cues if c.kind is CueKind.TURN), None)

    def _people(self, keys: Keys) -> tuple[Person, ...]:
        return people_of(self.view, self.snapshot, self.words, keys)

    def say(self, text: Text) -> str:
        """Put into words what a game tells, with the names of people."""
        return self.words.say(name_people(text, self.names))

    def name(self, seat: int | None) -> str:
        """Name a seat."""
        return next((p.name for p in self.people if p.seat == seat), "")
