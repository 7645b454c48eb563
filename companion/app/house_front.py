"""What a house shows of itself: where it is found, what may be played, and what is not well."""

from __future__ import annotations

import logging
from pathlib import Path
from threading import RLock
from typing import Any

import msgspec

from companion.app.reception import Reception
from companion.app.signboard import Sign, Signboard, fresh_pin
from companion.app.wiring import Devices
from companion.engine import Text
from companion.games import Kit, Wish
from companion.session.commands import Ailing, Sight
from companion.session.pages import Pages, in_short
from companion.session.texts import Texts
from web.house import Box, Play

_LOG = logging.getLogger(__name__)


class Front:
    """Tell people what they should know, with a game and without; any thread may call."""

    def __init__(self, kit: Kit, database: Path, sign: Sign, devices: Devices) -> None:
        """Put up the sign; no game runs yet."""
        self.kit, self._devices = kit, devices
        self._texts = Texts.load(sign.language, kit.texts)
        self._reception = Reception(kit, self._texts, database)
        self._board = Signboard(devices, self._texts, sign)
        self._lock = RLock()
        self.play: Play | None = None
        self._trouble: Text | None = None
        self._ailing: tuple[Text, ...] = ()
        self._told: tuple[Text, ...] = ()
        self._welcome()

    @property
    def address(self) -> str:
        """Return where phones find the table."""
        return self._board.sign.address

    @property
    def language(self) -> str:
        """Return the language of the table itself."""
        return self._board.sign.language

    @property
    def pin(self) -> str:
        """Return the number that makes somebody the host."""
        return self._board.sign.pin

    def new_pin(self) -> None:
        """Let the old number make nobody the host any more; the new one is shown and logged."""
        self._write(pin=fresh_pin())
        _LOG.warning("%s", self._texts(Text("serve.pin", {"pin": self.pin})))

    def move(self, address: str) -> None:
        """Let phones find the table at another address, and show that."""
        self._write(address=address)

    def _write(self, **changed: str) -> None:
        """Change what the sign says, wherever it is shown."""
        with self._lock:
            self._board.sign = msgspec.structs.replace(self._board.sign, **changed)
            if self.play is None:
                self._welcome()
            else:
                self._board.show_again(self.play.session, self._pages(self.play.game))

    def propose(self, wish: Wish) -> None:
        """Begin this at a press of a button, and propose it where people choose."""
        self._reception.proposed = wish
        if self.play is None:
            self._welcome()

    @property
    def usual(self) -> Wish:
        """Return the game that is proposed; its colours may be those of more players."""
        return self._reception.usual

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Return what may be played with: our own edition, and the boards of the owner."""
        return self._reception.boxes

    def _pages(self, game: Any) -> Pages:
        return Pages(game, self._texts)

    def trouble(self, text: Text | None) -> None:
        """Tell people that the camera is in trouble, or that it no longer is; also in later games."""
        self._trouble = text
        play = self.play
        if play is None:
            self._welcome()
        else:
            notices = () if text is None else (text,)
            play.session.submit(Sight(blind=text is not None, notices=notices))

    def ail(self, texts: tuple[Text, ...]) -> None:
        """Tell people all that is wrong with lamps, buttons and display now; also in later games."""
        self._ailing = texts
        play = self.play
        if play is None:
            self._welcome()
        else:
            play.session.submit(Ailing((*self._told, *texts)))

    def tell(self, text: Text) -> None:
        """Tell people something about their games until the next one that they play is over."""
        self._told = (*self._told, text)
        self.ail(self._ailing)

    @property
    def notices(self) -> tuple[Text, ...]:
        """Return what people should know while no game runs."""
        trouble = () if self._trouble is None else (self._trouble,)
        return (*self._told, *trouble, *self._ailing)

    def _welcome(self) -> None:
        """Let lamps and display show that the table is up, and how to join, while no game runs."""
        self._board.welcome(tuple(map(in_short, self.notices)), self._reception.invitation)
