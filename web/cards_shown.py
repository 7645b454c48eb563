"""Cards and orders in plain words, as templates lay them out."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.games.prints import Part, Thing
from web.cards_port import Dispute
from web.wording import Words

#: So many things lie together.
_HEAP = 60


class SignShown(msgspec.Struct, frozen=True):
    """One sign as a button: its word, its name, and its picture, if there is one."""

    word: str
    name: str
    picture: str = ""


class PartShown(msgspec.Struct, frozen=True):
    """One part to be told."""

    name: str
    label: str
    signs: tuple[SignShown, ...]
    known: tuple[str, ...]
    known_signs: tuple[SignShown, ...]
    most: int
    works: bool = False


class Chip(msgspec.Struct, frozen=True):
    """One thing of the overview; ``state`` is known, partly or unknown."""

    number: str
    path: str
    state: str
    missing: int


class Heap(msgspec.Struct, frozen=True):
    """As much of a pile as a thumb likes to scroll over."""

    chips: tuple[Chip, ...]
    unknown: int


class Pile(msgspec.Struct, frozen=True):
    """All cards, or all orders; the title is a text."""

    title: str
    heaps: tuple[Heap, ...]
    unknown: int


def pile_rows(things: Iterable[Thing], *, only_unknown: bool = False) -> list[Pile]:
    """Sort things by their piles."""
    piles: dict[str, list[Chip]] = {}
    for thing in things:
        chip = _chip(thing)
        kept = piles.setdefault(thing.kind, [])
        if chip.state != "known" or not only_unknown:
            kept.append(chip)
    return [_pile(f"deck.pile.{kind}", chips) for kind, chips in piles.items()]


def _pile(title: str, chips: list[Chip]) -> Pile:
    heaps = tuple(
        Heap(tuple(part), _unknown(part))
        for part in (chips[n : n + _HEAP] for n in range(0, len(chips), _HEAP))
    )
    return Pile(title, heaps, _unknown(chips))


def _unknown(chips: Iterable[Chip]) -> int:
    return sum(chip.state != "known" for chip in chips)


def _chip(thing: Thing) -> Chip:
    left = len(thing.missing)
    open_parts = [part for part in thing.parts if not part.sure]
    state = "known" if not left else "unknown" if left == len(open_parts) else "partly"
    return Chip(thing.number, f"/cards/{thing.kind}/{thing.number}", state, left)


class DisputeShown(msgspec.Struct, frozen=True):
    """Where two files disagree: what both say, and the page where a tap settles it, if one can."""

    where: str
    sentence: str
    path: str = ""
    part: str = ""
    ours: SignShown = SignShown("", "")
    theirs: SignShown = SignShown("", "")


def dispute_rows(
    things: Iterable[Thing], open_: Iterable[Dispute], words: Words
) -> list[DisputeShown]:
    """Put disputes into words; what is no card and no order can only be settled in the file."""
    known = {(thing.place, part.name): (thing, part) for thing in things for part in thing.parts}
    return [_dispute(one, known.get((one.place, one.part)), words) for one in open_]


def _dispute(one: Dispute, found: tuple[Thing, Part] | None, words: Words) -> DisputeShown:
    if found is None:
        return DisputeShown(f"{one.place}.{one.part}", words.say(one.sentence))
    thing, part = found
    where = f"{words(f'deck.one.{thing.kind}', number=thing.number)}, {words.say(part.label)}"
    path = f"/cards/{thing.kind}/{thing.number}"
    ours, theirs = (_value(part, value, words) for value in (part.known, one.theirs))
    return DisputeShown(where, "", path, part.name, ours, theirs)


def _value(part: Part, value: Iterable[str], words: Words) -> SignShown:
    """Return what a file says of a part, for the form and for people."""
    names = {sign.word: words.say(sign.label) for sign in part.signs}
    return SignShown(", ".join(value), ", ".join(names.get(word, word) for word in value))


def thing_rows(parts: Iterable[Part], words: Words) -> list[PartShown]:
    """Put parts into words, with a picture for every sign that has one."""
    return [_part(part, words) for part in parts]


def _part(part: Part, words: Words) -> PartShown:
    signs = {
        sign.word: SignShown(
            sign.word,
            words.say(sign.label),
            f"sign/{sign.kind}/{sign.word}.svg" if sign.kind else "",
        )
        for sign in part.signs
    }
    known = tuple(signs[word] for word in part.known if word in signs)
    label, works = words.say(part.label), part.works is not None
    return PartShown(part.name, label, tuple(signs.values()), part.known, known, part.most, works)
