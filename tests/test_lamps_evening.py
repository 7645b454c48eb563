"""Whole games by the light of the lamps: purchase and payday shine exactly as the rulebook has it.

What should shine is worked out here from where the investigator stands on the table and from what
people have said, and from nothing that the game says about its lamps.
"""

from __future__ import annotations

from contextlib import closing

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from live_table import LiveTable

from companion.app.settings import Settings
from companion.games import Wish
from companion.session.snapshot import Mode
from hardware.lamps import GpioLamps

ROOF = "ABCDEFGHIJKL"
#: Where tiles lie on the roof, by the number of players (rulebook: preparation).
PURCHASES = {2: "BCDGH", 3: "BCEIJ", 4: "BDFJL"}
PAYDAYS = {2: "EH", 3: "GJ", 4: "HL"}
#: The investigator's last field; one more round is played once he is there.
FINAL = {2: "H", 3: "J", 4: "L"}
DARK, PURCHASE, PAYDAY = (False, False), (True, False), (False, True)


class Rulebook:
    """What the lamps of a round should show, by what everybody can see and hear.

    Everybody ends a turn; then everybody answers to the purchase or to the payday whose tile the
    investigator has come upon.  After the last round everybody takes agents off the board, and
    pays the rest.
    """

    def __init__(self, players: int) -> None:
        self._players = players
        self._field, self._due = "A", DARK
        self._said, self._last_round = 0, False

    def comes_to(self, field: str) -> None:
        """See the investigator on the roof."""
        if field == self._field:
            return
        assert ROOF.index(field) == ROOF.index(self._field) + 1
        assert self._due == DARK
        self._field = field
        if field in PURCHASES[self._players]:  # the last field has both, and payday waits
            self._due = PURCHASE
        elif field in PAYDAYS[self._players]:
            self._due = PAYDAY

    def hear(self) -> None:
        """Hear an answer: the end of a turn, what somebody buys, that somebody has paid."""
        self._said += 1
        heard_out = self._said // self._players
        if self._last_round:
            self._due = PAYDAY if heard_out == 2 else DARK
        elif heard_out == (1 if self._due == DARK else 2):
            self._due, self._said = DARK, 0
            self._last_round = self._field == FINAL[self._players]

    @property
    def lamps(self) -> tuple[bool, bool]:
        """Return whether purchase and payday shine."""
        return self._due


class Evening(LiveTable):
    """A table whose people are listened to once the game has begun."""

    rulebook: Rulebook | None = None

    def say(self, ask, number, move):
        playing = self.snapshot.mode is Mode.PLAY
        super().say(ask, number, move)
        if playing and self.rulebook is not None:
            self.rulebook.hear()

    @property
    def field(self) -> str:
        """Return where the investigator stands on the table itself."""
        places = [atom.place for atom in self.puppets.moment.table if atom.piece == "investigator"]
        (place,) = places
        return place.removeprefix("roof:")

    @property
    def is_understood(self) -> bool:
        """Tell whether the game knows what lies on the table."""
        expected = self.game.expected_view(self.snapshot.state).atoms
        return frozenset(self.puppets.moment.table) == expected and not self.refused


@pytest.fixture
def pins():
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.close()


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 5), (3, 2)])
def test_purchase_and_payday_shine_exactly_when_the_rules_say_so(tmp_path, pins, players, seed):
    settings = Settings().lamps
    # All lamps that pulse do so in the same time; it stands still where they shine.
    lamps = GpioLamps(settings.pins(), pins, settings.mood(), clock=lambda: 0.5)
    purchase, payday = pins.pin(settings.purchase), pins.pin(settings.payday)
    rulebook, shown = Rulebook(players), [DARK]

    def lit():
        return purchase.state > 0, payday.state > 0

    with closing(Evening(tmp_path, Wish(players, "full", (), "board"), seed=seed)) as live:
        live.rulebook = rulebook

        def over(snapshot):
            lamps.show(snapshot.cues)
            if snapshot.mode is Mode.PLAY and live.is_understood:
                rulebook.comes_to(live.field)
                assert lit() == rulebook.lamps, (snapshot.state.round, live.field)
                shown.extend([lit()] if lit() != shown[-1] else [])
            return snapshot.mode is Mode.OVER

        with closing(lamps):
            live.play(over)
            assert lit() == DARK
    tiles = [field for field in ROOF if field in PURCHASES[players] + PAYDAYS[players]]
    on_the_way = [PURCHASE if field in PURCHASES[players] else PAYDAY for field in tiles]
    assert [lit for lit in shown if lit != DARK] == [*on_the_way, PAYDAY]
