"""What is known of a table before anybody saw it: how large its surfaces are, where its places."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.engine import Place

Array = NDArray[np.float64]
Size = tuple[float, float]

#: Fewer places than this say nothing about what their family looks like.
FEWEST = 6


@dataclass(frozen=True, eq=False)
class Family:
    """Places of one kind on one surface: whatever is printed there should look alike."""

    name: str
    surface: str
    xy_mm: Array
    size_mm: Size

    def __len__(self) -> int:
        return len(self.xy_mm)

    def some(self, most: int) -> Family:
        """Return at most so many of the family's places, from all over it."""
        chosen = np.linspace(0, len(self) - 1, min(len(self), most)).astype(int)
        return replace(self, xy_mm=self.xy_mm[chosen])


@dataclass(frozen=True, eq=False)
class TableShape:
    """Sizes of the surfaces and the families of their places; no art, no colours."""

    sizes_mm: Mapping[str, Size]
    families: tuple[Family, ...]

    def corners_mm(self, surface: str) -> Array:
        """Return the corners of a surface: top-left, top-right, bottom-right, bottom-left."""
        width, depth = self.sizes_mm[surface]
        return np.array([[0, 0], [width, 0], [width, depth], [0, depth]], float)

    def on(self, surface: str) -> tuple[Family, ...]:
        """Return the families of one surface."""
        return tuple(family for family in self.families if family.surface == surface)

    def only(self, surface: str) -> TableShape:
        """Return one surface alone."""
        return TableShape({surface: self.sizes_mm[surface]}, self.on(surface))


def shape_of(sizes_mm: Mapping[str, Size], places: Iterable[Place]) -> TableShape:
    """Group the places of a pack: same surface, same size, same id up to its first number or part.

    >>> places = [Place(f"s{n:02d}", "board", (9.0 * n, 5), (8, 8), (), 2) for n in range(8)]
    >>> [(family.name, len(family)) for family in shape_of({"board": (80, 10)}, places).families]
    [('s', 8)]
    """
    groups: defaultdict[tuple[str, str, Size], list[tuple[float, float]]] = defaultdict(list)
    for place in places:
        kind = re.split(r"[:\d]", place.id, maxsplit=1)[0]
        groups[kind, place.surface, place.size_mm].append(place.xy_mm)
    families = tuple(
        Family(kind, surface, np.array(spots, float), size)
        for (kind, surface, size), spots in groups.items()
        if len(spots) >= FEWEST
    )
    return TableShape(dict(sizes_mm), families)
