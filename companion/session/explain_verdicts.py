"""What can be said about a picture of the table."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from companion.engine import Atom, Refused
from companion.session.todo import Todo


class Anchor(msgspec.Struct, frozen=True):
    """The state at the last turn tap, and the atoms that were still to be put right then.

    Something may be settled before the tap, by the host or where nobody sees: ``early`` is what of it
    is owed by a turn that still goes on, and so by nobody yet.
    """

    state: Any
    owed: frozenset[Atom] = frozenset()
    early: frozenset[Atom] = frozenset()


class _Read(msgspec.Struct, frozen=True, kw_only=True):
    """What every verdict knows: the moves since the anchor, seen or told, and what follows.

    ``owed`` are atoms that still show an earlier view, or have to come: with the state they make the
    next anchor.
    """

    moves: tuple[Any, ...] = ()
    state: Any = None
    owed: frozenset[Atom] = frozenset()

    @property
    def anchor(self) -> Anchor:
        """Return where to go on from once the turn has been tapped off."""
        return Anchor(self.state, self.owed)


class Unchanged(_Read, frozen=True, tag="unchanged"):
    """The table shows what we expect, and nobody has moved anything."""


class Explained(_Read, frozen=True, tag="explained"):
    """One legal explanation, and the table shows all of it.

    In mid-turn ``tied`` says that others are as good: the plainest is shown, and nobody is asked.
    """

    tied: bool = False


class Unfinished(_Read, frozen=True, tag="unfinished"):
    """Legal so far, but the table does not show everything; ``todo`` lists what is missing.

    ``waiting`` names the asks that a person has to answer before the picture can make sense: what
    the phone must tell is never made up from a picture.
    """

    todo: tuple[Todo, ...] = ()
    waiting: tuple[str, ...] = ()
    tied: bool = False


class Choice(msgspec.Struct, frozen=True):
    """One of several explanations that are equally good, with what it leaves to do."""

    moves: tuple[Any, ...]
    state: Any
    owed: frozenset[Atom] = frozenset()
    todo: tuple[Todo, ...] = ()

    @property
    def anchor(self) -> Anchor:
        """Return where to go on from if this is the answer."""
        return Anchor(self.state, self.owed)


class Question(msgspec.Struct, frozen=True, tag="question"):
    """Two or more explanations fit: ask which, and show ``places``, where they differ."""

    choices: tuple[Choice, ...]
    places: frozenset[str]


class Impossible(_Read, frozen=True, tag="impossible"):
    """No legal explanation: ``refused`` says which rule is broken.

    Two ways out: do what ``todo`` says to get back to ``state``, or let the host override the rule,
    which is to record ``move`` all the same.  ``places`` are where it shows.
    """

    refused: Refused
    move: Any
    places: frozenset[str]
    todo: tuple[Todo, ...] = ()


class Unsure(_Read, frozen=True, tag="unsure"):
    """No verdict: too much to look at, or too much hidden.

    With ``places``, a picture in which they can be seen will do; it is never somebody's fault.  If
    nothing has happened there, ``moves`` and ``todo`` are the best guess.  It is ``likely`` where
    every move of it has left something to be seen and only consequences are out of sight: who
    cannot get a better picture may go by it.  ``choices`` are the turns that fit, where several do
    that nobody can see to differ: who cannot get a better picture may be asked.
    """

    places: frozenset[str] = frozenset()
    todo: tuple[Todo, ...] = ()
    likely: bool = False
    choices: tuple[Choice, ...] = ()


Taken: TypeAlias = Unchanged | Explained | Unfinished | Unsure
Verdict: TypeAlias = Taken | Question | Impossible
