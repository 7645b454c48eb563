"""What has to be filled in to describe a board, whatever the game: a game hands out its own blank."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.packs.header import Point


class Fact(msgspec.Struct, frozen=True):
    """Something that is printed at a place: one of a few words.

    ``title`` is the id of a text, ``said`` what the ids of the words begin with after the name of
    the game, where words need saying at all.  ``size_mm`` is about how large it is printed; a ``colour`` has no shape.  A word
    that is there ``once`` is at one place only, and most places have none.
    """

    id: str
    title: str
    words: tuple[str, ...]
    said: str = ""
    size_mm: Point = (10.0, 10.0)
    colour: bool = False
    once: bool = False


class Kind(msgspec.Struct, frozen=True):
    """Places that look alike and lie anywhere: buildings, squares.

    ``radius`` names a measure, or ``piece`` the tile whose size is theirs.  ``beside`` is a
    second spot that belongs to each of them.  ``leads_to`` is the kind that streets go to, as many
    as the fact ``streets`` says.
    """

    id: str
    title: str
    surface: str
    prefix: str
    count: int
    radius: str = ""
    piece: str = ""
    facts: tuple[Fact, ...] = ()
    beside: str = ""
    beside_title: str = ""
    beside_piece: str = ""
    leads_to: str = ""
    streets: str = ""


class Step(StrEnum):
    """How the fields of a row are tapped: one by one, only the ends, or the corners of a ring."""

    EACH = "each"
    ENDS = "ends"
    RING = "ring"


class Row(msgspec.Struct, frozen=True):
    """Fields in a row, each of which has a number or a name; what nobody taps lies in between.

    Fields may belong to ``areas`` that rise along the row; the last field is the last area.
    """

    id: str
    title: str
    surface: str
    count: int
    step: Step = Step.EACH
    names: tuple[str, ...] = ()
    piece: str = ""
    areas: int = 0
    counts: tuple[int, int] = (0, 0)

    def place(self, index: int) -> str:
        """Name a field as packs do.

        >>> Row("roof", "", "intel", 2, names=("A", "B")).place(1)
        'roof:B'
        """
        if self.count == 1:
            return self.id
        return f"{self.id}:{self.names[index] if self.names else index}"


class Measure(msgspec.Struct, frozen=True):
    """A length in millimetres that only a ruler knows, and what it usually is."""

    id: str
    title: str
    usual_mm: float
    group: str = ""


class Blank(msgspec.Struct, frozen=True):
    """Everything that has to be known of a board."""

    game: str
    sides: tuple[str, ...]
    side: str
    surfaces: tuple[str, ...]
    kinds: tuple[Kind, ...]
    rows: tuple[Row, ...]
    measures: tuple[Measure, ...]

    def kind(self, name: str) -> Kind | None:
        """Return a kind by its id."""
        return next((kind for kind in self.kinds if kind.id == name), None)

    def kind_of(self, place: str) -> Kind | None:
        """Return the kind of a place by its name: ``b07``."""
        found = (k for k in self.kinds if place[: len(k.prefix)] == k.prefix)
        return next((k for k in found if place[len(k.prefix) :].isdigit()), None)

    def row(self, name: str) -> Row | None:
        """Return a row by its id."""
        return next((row for row in self.rows if row.id == name), None)

    def field(self, place: str) -> tuple[Row, int] | None:
        """Return the row and the number of a field by its name: ``roof:B``."""
        for row in self.rows:
            most = max(row.count, row.counts[1])
            for index in range(most) if place.startswith(row.id) else ():
                if row.place(index) == place:
                    return row, index
        return None
