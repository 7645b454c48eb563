"""Somebody with a phone at a simulated table, whose mind is that of a bot."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from browsers import until
from patience import comes_true

from companion.play.bots import Temper, seat_bot
from companion.session.snapshot import Mode, Snapshot

#: The person's seat, and how long nothing may happen at the table.
ME, PATIENCE_S = 0, 240.0
#: Answers that have just changed are not taken yet.
THUMB_MS = 400
#: The version of the game that a phone shows.
VERSION = "JSON.parse(document.querySelector('.thumb button').dataset.body).version"
#: Moves that a camera would see may be told as well.
TELL = "for (const one of document.querySelectorAll('.question details')) one.open = true"


def _is_over(snapshot: Snapshot) -> bool:
    return snapshot.mode is Mode.OVER


class Person:
    """Somebody with a phone, who says what he wants done; hands do it, and the camera looks."""

    def __init__(self, site: Any) -> None:
        self.site, self.page = site, site.join(ME, "Anna")
        self._head = seat_bot(Temper.GREEDY, "3.person")
        self.taps = 0
        self.noticed: Counter[str] = Counter()

    @property
    def snapshot(self) -> Snapshot:
        return self.site.house.play.session.snapshot

    def play(self, enough: Callable[[Snapshot], bool] = _is_over) -> None:
        """Play until it is enough: usually until the game is over."""
        last, since_s = -1, time.monotonic()
        while not enough(snapshot := self.snapshot):
            self._note(snapshot)
            if snapshot.version != last:
                last, since_s = snapshot.version, time.monotonic()
            assert time.monotonic() - since_s < PATIENCE_S, (snapshot.wrong, snapshot.todo)
            if not self._act(snapshot):
                self.page.wait_for_timeout(100)

    def _note(self, snapshot: Snapshot) -> None:
        for kind in ("wrong", "doubt"):
            if getattr(snapshot, kind) is not None:
                self.noticed[kind] += 1

    def _act(self, snapshot: Snapshot) -> bool:
        """Answer what is asked, as soon as the hands have done what was told before."""
        game = self.site.house.play.game
        asks = (ask for ask in game.asks(snapshot.state) if ask.seat == ME and ask.blocks)
        # What the pile holds is dealt by the hands, and said by them.
        ask = next((ask for ask in asks if not ask.fact), None)
        busy = snapshot.looking or snapshot.moving or snapshot.todo or snapshot.unseen
        if ask is None or busy or snapshot.mode is not Mode.PLAY:
            return False
        seen = game.seen_by(snapshot.state, ME)
        move = self._head.choose(game, seen, game.options(seen, ask))
        return self._tap(snapshot, move)

    def _tap(self, snapshot: Snapshot, move: Any) -> bool:
        page = self.page
        until(page, f"{VERSION} >= {snapshot.version}")
        page.wait_for_timeout(THUMB_MS)
        if self.snapshot.version != snapshot.version:
            return False
        if move.__struct_config__.tag == "done":
            page.locator("#done").click()
        else:
            page.evaluate(TELL)
            coded = self.site.house.play.game.moves.encode(move).decode()
            page.locator(f"[data-move='{coded}']").first.click()
        self.taps += 1
        return comes_true(lambda: self.snapshot.version > snapshot.version)
