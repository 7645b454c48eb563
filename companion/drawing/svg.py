"""The few SVG elements that our drawings are made of; all lengths in millimetres."""

from __future__ import annotations

from html import escape

Point = tuple[float, float]

SERIF = "Georgia, 'DejaVu Serif', 'Times New Roman', serif"
#: The typeface of our own edition; it comes with the companion, see ``lettering``.
SANS = "'Cabin', 'Gill Sans', sans-serif"


def tag(name: str, content: str | None = None, /, **attributes: str | float) -> str:
    """Write an element; ``stroke_width`` becomes ``stroke-width``.

    >>> tag("circle", r=1.50, stroke_width=2)
    '<circle r="1.5" stroke-width="2"/>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}/>" if content is None else f"<{name}{written}>{content}</{name}>"


def group(*children: str, **attributes: str | float) -> str:
    """Write a group, one child a line."""
    return tag("g", "\n" + "\n".join(children) + "\n", **attributes)


def disc(at: Point, radius: float, **attributes: str | float) -> str:
    """Write a circle."""
    return tag("circle", cx=at[0], cy=at[1], r=radius, **attributes)


def box(middle: Point, size: Point, **attributes: str | float) -> str:
    """Write a rectangle around its middle."""
    x, y = middle[0] - size[0] / 2, middle[1] - size[1] / 2
    return tag("rect", x=x, y=y, width=size[0], height=size[1], **attributes)


def line(start: Point, end: Point, **attributes: str | float) -> str:
    """Write a straight line."""
    return tag("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **attributes)


def word(at: Point, text: str, size: float, fill: str, **attributes: str | float) -> str:
    """Write a word, centred on a point unless told otherwise."""
    style: dict[str, str | float] = {"text_anchor": "middle", **attributes}
    # Digits and capitals are about 0.7 high: half of that below the point centres them.
    return tag(
        "text", _spaced(text), x=at[0], y=at[1] + size * 0.35, font_size=size, fill=fill, **style
    )


def path(shape: str, **attributes: str | float) -> str:
    """Write a path."""
    return tag("path", d=shape, **attributes)


def polygon(*corners: Point, **attributes: str | float) -> str:
    """Write a closed shape with straight edges."""
    points = " ".join(f"{_value(x)},{_value(y)}" for x, y in corners)
    return tag("polygon", points=points, **attributes)


def oval(at: Point, radii: Point, **attributes: str | float) -> str:
    """Write an ellipse."""
    return tag("ellipse", cx=at[0], cy=at[1], rx=radii[0], ry=radii[1], **attributes)


def use(name: str, middle: Point, size: float | Point, **attributes: str | float) -> str:
    """Write a symbol around a point; ``document`` adds its definition."""
    width, height = size if isinstance(size, tuple) else (size, size)
    x, y = middle[0] - width / 2, middle[1] - height / 2
    return tag("use", href=f"#{name}", x=x, y=y, width=width, height=height, **attributes)


def symbol(name: str, *children: str, size: Point = (24, 24)) -> str:
    """Define a symbol, drawn in a box of this size."""
    inner = "".join(children)
    return tag("symbol", inner, id=name, viewBox=f"0 0 {size[0]:g} {size[1]:g}")


def moved(x: float, y: float, *children: str, turn: float = 0, scale: float = 1) -> str:
    """Move children to a place, perhaps turned or made larger."""
    steps = f"translate({_value(x)} {_value(y)})"
    steps += f" rotate({_value(turn)})" if turn else ""
    steps += f" scale({_value(scale)})" if scale != 1 else ""
    return tag("g", "".join(children), transform=steps)


def title(text: str) -> str:
    """Write a name that shows when one points at the parent."""
    return tag("title", escape(text))


def _spaced(text: str) -> str:
    """Escape a text; no line breaks here, so that a no-break space is a space like any other."""
    return escape(text.replace("\u00a0", " ").replace("\u202f", " "))


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
