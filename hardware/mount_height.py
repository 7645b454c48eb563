"""How high a camera has to hang to see a whole table."""

from __future__ import annotations

from math import atan, ceil, degrees, radians, tan

import msgspec

Size = tuple[float, float]

#: Room around the boards: for figures that stand at the edge, and for a hand that lays them down.
MARGIN_MM = 40.0


class Lens(msgspec.Struct, frozen=True):
    """What a camera sees: the angles of its picture, and the width in pixels that we ask it for."""

    wide_deg: float
    high_deg: float
    width_px: int

    @classmethod
    def of_sensor(cls, sensor_mm: Size, focal_mm: float, width_px: int) -> Lens:
        """Work the angles out from the size of the sensor."""
        wide, high = (2 * degrees(atan(side / 2 / focal_mm)) for side in sensor_mm)
        return cls(wide, high, width_px)


#: The cameras of the Raspberry Pi; that of the HQ Camera has the usual lens of 6 mm.
LENSES = {
    "module-2": Lens(62.2, 48.8, 1640),
    "module-3": Lens(66.0, 41.0, 2304),
    "module-3-wide": Lens(102.0, 67.0, 2304),
    "hq-6mm": Lens.of_sensor((6.287, 4.712), 6.0, 2028),
}


def height_mm(boards_mm: Size, lens: Lens, margin_mm: float = MARGIN_MM) -> int:
    """Return how high the lens has to be above the table, rounded up to a centimetre.

    The long side of the picture lies along the first side of the boards.

    >>> height_mm((560, 420), LENSES["module-2"])
    560
    """
    wide, high = (side + 2 * margin_mm for side in boards_mm)
    needed = max(
        wide / 2 / tan(radians(lens.wide_deg / 2)), high / 2 / tan(radians(lens.high_deg / 2))
    )
    return ceil(needed / 10) * 10


def fineness_px_per_mm(at_mm: float, lens: Lens) -> float:
    """Return how many pixels a millimetre of the table has in the picture."""
    return lens.width_px / (2 * at_mm * tan(radians(lens.wide_deg / 2)))
