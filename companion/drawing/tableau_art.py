"""The intelligence tableau of our own edition: roof, tracks, investigation and oriel by night."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from companion.drawing import palette
from companion.drawing.document import document
from companion.drawing.schematic_pack import NamedFields, Pack, TrackField, as_pack
from companion.drawing.svg import Point, box, disc, group, line, path, polygon, use, word

_FIELD_MM = 18.0
_STEP_MM = 15.0
_AREAS = ("#f4eddc", "#ecdfc0", "#e3cfa2", "#dabf85", "#d1ad68", "#c59743")


def draw_tableau(source: object, surface: str = "intel") -> str:
    """Draw the tableau of a pack as a document."""
    pack = as_pack(source)
    return document(pack.surfaces[surface].size_mm, tableau_content(pack, surface))


def tableau_content(pack: Pack, surface: str = "intel") -> str:
    """Draw everything that is printed on the tableau."""
    size = pack.surfaces[surface].size_mm
    middle = (size[0] / 2, size[1] / 2)
    parts = [box(middle, size, fill=palette.NIGHT), _skyline(size)]
    if pack.roof.surface == surface:
        parts.append(_roof(pack.roof))
    if pack.info_tracks.surface == surface:
        parts += [_track(name, fields) for name, fields in pack.info_tracks.fields.items()]
    if pack.investigation.surface == surface:
        parts.append(_investigation(pack.investigation.xy))
    if pack.oriel is not None and pack.oriel.surface == surface:
        parts.append(_oriel(pack.oriel.xy))
    edge = {"fill": "none", "stroke": palette.BRASS}
    parts.append(box(middle, (size[0] - 5, size[1] - 5), rx=2, stroke_width=0.6, **edge))
    return group(*parts)


def _skyline(size: Point) -> str:
    """Draw the town by night behind the roof: a dome, a spire, a wheel, chimneys."""
    w = size[0]
    houses = (
        f"M0 84V62H18V54H30V60H52V50L60 44L68 50V58H92V46H96V38L101 14L106 38V46H110V40H126V54H140V48"
        f"C140 38 160 38 160 48V52H176V44H192V56H206V50L214 42L222 50V54H{w - 70:g}V60H{w - 44:g}V52H{w - 22:g}V62H{w:g}V84Z"
    )
    stars = "".join(
        disc(
            (12 + (n * 53.7) % (w - 24), 8 + (n * 17.3) % 34), 0.35 + 0.15 * (n % 3), fill="#d8d3c2"
        )
        for n in range(40)
    )
    lights = "".join(
        box(
            (22 + (n * 37.3) % (w - 44), 56 + (n * 7.7) % 16),
            (1.2, 1.8),
            fill="#d9b254",
            opacity=0.7,
        )
        for n in range(36)
    )
    moon = disc((w / 2 + 62, 24), 8.5, fill="#e9e2cc") + disc(
        (w / 2 + 65.6, 21.6), 7.6, fill=palette.NIGHT
    )
    return group(stars, moon, path(houses, fill=palette.NIGHT_DEEP), lights)


def _roof(roof: NamedFields) -> str:
    """Draw rows of tiles under the fields, from eaves to eaves."""
    points = [roof.fields[name] for name in sorted(roof.fields)]
    low = max(y for _, y in points) + 11
    left, right = points[0][0] - 14, points[-1][0] + 14
    outline = [(left - 4, low), *((x, y - 3.4) for x, y in points), (right + 4, low)]
    rows = "".join(
        line((left - 1, y), (right + 1, y), stroke=palette.ROOF_LINE, stroke_width=0.5)
        for y in (low - 2, low - 4.5)
    )
    gutter = box(
        ((left + right) / 2, low + 0.8),
        (right - left + 12, 1.8),
        rx=0.8,
        fill=palette.BRASS,
        stroke=palette.INK,
        stroke_width=0.3,
    )
    fields = "".join(_roof_field(name, xy) for name, xy in sorted(roof.fields.items()))
    return group(
        polygon(*outline, fill=palette.ROOF, stroke=palette.INK, stroke_width=0.6),
        rows,
        gutter,
        fields,
    )


def _roof_field(name: str, at: Point) -> str:
    frame = box(
        at,
        (_FIELD_MM + 2, _FIELD_MM + 2),
        rx=1.8,
        fill=palette.ROOF_LINE,
        stroke=palette.INK,
        stroke_width=0.4,
    )
    plate = box(
        at, (_FIELD_MM, _FIELD_MM), rx=1.2, fill=palette.CREAM, stroke=palette.INK, stroke_width=0.3
    )
    return frame + plate + word(at, name, 9.5, palette.INK, font_weight="bold")


def _track(name: str, fields: tuple[TrackField, ...]) -> str:
    (first, y), (last, _) = fields[0].xy, fields[-1].xy
    left = first - 38
    band = box(
        ((left + last + 12) / 2, y),
        (last + 12 - left, 22),
        rx=11,
        fill=palette.NIGHT_BAND,
        stroke=palette.NIGHT_DEEP,
        stroke_width=0.5,
    )
    ground = palette.INFO_GROUNDS.get(name, palette.SEPIA)
    at = (first - 25, y)
    sign = disc(at, 9.6, fill=ground, stroke=palette.INK, stroke_width=0.5) + disc(
        at, 8, fill=palette.CREAM
    )
    return group(band, sign, use(f"info-{name}", at, 11), *_steps(fields), *_thresholds(fields))


def _steps(fields: tuple[TrackField, ...]) -> Iterator[str]:
    for field in fields:
        tint = _AREAS[min(field.area, len(_AREAS)) - 1]
        yield disc(field.xy, _STEP_MM / 2, fill=tint, stroke=palette.INK, stroke_width=0.4)
        yield word(field.xy, str(field.area), 7.4, palette.INK, font_weight="bold")


def _thresholds(fields: tuple[TrackField, ...]) -> Iterator[str]:
    """Draw a gate with a lens wherever the investigator hears of it."""
    for before, after in pairwise(fields):
        if before.area != after.area:
            x, y = (before.xy[0] + after.xy[0]) / 2, before.xy[1]
            yield line((x, y - 11), (x, y + 11), stroke=palette.INK, stroke_width=2.2)
            yield line((x, y - 11), (x, y + 11), stroke=palette.GOLD, stroke_width=1.4)
            yield disc((x, y - 10), 2.5, fill=palette.CREAM, stroke=palette.INK, stroke_width=0.3)
            yield use("sign-lens", (x, y - 10), 3.4)


def _investigation(at: Point) -> str:
    """Draw the field of the investigation token."""
    return group(
        disc(at, 15.4, fill=palette.NIGHT_BAND, stroke=palette.BRASS, stroke_width=0.8),
        disc(at, 13, fill=palette.CREAM, stroke=palette.INK, stroke_width=0.4),
        use("sign-lens", at, 13, opacity=0.45),
    )


def _oriel(at: Point) -> str:
    """Draw the bay window beside the roof, where the last payday waits."""
    x, y = at
    pen: dict[str, str | float] = {"stroke": palette.INK, "stroke_width": 0.5}
    gable = ((x - 15, y - 11), (x, y - 21), (x + 15, y - 11))
    sill = path(
        f"M{x - 14:g} {y + 11:g}H{x + 14:g}L{x + 8:g} {y + 19:g}H{x - 8:g}Z", fill="#6d5f4d", **pen
    )
    return group(
        sill,
        box(at, (26, 23), fill="#8a7a62", **pen),
        polygon(*gable, fill=palette.ROOF, **pen),
        box(at, (_FIELD_MM + 1, _FIELD_MM + 1), fill="#e6c774", **pen),
        line((x, y - 9.5), (x, y + 9.5), **pen),
        line((x - 9.5, y - 2), (x + 9.5, y - 2), **pen),
    )
