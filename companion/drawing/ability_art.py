"""What a card can do, in signs: what sets it off, an arrow, what it gives."""

from __future__ import annotations

from collections.abc import Callable

from companion.drawing import palette
from companion.drawing.svg import box, disc, moved, use, word

#: A sign drawn around its own middle, and its width; all are 12 high.
Sign = tuple[str, float]
_HIGH = 12.0


def ability(trigger: str, effect: str, amount: int, named: str | int | None) -> Sign:
    """Draw an ability as one row of signs."""
    sets_off = _TRIGGERS[trigger](str(named or ""))
    gives = _EFFECTS[effect](amount, str(named or ""))
    between = _sign("sign-arrow", 6) if trigger != "pay" else _text("=", 9)
    return row(sets_off, between, gives, gap=2)


def row(*signs: Sign, gap: float = 1.0) -> Sign:
    """Put signs side by side around a common middle."""
    total = sum(width for _, width in signs) + gap * (len(signs) - 1)
    x, parts = -total / 2, []
    for drawn, width in signs:
        parts.append(moved(x + width / 2, 0, drawn))
        x += width + gap
    return "".join(parts), total


def _sign(name: str, size: float = _HIGH, **kw: str) -> Sign:
    return use(name, (0, 0), size, **kw), size


def _text(text: str, size: float) -> Sign:
    return word((0, 0), text, size, palette.INK, font_weight="bold"), size * 0.7 * len(text)


def bribe(kind: str) -> Sign:
    """Draw a bribe on its colour."""
    ground, _ = palette.HUES[palette.BRIBE_HUES[kind]]
    rim = disc((0, 0), 6, fill=ground, stroke=palette.INK, stroke_width=0.4)
    plate = disc((0, 0), 4.9, fill=palette.CREAM)
    return rim + plate + use(f"bribe-{kind}", (0, 0), 7), _HIGH


def info(kind: str) -> Sign:
    """Draw an information on its colour."""
    ground = palette.INFO_GROUNDS[kind]
    rim = box((0, 0), (12, 12), rx=1, fill=ground, stroke=palette.INK, stroke_width=0.4)
    plate = box((0, 0), (9.8, 9.8), rx=0.8, fill=palette.CREAM)
    return rim + plate + use(f"info-{kind}", (0, 0), 8.6), _HIGH


def flag(nation: str) -> Sign:
    """Draw a flag."""
    return use(f"flag-{nation}", (0, 0), (14, 9)), 14.0


def seal(kind: str) -> Sign:
    """Draw a seal."""
    return _sign(f"seal-{kind}", 12.5)


def letter(name: str) -> Sign:
    """Draw the letter of a building."""
    plate = box((0, 0), (10.5, 10.5), rx=1.2, fill=palette.INK)
    return plate + word((0, 0), name, 8, palette.CREAM, font_weight="bold"), 10.5


def points(count: int) -> Sign:
    """Draw a number of points."""
    return use("sign-points", (0, 0), 13) + word(
        (0, 0), str(count), 6, palette.INK, font_weight="bold"
    ), 13.0


def money(count: int) -> Sign:
    """Draw a number of shillings."""
    return use("sign-coin", (0, 0), 11.5) + word(
        (0, 0), str(count), 6.2, palette.INK, font_weight="bold"
    ), 11.5


def house(hue: str) -> Sign:
    """Draw a house of a colour, with the bribe that opens it."""
    fill, _ = palette.HUES[hue]
    door = disc((3.6, 3.6), 3.4, fill=palette.CREAM, stroke=palette.INK, stroke_width=0.35)
    picture = use(f"bribe-{palette.BRIBE_OF_HUE[hue]}", (3.6, 3.6), 4.8)
    return use("sign-house", (-1, -0.5), 12, color=fill) + door + picture, 14.0


def _placed(what: Sign) -> Sign:
    """Let an agent look over the edge of what he is placed on."""
    drawn, width = what
    return moved(2.8, 0.6, drawn) + use("sign-agent", (1.2 - width / 2, -2), 7.6), width + 5.6


def _advance(kind: str) -> Sign:
    band = box((0, 0), (17, 9), rx=4.5, fill=palette.CREAM, stroke=palette.INK, stroke_width=0.5)
    start = disc(
        (-4.2, 0), 3.9, fill=palette.INFO_GROUNDS[kind], stroke=palette.INK, stroke_width=0.3
    )
    plate = disc((-4.2, 0), 3.2, fill=palette.CREAM) + use(f"info-{kind}", (-4.2, 0), 4.8)
    return band + start + plate + use("sign-arrow", (4.2, 0), 6), 17.0


def _foreign(_: str) -> Sign:
    return row(_sign("sign-agent", 10), _sign("sign-foreign", 10), gap=-2)


def _square(value: str) -> Sign:
    return use("sign-square", (0, 0), 13) + word(
        (0, 0), value, 7, palette.INK, font_weight="bold"
    ), 13.0


def _new(_: str) -> Sign:
    mark = disc((4.6, -4.6), 2.9, fill=palette.RED, stroke=palette.INK, stroke_width=0.3)
    return use("sign-info", (0, 0), 12) + mark + word(
        (4.6, -4.6), "!", 4.4, palette.WHITE, font_weight="bold"
    ), 13.0


def _depicted(kind: str) -> Sign:
    cross = use("sign-x", (0, 0), 12, opacity=0.55)
    drawn, width = info(kind)
    return drawn + cross, width


_TRIGGERS: dict[str, Callable[[str], Sign]] = {
    "bribe": bribe,
    "hue": lambda hue: _placed(house(hue)),
    "flag": lambda nation: _placed(flag(nation)),
    "seal": lambda kind: _placed(seal(kind)),
    "foreign": _foreign,
    "info": _advance,
    "got-info": info,
    "new-info": _new,
    "square": _square,
    "any-info": lambda _: _sign("sign-info"),
    "pay": bribe,
    "depicted": _depicted,
}


def _counted(count: str, what: Sign) -> Sign:
    return row(_text(count, 6.4), what, gap=0.4)


def _any_marker(amount: int, _: str) -> Sign:
    return row(_sign("sign-marker", 15), _text(f"+{amount}", 5.6), gap=0.3)


def _own_marker(amount: int, kind: str) -> Sign:
    return row(_advance(kind), _text(f"+{amount}", 5.6), gap=0.3)


def _less(amount: int, _: str) -> Sign:
    return _counted(f"–{amount}", _sign("bribe-any", 10.5))


def _per_player(_amount: int, _named: str) -> Sign:
    return row(_sign("bribe-any", 9.5), _text("×", 6), _foreign(""), gap=0.2)


_EFFECTS: dict[str, Callable[[int, str], Sign]] = {
    "same-bribe": lambda amount, kind: _counted(f"+{amount}", bribe(kind)),
    "any-bribe": lambda amount, _: _counted(f"+{amount}", _sign("bribe-any", 11)),
    "two-bribes": lambda amount, kind: _counted(f"+{amount}", bribe(kind)),
    "equal-bribes": lambda amount, _: row(*[_sign("bribe-any", 20 / amount)] * amount, gap=0.3),
    "different-bribes": _per_player,
    "wild-bribe": lambda _amount, _kind: _sign("bribe-any", 11.5),
    "discount": _less,
    "points": lambda amount, _: points(amount),
    "any-marker": _any_marker,
    "own-marker": _own_marker,
    "other-marker": _any_marker,
    "draw-cards": lambda amount, _: _counted(f"+{amount}", _sign("sign-card", 11.5)),
}
