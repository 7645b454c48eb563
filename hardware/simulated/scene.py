"""One moment of a table: everything a picture of it depends on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from companion.engine import Atom
from hardware.simulated.arrange import arrange
from hardware.simulated.clutter import scatter
from hardware.simulated.colour import Bytes
from hardware.simulated.light import Light, shine
from hardware.simulated.look import Look, invent_look
from hardware.simulated.mount import Mount, hang
from hardware.simulated.pack import TablePack, as_table_pack
from hardware.simulated.piece import Hand, Lie, Piece, Thing
from hardware.simulated.tabletop import TOPS


@dataclass(frozen=True, eq=False)
class Art:
    """Pictures to use instead of our own prints: screen bytes, blue first.

    ``surfaces`` by their names; ``tiles`` (with a fourth channel: how much is there) by theirs.
    """

    surfaces: Mapping[str, Bytes] = field(default_factory=dict)
    tiles: Mapping[str, Bytes] = field(default_factory=dict)


NO_ART = Art()


@dataclass(frozen=True, eq=False)
class Scene:
    """A table, a camera above it, and the light; ``seed`` is the noise of this very picture."""

    pack: TablePack
    look: Look
    light: Light
    mount: Mount
    table: str
    lies: Mapping[str, Lie]
    pieces: tuple[Piece, ...] = ()
    hands: tuple[Hand, ...] = ()
    things: tuple[Thing, ...] = ()
    tags: tuple[str, ...] = ()
    seed: int = 0
    art: Art = NO_ART

    def changed(self, **fields: object) -> Scene:
        """Return the scene with some of it changed."""
        return replace(self, **fields)  # type: ignore[arg-type]

    def pushed(self, surface: str, dx_mm: float, dy_mm: float, turn: float) -> Scene:
        """Return the scene after somebody pushed a surface, with all that stands on it."""
        lie = self.lies[surface]
        x, y = lie.centre_mm
        moved = replace(lie, centre_mm=(x + dx_mm, y + dy_mm), turn=lie.turn + turn)
        return replace(self, lies={**self.lies, surface: moved})


def left_alone(scene: Scene, before: Scene) -> Scene:
    """Return the scene with whatever was at its place before exactly as it was: nobody touched it."""
    was = {(piece.place, piece.kind, piece.name, piece.z_mm): piece for piece in before.pieces}
    pieces = (was.get((p.place, p.kind, p.name, p.z_mm), p) for p in scene.pieces)
    return scene.changed(pieces=tuple(pieces))


def lay_out(pack: TablePack, rng: Random) -> dict[str, Lie]:
    """Lay the surfaces side by side, around the middle of the table, nearly straight."""
    gap = rng.uniform(14, 32)
    names = list(pack.surfaces)
    if rng.random() < 0.3:
        names.reverse()
    total = sum(pack.surfaces[name].size_mm[0] for name in names) + gap * (len(names) - 1)
    left, lies = -total / 2, {}
    for name in names:
        width, height = pack.surfaces[name].size_mm
        at = (round(left + width / 2, 1), round(rng.uniform(-12, 12), 1))
        lies[name] = Lie(at, round(rng.gauss(0, 0.9), 2), (width, height))
        left += width + gap
    return {name: lies[name] for name in pack.surfaces}


def empty_table(pack: object, rng: Random, light: str | None = None) -> Scene:
    """Set up a table nobody has met before, with nothing on the boards."""
    table_pack = as_table_pack(pack)
    lies = lay_out(table_pack, rng)
    look, mount = invent_look(rng), hang(rng)
    lights = ("window", "grey_window", "lamp_left", "lamp_right", "two_lamps", "mixed")
    chosen = shine(light or rng.choice(lights), rng)
    table = rng.choice(sorted(TOPS))
    seed = rng.randrange(10**6)
    tags = ("empty", table, look.material)
    things = scatter(lies, rng)
    return Scene(table_pack, look, chosen, mount, table, lies, things=things, tags=tags, seed=seed)


def scene_from_view(
    pack: object,
    atoms: Iterable[Atom],
    rng: Random,
    *,
    at: Scene | None = None,
    orders: Mapping[str, Sequence[str]] | None = None,
) -> Scene:
    """Set a table as a view says; ``at`` an existing table, or one made up for the occasion."""
    base = at if at is not None else empty_table(pack, rng)
    pieces = arrange(base.pack, atoms, rng, orders or {})
    tags = tuple(tag for tag in base.tags if tag != "empty")
    return replace(base, pieces=pieces, tags=tags if pieces else base.tags)
