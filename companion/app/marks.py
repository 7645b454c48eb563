"""Letters, symbols and colours for seats and pieces: told apart by shape, not by colour alone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.app.scene import Scene, last_word
from companion.session.texts import Texts

#: Backgrounds on which the letter beside them is easy to read.
_BACKGROUNDS = {
    "yellow": "black on #f0c000",
    "red": "white on #c8322b",
    "blue": "white on #2f6fd0",
    "green": "white on #1f8a4c",
    "white": "black on #e8e8e8",
    "black": "white on #303030",
}
_OTHER = ("black on #b0b0b0", "white on #7a4fa3", "black on #e58a2b", "white on #5b6770")
_SYMBOLS = "●▲■◆★✦▼◐♣♠"
_GUESTS = "✚♥"
_COLOURS = ("#56b4e9", "#e69f00", "#cc79a7", "#33b58a", "#e0d040", "#d55e00")


class Mark(msgspec.Struct, frozen=True):
    """A sign and its colours."""

    sign: str
    style: str


class Marks(msgspec.Struct, frozen=True):
    """The signs of one game: of seats by number, of pieces by their last word."""

    seats: dict[int, Mark]
    words: dict[str, Mark]


def choose_marks(scene: Scene, texts: Texts) -> Marks:
    """Give every seat a letter of its name and every kind of piece on the board a symbol."""
    letters = pick_letters([texts(corner.name) for corner in scene.corners])
    seats = {
        corner.seat: Mark(letter, _background(corner.word, corner.seat))
        for corner, letter in zip(scene.corners, letters, strict=True)
    }
    words = {corner.word: seats[corner.seat] for corner in scene.corners}
    guests = _guests(scene, words)
    held = (last_word(piece) for spot in scene.spots for piece in spot.place.holds)
    kinds = [word for word in dict.fromkeys(held) if word not in words and word not in guests]
    for number, word in enumerate(kinds):
        sign = _SYMBOLS[number % len(_SYMBOLS)]
        words[word] = Mark(sign, f"bold {_COLOURS[number % len(_COLOURS)]}")
    words |= {w: Mark(_GUESTS[n % len(_GUESTS)], "bold #ffffff") for n, w in enumerate(guests)}
    return Marks(seats, words)


def _guests(scene: Scene, seats: dict[str, Mark]) -> list[str]:
    """Find figures that belong to no seat but stand where the seats' figures do."""
    shared = (spot.place.holds for spot in scene.spots)
    with_seats = (h for h in shared if any(last_word(piece) in seats for piece in h))
    words = (last_word(piece) for holds in with_seats for piece in holds)
    return [word for word in dict.fromkeys(words) if word not in seats]


def _background(word: str, seat: int) -> str:
    return _BACKGROUNDS.get(word, _OTHER[seat % len(_OTHER)])


def pick_letters(names: Sequence[str]) -> list[str]:
    """Pick a different letter for each name: its first one, where nobody else has that.

    >>> pick_letters(["Gelb", "Rot", "Blau", "Grün"])
    ['G', 'R', 'B', 'N']
    """
    firsts = {name[:1].upper() for name in names}
    taken: list[str] = []
    for name in names:
        first, *others = (letter for letter in name.upper() if letter.isascii())
        free = (letter for letter in others if letter not in taken and letter not in firsts)
        taken.append(first if first not in taken else next(free, "?"))
    return taken
