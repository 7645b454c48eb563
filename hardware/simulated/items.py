"""What each piece of a scene is made of, and in which order it is painted."""

from __future__ import annotations

import numpy as np

from hardware.simulated.body import Body
from hardware.simulated.figures import profile
from hardware.simulated.flat import Slab
from hardware.simulated.lathe import turn
from hardware.simulated.piece import Piece
from hardware.simulated.print_tiles import marker_face, print_tile
from hardware.simulated.scene import Scene

Item = Body | Slab
_SIZES = {
    "tile": "info_tile",
    "flag": "flag_tile",
    "investigation": "investigation",
    "order": "order",
}


def item_of(piece: Piece, scene: Scene) -> Item:
    """Make the solid or slab of a piece where it is."""
    lie = scene.lies[piece.surface]
    x, y, z = (float(part) for part in lie.to_table(np.array(piece.xy_mm), piece.z_mm))
    # On a surface one turns with the clock, because y points down; on the table against it.
    turned = lie.turn - piece.turn
    if piece.kind == "tile":
        return _tile(piece, scene, (x, y, z), turned)
    if piece.kind == "marker":
        return _marker(piece, scene, (x, y, z), turned)
    size = scene.pack.piece(piece.kind)
    shape = profile(piece.kind, size.width_mm, size.height_mm, scene.look.shape)
    finish = scene.look.finish(piece.kind, piece.name)
    return Body(turn(shape), (x, y, z), finish, turned, piece.lying)


def _tile(piece: Piece, scene: Scene, at: tuple[float, float, float], turned: float) -> Slab:
    size = scene.pack.piece(_SIZES.get(piece.name.partition("_")[0], "roof_tile"))
    size_mm = (size.width_mm, size.depth_mm)
    face = scene.art.tiles.get(piece.name)
    if face is None:
        face = print_tile(piece.name, size_mm, scene.look.seed)
    return Slab(face, size_mm, size.height_mm, at, turned, "#9b8f7d")


def _marker(piece: Piece, scene: Scene, at: tuple[float, float, float], turned: float) -> Slab:
    size = scene.pack.piece("marker")
    finish = scene.look.finish("marker", piece.name)
    face = marker_face(piece.name, finish.colour, size.width_mm)
    base = (size.width_mm, size.width_mm)
    return Slab(face, base, size.height_mm, at, turned, finish.colour, gloss=0.1)
