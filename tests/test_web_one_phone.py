"""One phone that is passed round the table: all that anybody says in a whole game is said with it."""

from __future__ import annotations

import json

import pytest
from perfect_house import PerfectEyes, is_over, open_house
from web_house import Browser

from companion.games import Wish
from companion.play.puppets import Says
from companion.session.snapshot import Snapshot
from web.house import NewGame

NAMES = ("Anna", "Ben", "Clara")


@pytest.fixture
def eyes():
    return PerfectEyes(seed=2)


@pytest.fixture
def house(tmp_path, eyes):
    house = open_house(tmp_path, eyes)
    yield house
    house.close()


class Passed:
    """The only phone at the table, with all seats on it; it also leads."""

    def __init__(self, phone: Browser, eyes: PerfectEyes) -> None:
        self._phone, self._eyes = phone, eyes
        self._token = phone.token
        self._relay = phone.app.extensions["companion"].relay
        self.taps = 0

    def say(self, says: Says) -> None:
        """Say something for the seat that is asked, or for the table."""
        seat = says.ask.seat
        base = "host" if seat is None else f"seats/{seat}"
        if says.move.__struct_config__.tag == "done":
            return self._tap(f"/api/{base}/done", {})
        move = json.loads(self._eyes.game.moves.encode(says.move))
        return self._tap(f"/api/{base}/answer", {"ask": says.ask.id, "move": move})

    def agree(self, snapshot: Snapshot) -> None:
        """Agree to the set-up, or choose the first of two turns."""
        if snapshot.doubt is not None:
            return self._tap("/api/host/choose", {"choice": 0})
        return self._tap("/api/host/confirm", {})

    def _tap(self, path: str, body: dict) -> None:
        version = self._eyes.snapshot.version
        self._relay.catch_up(version)
        headers = {"X-Token": self._token}
        reply = self._phone.http.post(path, json={"version": version, **body}, headers=headers)
        assert reply.status_code == 200, (path, body, reply.json)
        self.taps += 1


GAMES = [
    (Wish(2, "entry", (), "board"), 30),
    (Wish(3, "full", ("third-man",), "board"), 80),
    (Wish(3, "full", (), "full"), 400),
]


@pytest.mark.parametrize(("wish", "most"), GAMES)
def test_a_whole_game_is_played_with_one_phone_that_is_passed_round(house, eyes, phone, wish, most):
    names = NAMES[: wish.players]
    house.new_game(NewGame(wish, names, (wish.tracking,) * wish.players))
    phone.app.extensions["companion"].relay.meet()
    phone.lead()
    for seat, name in enumerate(names):
        assert phone.join(seat, name).status_code == 303
    passed = Passed(phone, eyes)
    eyes.say, eyes.agree = passed.say, passed.agree
    eyes.play(is_over)
    assert wish.players < passed.taps < most
    phone.app.extensions["companion"].relay.catch_up(eyes.snapshot.version)
    sheet = phone.text("/sheet")
    assert all(name in sheet for name in names)
