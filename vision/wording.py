"""What the eye has to say to people, as texts: the words for a table belong to its game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

from companion.engine import Text
from vision.health import Check
from vision.register_evidence import Missing

#: What stands between two things that are listed.
_LIST = "see.list"


class Wording:
    """Puts surfaces, pieces and troubles of one game's table into texts.

    A game names its surfaces ``<game>.surface.<name>`` and its pieces ``<game>.piece.<name>``.

    >>> Wording("vienna").piece("agent:red").id
    'vienna.piece.agent.red'
    """

    def __init__(self, game: str, call: Callable[[str], Text | str] = str) -> None:
        """Take a game's name, and how it calls its places; without, they go by their names in files."""
        self._game, self._call = game, call

    def places(self, names: Iterable[str]) -> Text | str:
        """Name some places as people point at them."""
        each = [self._call(name) for name in names]
        return reduce(lambda a, b: Text(_LIST, {"first": a, "second": b}), each) if each else ""

    def surface(self, name: str) -> Text:
        """Name a surface."""
        return Text(f"{self._game}.surface.{_word(name)}")

    def piece(self, name: str) -> Text:
        """Name a piece."""
        return Text(f"{self._game}.piece.{_word(name)}")

    def pieces(self, names: Iterable[str]) -> Text:
        """Name some pieces; that there are none has a word as well."""
        return join(map(self.piece, names)) or Text("see.nothing")

    def missing(self, surface: str, why: Missing) -> Text:
        """Say why a surface was not found."""
        figures = {name: round(figure) for name, figure in why.figures.items()}
        params = {"agreed": figures.get("agreed", 0), "needed": figures.get("needed", 0)}
        return Text(f"see.missing.{why.reason}", {"surface": self.surface(surface), **params})


def join(texts: Iterable[Text]) -> Text | None:
    """List some texts in a row."""
    each = list(texts)
    return reduce(lambda a, b: Text(_LIST, {"first": a, "second": b}), each) if each else None


def trouble(check: Check) -> Text:
    """Say what is wrong with a picture and what to do about it."""
    return Text("see.trouble", {"what": Text(check.text_id), "advice": Text(check.advice_id)})


def _word(name: str) -> str:
    return name.replace(":", ".").replace("_", "-")
