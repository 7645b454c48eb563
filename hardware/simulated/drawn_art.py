"""Our own drawing of an edition, as the print of a simulated table."""

from __future__ import annotations

from companion.drawing.schematic_pack import as_pack
from companion.drawing.table_art import draw_surface, piece_of
from hardware.raster import rasterise, rasterise_clear
from hardware.simulated.pack import TablePack
from hardware.simulated.scene import Art

_PX_PER_MM, _TILE_PX_PER_MM = 4.0, 8.0
_INFOS = ("flask", "pistol", "briefcase", "microfilm", "slide")
_FLAGS = ("usa", "ussr", "france", "britain", "austria")


def drawn_art(pack: TablePack) -> Art:
    """Print a pack as our own drawing has it."""
    drawing = as_pack(pack)
    surfaces = {name: rasterise(draw_surface(drawing, name), _PX_PER_MM) for name in pack.surfaces}
    names = {
        **{f"tile_{info}": f"tile:{info}" for info in _INFOS},
        **{f"flag_{flag}": f"flag:{flag}" for flag in _FLAGS},
        **{f"investigation_{side}": f"token:{side}" for side in ("front", "x")},
        "purchase": "purchase",
        "payday": "payday",
    }
    tiles = {
        name: rasterise_clear(piece_of(drawing, piece).as_svg(), _TILE_PX_PER_MM)
        for name, piece in names.items()
    }
    return Art(surfaces, tiles)
