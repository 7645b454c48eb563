"""A house with all its rooms: a running game, kept games, cards, the workshop and the pack maker."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from test_maker_web import photo
from test_teach import PACK, Still
from web_house import FULL, KIT, Browser, House

from companion.app.card_file import CardFile
from companion.app.eyes import CameraEyes
from companion.app.maker import PackBench
from companion.app.people_file import PeopleFile
from companion.app.shelf import Shelf
from companion.app.teach import Teacher
from companion.app.workshop import Workshop
from web.app import create_app
from web.cards import cards_room
from web.games import games_room
from web.keys import Keys
from web.limits import Limits
from web.maker import maker_room
from web.teach import teach_room

#: More than any test sends.
_ENDLESS = Limits(
    commands=(10**9, 1.0), joins=(10**9, 1.0), pins=(10**9, 1.0), all_pins=(10**9, 1.0)
)
_BLANK = re.compile(r"<(?:\w+:)?(\w+)>")
_NAMES = {"/fonts/<name>.otf": "regular", "/host/place/<path:name>": "b01"}


class WholeHouse:
    """Open everything on a folder, and put it in order again whenever it is asked to."""

    def __init__(self, folder: Path) -> None:
        self.house, self._stack = House(folder), ExitStack()
        self._stack.callback(self.house.close)
        files = Workshop()
        self._stack.callback(files.close)
        people = PeopleFile(folder / "people.json")
        eyes = CameraEyes(Still(), None)
        self._bench = PackBench(KIT, folder / "boards")
        self._teacher = Teacher({"full": PACK}, folder / "table", eyes, lambda: None, "en")
        self._stack.callback(self._teacher.wait)
        rooms = (
            games_room(Shelf(self.house.store_path, people, files)),
            cards_room(CardFile(KIT, KIT, folder / "cards.json", ())),
            maker_room(self._bench),
            teach_room(self._teacher),
        )
        self.app: Any = create_app(self.house, Keys(), _ENDLESS, rooms)
        self._stack.callback(self.app.extensions["companion"].relay.stop)
        self.draft = self.game = ""
        self.host, self.seat = Browser(self.app), Browser(self.app)
        self.tidy()

    def tidy(self) -> None:
        """See to it that there are a game, a draft, somebody at the table and a host."""
        if self.house.play is None:
            self.house.sit(FULL, 9)
            self.game = self.house.session.snapshot.game
            desk = self.app.extensions["companion"]
            desk.relay.meet()
        if not self._bench.drafts():
            self.draft = self._bench.begin(photo(), "full")
        if self.host.http.get("/live/host").status_code != 200:
            self.host.lead(self.house.pin)
        for number in range(3):
            sitter = self.host if number else self.seat
            if sitter.get(f"/api/seats/{number}").status_code != 200:
                sitter.keys.free(number)
                sitter.join(number, f"Player {number}")
        self.token = self.host.token

    @property
    def known(self) -> dict[str, Any]:
        """Return what the blanks of a route may be filled with, so that something is behind it."""
        return {
            "name": self.draft,
            "game": self.game,
            "surface": "board",
            "side": "full",
            "kind": "json",
            "seat": 1,
        }

    def addresses(self) -> Iterator[str]:
        """Yield every route that can be looked at, with what is there in its blanks."""
        known = {
            **self.known,
            "number": "1",
            "word": "key",
            "code": self.host.keys.join,
            "filename": "style.css",
        }
        for rule in self.app.url_map.iter_rules():
            if "GET" in (rule.methods or ()):
                here = {**known, "name": _NAMES.get(rule.rule, self.draft)}
                yield _BLANK.sub(lambda found, here=here: str(here.get(found[1], "b01")), rule.rule)
        yield from ("/cards/cards/001", f"/games/{self.game}/pieces/3.svg")

    def close(self) -> None:
        self._stack.close()
