"""Statistics in plain words, as the page of kept games lays them out."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence

import msgspec

from companion.session.texts import write_number
from web.cards_signs import works_picture
from web.games_port import Card, Person, Statistics
from web.wording import Words

#: A figure and what it counts.
Figure = tuple[str, str]
#: Better or worse than all is always said.
_SIGNED = "+0.0;-0.0"


class Kind(msgspec.Struct, frozen=True):
    """Games that can be compared, to be chosen on the page."""

    kind: str
    label: str
    chosen: bool


class Somebody(msgspec.Struct, frozen=True):
    """One person and the figures of all games."""

    name: str
    figures: tuple[Figure, ...]


class CardRow(msgspec.Struct, frozen=True):
    """One card: what it does as a picture and in words, and its figures."""

    number: str
    words: str
    picture: str
    bought: bool
    figures: tuple[Figure, ...]


class StatisticsRows(msgspec.Struct, frozen=True):
    """Statistics with every number as it is written."""

    kinds: tuple[Kind, ...]
    head: tuple[Figure, ...]
    people: tuple[Somebody, ...]
    sources: tuple[tuple[str, str, float], ...]
    cards: tuple[CardRow, ...]
    fair: str


def statistics_rows(
    every: Sequence[Statistics], wanted: str, words: Words
) -> StatisticsRows | None:
    """Write down the kind of games that is wanted, or else the one that was played most."""
    if not every:
        return None
    found = next((one for one in every if one.kind == wanted), every[0])
    kinds = tuple(
        Kind(one.kind, " · ".join(map(words.say, one.labels)), one is found) for one in every
    )
    head = (
        (words("games.stat.games"), str(found.games)),
        (words("games.stat.minutes"), _number(found.minutes, words)),
        (words("games.stat.turns"), _number(found.turns, words)),
        (words("games.stat.points"), _number(found.points, words)),
    )
    sources = tuple(
        (words.say(one.label), _number(one.mean, words), round(100 * one.share, 1))
        for one in found.sources
    )
    people = tuple(_somebody(one, words) for one in found.people)
    cards = tuple(_card(one, words) for one in found.cards)
    return StatisticsRows(kinds, head, people, sources, cards, f"{100 * found.fair:.0f} %")


def _somebody(one: Person, words: Words) -> Somebody:
    luck = "–" if one.luck is None else write_number(one.luck, words.language, _SIGNED)
    figures = (
        (words("games.person.games"), str(one.games)),
        (words("games.person.wins"), str(one.wins)),
        (words("games.person.mean"), _number(one.mean, words)),
        (words("games.person.best"), str(one.best)),
        (words("games.person.luck"), luck),
    )
    return Somebody(one.name, figures)


def _card(one: Card, words: Words) -> CardRow:
    figures = (
        (words("games.card.uses"), str(one.uses)),
        (words("games.card.points"), str(one.points)),
        (words("games.card.wins"), f"{one.winners} / {one.users}"),
    )
    if one.face is None:
        return CardRow(one.number, "", "", one.bought, figures)
    said = ": ".join(map(words.say, one.face.words))
    # What nobody has read has no picture either.
    svg = works_picture(one.face.works, one.face.named)
    picture = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}" if svg else ""
    return CardRow(one.number, said, picture, one.bought, figures)


def _number(value: float, words: Words) -> str:
    return write_number(value, words.language)
