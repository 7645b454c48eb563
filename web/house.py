"""What the screens ask of the house they hang in: the running game, and a few things to be done."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Protocol

import msgspec

from companion.drawing.board_view import BoardView
from companion.engine import Text
from companion.games import Kit, Wish
from companion.session.explain_tree import AnyGame
from companion.session.session import Session
from companion.session.store_reader import Reader

#: Draws a state as an SVG document, with a ring around the marked places.
Draw = Callable[[Any, Collection[str]], str]


class Play(msgspec.Struct, frozen=True, eq=False):
    """One running game as the screens see it.

    ``reader`` opens the store once more, for the thread that calls it.  ``art`` knows the picture
    that ``draw`` makes; without it nobody can point at places.  ``hands`` play the turn of a seat on the
    board, at a table that has some, and tell whether they can.
    """

    session: Session
    game: AnyGame
    kit: Kit
    draw: Draw
    reader: Callable[[], Reader]
    art: BoardView | None = None
    hands: Callable[[int], bool] | None = None


class Box(msgspec.Struct, frozen=True):
    """Something to play with: its name, how people call it, and whether it is the usual one.

    ``side`` is the version that it was described for, if it was for one only.
    """

    name: str
    text: Text
    usual: bool = False
    side: str = ""


class NewGame(msgspec.Struct, frozen=True):
    """The game that a host wants; names and tracking go by the order of the seats.

    ``box`` names what lies on the table; without, it is what the table was opened with.
    """

    wish: Wish
    names: tuple[str, ...]
    tracking: tuple[str, ...]
    box: str | None = None


class House(Protocol):
    """The table with everything around it; all of it may be called from any thread."""

    @property
    def play(self) -> Play | None:
        """Return the running game, if there is one."""
        ...

    @property
    def kit(self) -> Kit:
        """Return the game whose board lies on the table."""
        ...

    @property
    def address(self) -> str:
        """Return where phones find the table, such as ``http://192.168.1.20:8080``."""
        ...

    @property
    def language(self) -> str:
        """Return the language of the table itself."""
        ...

    @property
    def pin(self) -> str:
        """Return the number that makes somebody the host."""
        ...

    def new_pin(self) -> None:
        """Let the old number make nobody the host any more."""
        ...

    @property
    def usual(self) -> Wish:
        """Return the game that is proposed; its colours may be those of more players."""
        ...

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Return what may be played with, if there is anything to choose."""
        ...

    @property
    def hands(self) -> Callable[[int], bool] | None:
        """Return who plays a turn for a seat, at a table with hands of its own."""
        ...

    @property
    def notices(self) -> tuple[Text, ...]:
        """Return what people should know while no game runs."""
        ...

    def new_game(self, new: NewGame) -> Text | None:
        """Begin a game in place of the running one, or say why that cannot be."""
        ...

    def resume(self, game: str, sit: Callable[[], None] = lambda: None) -> Text | None:
        """Take up a kept game in place of the running one, or say why that cannot be.

        ``sit`` is called once the other game is put away, before anybody is told of this one.
        """
        ...

    def end_game(self) -> None:
        """Put the running game away as it is, until somebody takes it up again."""
        ...

    def shut_down(self) -> None:
        """Close everything and switch the table off; return before that is done."""
        ...
