"""Keep what a running game tells beyond its log: who sits where, and what is printed on cards."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from threading import Thread

from companion.app.card_file import CardFile
from companion.app.people_file import PeopleFile
from companion.packs.fault import PackError
from companion.session.snapshot import Snapshot
from web.house import Play

_LOG = logging.getLogger(__name__)


class Scribe:
    """Follow every game that is opened, each in a thread of its own."""

    def __init__(
        self,
        people: PeopleFile,
        names: Callable[[], Mapping[int, str]],
        cards: CardFile | None = None,
    ) -> None:
        """Take the files to write to, and who knows the names of now."""
        self._people, self._names, self._cards = people, names, cards

    def follow(self, play: Play) -> None:
        """Follow a game until it is put away."""
        Thread(target=self._follow, args=(play,), name="scribe", daemon=True).start()

    def _follow(self, play: Play) -> None:
        learned: object = None
        seated: Mapping[int, str] = {}
        for snapshot in play.session.follow():
            names = self._names()
            # Whoever got up from a game that goes on has not played it.
            left = seated.keys() - names.keys() if snapshot.outcome is None else ()
            self._people.note(snapshot.game, names, left)
            seated = names
            if self._cards is not None and snapshot.settled is not learned:
                learned = snapshot.settled
                self._learn(self._cards, play, snapshot)

    def _learn(self, cards: CardFile, play: Play, snapshot: Snapshot) -> None:
        try:
            cards.learn(play.game, snapshot.settled)
        except PackError:
            # The game knows it all the same, and its log does.
            _LOG.exception("what is printed cannot be kept")
