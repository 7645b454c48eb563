"""A running table with puppets and a perfect eye, in simulated time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from explain_people import perfect

from companion.app.trial_game import Clock
from companion.games import Wish, kits
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.people_words import Moment
from companion.play.puppets import Puppets, Says
from companion.session.commands import Answer, Choose, Confirm, Moving, Reply, Saw
from companion.session.snapshot import Mode, Snapshot
from companion.session.store import By, How, Store, seat
from companion.session.store_entry import HOST
from companion.session.table import Table

KIT = kits()["vienna"]
HOST_BY = By(HOST, How.HOST)


class LiveTable:
    """Seat puppets, but for the seats of ``people``, who say what they do and move nothing."""

    def __init__(
        self, folder: Path, wish: Wish, people: tuple[int, ...] = (), seed: int = 1
    ) -> None:
        self.game, options = KIT.open(wish)
        start = self.game.setup(options)
        self.store = Store.open(folder / "games.sqlite")
        log = self.store.begin(KIT.name, edition="reference", setup=self.game.states.encode(start))
        self.clock = Clock()
        self.table = Table(self.game, log, signs=KIT.signs, clock=self.clock)
        bots = {n: seat_bot(Temper.GREEDY, n) for n in range(wish.players)}
        self._heads = {n: bots[n] for n in people}
        self.puppets = Puppets(self.game, start, bots, Dealer(seed), lambda: people)
        self.refused: list[Reply] = []
        self._show(self.puppets.deal(start))

    @property
    def snapshot(self) -> Snapshot:
        return self.table.snapshot

    def _show(self, moment: Moment) -> None:
        self.clock.now_s = max(self.clock.now_s + 0.3, moment.time_s)
        self.table.take(Saw(perfect(moment)) if moment.at_rest else Moving())

    def close(self) -> None:
        self.store.close()

    def wait(self, seconds: float = 1.0) -> None:
        self.clock.now_s += seconds
        self.table.take(None)

    def step(self) -> bool:
        """Let the next thing happen; return whether anything has."""
        snapshot = self.snapshot
        if snapshot.layout is not None and snapshot.layout.moves:
            self.table.take(Confirm(HOST_BY, snapshot.version))
            return True
        if snapshot.doubt is not None:
            self.table.take(Choose(HOST_BY, snapshot.version, 0))
            return True
        act = self.puppets.act(snapshot.state)
        if isinstance(act, Says):
            self.say(act.ask.id, act.ask.seat, act.move)
        elif act is not None:
            for moment in act:
                self._show(moment)
        else:
            return self._think()
        return True

    def _think(self) -> bool:
        state = self.snapshot.state
        shown = frozenset(self.puppets.moment.table) == self.game.expected_view(state).atoms
        for ask in self.game.asks(state) if shown else ():
            if ask.blocks and ask.seat in self._heads:
                seen = self.game.seen_by(state, ask.seat)
                move = self._heads[ask.seat].choose(self.game, seen, self.game.options(seen, ask))
                self.say(ask.id, ask.seat, move)
                return True
        self.wait(0.5)
        self._show(self.puppets.moment)
        return False

    def say(self, ask: str, number: int | None, move: Any) -> None:
        who = HOST if number is None else seat(number)
        reply = self.table.take(Answer(By(who, How.PHONE), ask, move))
        self.refused += [reply] if type(reply).__name__ == "No" else []
        self.wait()

    def play(self, until: Any = lambda snapshot: snapshot.mode is Mode.OVER) -> None:
        """Play until something is so; nobody may wait for ever."""
        idle = 0
        while not until(self.snapshot):
            idle = 0 if self.step() else idle + 1
            assert idle < 20, (self.snapshot.state.stage, self.snapshot.wrong, self.snapshot.todo)
