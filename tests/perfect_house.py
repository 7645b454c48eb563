"""The real house with a perfect eye above the table: hands move pieces, and people tap."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from explain_people import perfect
from gpiozero.pins.mock import MockFactory, MockPWMPin
from msgspec.structs import replace
from web_house import KIT, PIN, Shot

from companion.app.house import Sign, TableHouse
from companion.app.seating import Seating
from companion.app.settings import Settings
from companion.app.wiring import open_devices
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.people_words import Moment
from companion.play.puppets import Puppets, Says
from companion.session.commands import Answer, Choose, Confirm, Moving, Saw
from companion.session.evidence import Reading
from companion.session.session import Session
from companion.session.snapshot import Mode, Snapshot
from companion.session.store import By, How, seat
from companion.session.store_entry import HOST

BY_HOST = By(HOST, How.HOST)


class PerfectEyes:
    """See all that hands do; what people say goes through ``say`` and ``agree``."""

    def __init__(self, seed: int = 1) -> None:
        self._seed = seed
        self.session: Session
        self.shot: Any = Shot()
        self.say: Callable[[Says], None] = self._say
        self.agree: Callable[[Snapshot], None] = self._agree

    def open(self, seating: Seating, session: Session) -> None:
        seats = range(seating.wish.players)
        bots = {n: seat_bot(Temper.GREEDY, f"{self._seed}.{n}") for n in seats}
        start = session.snapshot.settled
        self.session, self.game = session, seating.game
        self.puppets = Puppets(seating.game, start, bots, Dealer(self._seed))
        new = session.snapshot.mode is Mode.SET_UP
        self.show((self.puppets.deal if new else self.puppets.lay)(start))

    def close(self) -> None:
        """There is nothing to close."""

    @property
    def snapshot(self) -> Snapshot:
        return self.session.snapshot

    @property
    def reading(self) -> Reading:
        return perfect(self.puppets.moment)

    def show(self, moment: Moment) -> None:
        """Let everybody see a moment."""
        seen = Saw(perfect(moment), self.shot) if moment.at_rest else Moving()
        self.session.ask(seen)

    def look(self, **changes: Any) -> None:
        """See the table as it is, but for a few changes."""
        self.session.ask(Saw(replace(self.reading, **changes), self.shot))

    def step(self) -> bool:
        """Let the next thing happen; return whether anything has."""
        snapshot = self.snapshot
        if (snapshot.layout is not None and snapshot.layout.moves) or snapshot.doubt is not None:
            self.agree(snapshot)
            return True
        act = self.puppets.act(snapshot.state)
        if isinstance(act, Says):
            self.say(act)
        elif act is not None:
            for moment in act:
                self.show(moment)
        else:
            time.sleep(0.05)
            self.look()
            return False
        return True

    def play(self, until: Callable[[Snapshot], bool]) -> None:
        """Play until something is so; nobody may wait for ever."""
        idle = 0
        while not until(self.snapshot):
            idle = 0 if self.step() else idle + 1
            assert idle < 200, (self.snapshot.wrong, self.snapshot.todo, self.snapshot.looking)

    def _say(self, says: Says) -> None:
        who = HOST if says.ask.seat is None else seat(says.ask.seat)
        self.session.ask(Answer(By(who, How.PHONE), says.ask.id, says.move))

    def _agree(self, snapshot: Snapshot) -> None:
        if snapshot.doubt is not None:
            self.session.ask(Choose(BY_HOST, snapshot.version, 0))
        else:
            self.session.ask(Confirm(BY_HOST, snapshot.version))


class PerfectHouse(TableHouse):
    """The house that ``companion serve`` opens; its address is known once it is served."""

    address = "http://table.test:8080"


def open_house(folder: Path, eyes: PerfectEyes) -> PerfectHouse:
    """Open a house with simulated pins and these eyes."""
    devices = open_devices(
        Settings(), lambda _text: None, lambda: MockFactory(pin_class=MockPWMPin)
    )
    sign = Sign(PerfectHouse.address, PIN, "en")
    return PerfectHouse(KIT, folder / "games.sqlite", sign, devices, eyes, lambda: None)


def is_over(snapshot: Snapshot) -> bool:
    return snapshot.mode is Mode.OVER
