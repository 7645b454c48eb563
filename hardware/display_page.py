"""A page for a small display, as a picture: as large as the words allow."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from companion.session.ports import Page
from hardware.display_code import code_picture
from hardware.display_face import Face, face, legible, words

SIZE_PX = (128, 64)

#: Title and lines, from what is read across a table to what is read close by.
_SIZES = (
    (24, 18),
    (24, 14),
    (18, 14),
    (18, 12),
    (14, 12),
    (14, 10),
    (12, 10),
    (10, 10),
    (10, 8),
    (8, 8),
)
_TITLE_ALONE = (24, 18, 14, 12, 10, 8)
_SMALLEST = 8
_RULE_PX = 2
_EDGE_PX = 1
_GAP_PX = 3
_BAND_PX = 23
_Room = tuple[int, int, int, int]


def draw_page(page: Page, size_px: tuple[int, int] = SIZE_PX) -> Image.Image:
    """Draw a page in black and white; needs no display.

    >>> draw_page(Page("Anna", ("is at the move",))).size
    (128, 64)
    """
    picture = Image.new("1", size_px, 0)
    pen = ImageDraw.Draw(picture)
    pen.fontmode = "1"
    width, height = size_px
    if page.code is not None:
        picture.paste(code_picture(page.code, height), (width - height, 0))
        width -= height + _GAP_PX
    if page.scores and not page.lines and page.code is None:
        _draw_result(picture, pen, page, (0, 0, width, height))
        return picture
    if page.scores:
        height -= _BAND_PX
        _draw_scores(pen, page.scores, (0, height, width, _BAND_PX), (12, 10, 8), 8)
    _draw_words(picture, pen, page, (_EDGE_PX, 0, width - _EDGE_PX, height - bool(page.scores)))
    if page.scores:
        _underline(picture, height, 0, width)
    return picture


def _draw_words(picture: Image.Image, pen: ImageDraw.ImageDraw, page: Page, room: _Room) -> None:
    title, lines = legible(page.title), [legible(line) for line in page.lines]
    if not any(lines):
        _draw_title(pen, title, room)
        return
    left, top, width, height = room
    head, titles, body, wrapped = _set(title, lines, width, height)
    y = _write_rows(pen, head, titles, (left, top, width)) + _RULE_PX
    spare = max(top + height - y - len(wrapped) * body.pitch_px, 0)
    _write_rows(pen, body, wrapped, (left, y + spare // 2, width))
    if titles:
        _underline(picture, y - 1, left, left + width, below=1)


def _set(
    title: str, lines: Sequence[str], width: int, height: int
) -> tuple[Face, list[str], Face, list[str]]:
    """Choose the largest letters in which everything fits; in the smallest, cut what does not."""
    for head_size, body_size in _SIZES:
        head, body = face(head_size), face(body_size)
        titles = head.wrap(title, width) if title else []
        wrapped = [part for line in lines for part in body.wrap(line, width)]
        needed = len(titles) * head.pitch_px + _height_px(body, wrapped)
        whole = not _broken(title, titles) and not _broken(" ".join(lines), wrapped)
        if whole and needed + _RULE_PX <= height and len(titles) <= 1 + (head_size < 18):
            return head, titles, body, wrapped
    small = face(_SIZES[-1][0])
    titles = _shortened(small, small.wrap(title, width), 2 * small.pitch_px, width)
    rest = height - _RULE_PX - len(titles) * small.pitch_px
    wrapped = [part for line in lines for part in small.wrap(line, width)]
    return small, titles, small, _shortened(small, wrapped, rest, width)


def _underline(picture: Image.Image, y: int, left: int, right: int, *, below: int = 0) -> None:
    """Draw a line that makes way for letters which reach below, and for accents."""
    near = range(y - 1, y + 1 + below)
    inked = {x for x in range(left, right) if any(picture.getpixel((x, row)) for row in near)}
    for x in range(left, right):
        if not inked & {x - 1, x, x + 1}:
            picture.putpixel((x, y), 1)


def _draw_title(pen: ImageDraw.ImageDraw, title: str, room: _Room) -> None:
    left, top, width, height = room
    sizes = (size for size in _TITLE_ALONE if _holds(face(size), title, width, height))
    head = face(next(sizes, _TITLE_ALONE[-1]))
    rows = _shortened(head, head.wrap(title, width), height, width)
    y = top + (height - len(rows) * head.pitch_px) // 2
    for row in rows:
        head.write(pen, (left + (width - head.width_px(row)) // 2, y), row, 1)
        y += head.pitch_px


def _holds(letters: Face, text: str, width: int, height: int) -> bool:
    rows = letters.wrap(text, width)
    return not _broken(text, rows) and _height_px(letters, rows) <= height


def _height_px(letters: Face, rows: Sequence[str]) -> int:
    """Measure rows down to where the last of them ends."""
    return len(rows) * letters.pitch_px + letters.overhang_px(rows[-1])


def _broken(text: str, rows: Sequence[str]) -> bool:
    """Tell whether a word had to be cut in two."""
    return " ".join(rows) != " ".join(words(text))


def _shortened(letters: Face, rows: list[str], height: int, width: int) -> list[str]:
    """Keep the rows that fit, and show where one had to stop."""
    count = max(height // letters.pitch_px, 1)
    if len(rows) <= count:
        return rows
    return [*rows[: count - 1], letters.cut(" ".join(rows[count - 1 :]), width)]


def _write_rows(
    pen: ImageDraw.ImageDraw, letters: Face, rows: Sequence[str], corner: tuple[int, int, int]
) -> int:
    left, y, width = corner
    for row in rows:
        letters.write(pen, (left, y), letters.cut(row, width), 1)
        y += letters.pitch_px
    return y


def _draw_result(picture: Image.Image, pen: ImageDraw.ImageDraw, page: Page, room: _Room) -> None:
    """Give the scores all the room there is."""
    left, top, width, height = room
    title = legible(page.title)
    size = next((size for size in (18, 14, 12) if face(size).width_px(title) <= width), 10)
    head = face(size)
    text = head.cut(title, width)
    head.write(pen, (left + (width - head.width_px(text)) // 2, top), text, 1)
    used = head.pitch_px + 1
    below = (left, top + used, width, height - used)
    _draw_scores(pen, page.scores, below, (24, 18, 14, 12, 10, 8), 10)
    _underline(picture, top + used, left, left + width)


def _draw_scores(
    pen: ImageDraw.ImageDraw,
    scores: Sequence[tuple[str, int]],
    room: _Room,
    sizes: Sequence[int],
    name_size: int,
) -> None:
    left, top, width, height = room
    column = width // len(scores)
    called = [legible(name) for name, _ in scores]
    roomy = all(face(name_size).width_px(name) <= column - 3 for name in called)
    names = face(name_size if roomy else _SMALLEST)
    under = height - names.pitch_px - 1  # and a line above
    digits = [str(points) for _, points in scores]
    size = next((s for s in sizes if _all_fit(face(s), digits, column, under)), _SMALLEST)
    for number, (name, (_, points)) in enumerate(zip(called, scores, strict=True)):
        x = left + number * column
        if number:
            pen.line((x, top + 1, x, top + height - 1), fill=1)
        short = names.cut(name, column - 3)
        _centre(pen, names, short, (x + 1, top + 1, column, names.pitch_px))
        _centre(pen, face(size), str(points), (x + 1, top + names.pitch_px + 1, column, under))


def _all_fit(letters: Face, words: Sequence[str], width: int, height: int) -> bool:
    high = letters.pitch_px <= height + 4  # digits have no accents and do not reach below
    return high and all(letters.width_px(word) <= width - 3 for word in words)


def _centre(pen: ImageDraw.ImageDraw, letters: Face, text: str, room: _Room) -> None:
    x, y, width, height = room
    left = x + (width - letters.width_px(text)) // 2
    letters.write(pen, (left, y + (height - letters.pitch_px) // 2), text, 1)
