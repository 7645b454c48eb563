"""The few SVG elements that our drawings are made of; all lengths in millimetres."""

from __future__ import annotations

from html import escape

Point = tuple[float, float]

SERIF = "Georgia, 'DejaVu Serif', 'Times New Roman', serif"


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
        "text", escape(text), x=at[0], y=at[1] + size * 0.35, font_size=size, fill=fill, **style
    )


def title(text: str) -> str:
    """Write a name that shows when one points at the parent."""
    return tag("title", escape(text))


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
