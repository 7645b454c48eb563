"""What many games have in common: who wins, where points come from, and which cards did it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from companion.app.replay_game import Kept
from companion.engine import Text, Unknown
from companion.games.prints import Deck, Face
from web.games_port import Card, Line, Person, Source, Statistics

#: So many cards are worth a line.
_CARDS = 12


class Print(msgspec.Struct, frozen=True, order=True):
    """One card of one edition: another edition prints something else on the same number."""

    number: str
    edition: str = ""
    bought: bool = False


class Facts(msgspec.Struct, frozen=True):
    """What is counted of one game that is over; cards by seat: uses and points.

    ``drawn`` are the cards that came to each seat, as far as they were told.
    """

    line: Line
    sources: Mapping[str, tuple[Text, int]]
    cards: Mapping[tuple[int, Print], tuple[int, int]]
    drawn: Sequence[tuple[int, Print]]
    faces: Mapping[Print, Face] = {}


def facts_of(kept: Kept, line: Line) -> Facts:
    """Count one game."""
    sources: dict[str, tuple[Text, int]] = {}
    for sheet in kept.account().sheets:
        for row in sheet.lines:
            points = 0 if isinstance(row.points, Unknown) else row.points
            sources[row.source] = row.label, sources.get(row.source, (row.label, 0))[1] + points
    cards = _cards(kept)
    faces = ((card, _face(kept, card)) for _, card in cards)
    known = {card: face for card, face in faces if face is not None}
    return Facts(line, sources, cards, tuple(_drawn(kept)), known)


def _face(kept: Kept, card: Print) -> Face | None:
    return kept.kit.card_face(kept.game, card.number) if isinstance(kept.kit, Deck) else None


def _print(kept: Kept, number: str) -> Print:
    edition = kept.record.edition
    return Print(number, edition, edition != kept.kit.editions[0])


def _cards(kept: Kept) -> dict[tuple[int, Print], tuple[int, int]]:
    """Count uses of cards, and the points that followed at once."""
    kit, game = kept.kit, kept.game
    found: dict[tuple[int, Print], tuple[int, int]] = {}
    for one in kept.past if isinstance(kit, Deck) else ():
        used: tuple[int, Print] | None = None
        for raw in one.entry.events if one.stands else ():
            event = game.events.decode(bytes(raw))
            scored = game.points(event)
            if used is not None and scored and scored[0].seat == used[0]:
                uses, points = found[used]
                found[used] = uses, points + sum(gain.points for gain in scored)
            card = kit.card_used(event) if isinstance(kit, Deck) else None
            used = None if card is None else (card[0], _print(kept, card[1]))
            if used is not None:
                uses, points = found.get(used, (0, 0))
                found[used] = uses + 1, points
    return found


def _drawn(kept: Kept) -> Iterator[tuple[int, Print]]:
    kit = kept.kit
    if not isinstance(kit, Deck):
        return
    for raw in (raw for one in kept.past if one.stands for raw in one.entry.events):
        drawn = kit.card_drawn(kept.game.events.decode(bytes(raw)))
        if drawn is not None:
            yield drawn[0], _print(kept, drawn[1])


def sum_up(games: Sequence[Facts]) -> tuple[Statistics, ...]:
    """Sum games up by their kinds, for a short game and a long one have no average in common."""
    kinds: dict[str, list[Facts]] = {}
    for one in games:
        kinds.setdefault(one.line.kind, []).append(one)
    return tuple(_sum(kind) for kind in sorted(kinds.values(), key=len, reverse=True))


def _sum(games: Sequence[Facts]) -> Statistics:
    line = games[-1].line
    seats = sum(len(one.line.players) for one in games)
    totals = [p.points for one in games for p in one.line.players if p.points is not None]
    return Statistics(
        line.kind,
        (line.name, *line.words[:1]),
        len(games),
        sum(one.line.minutes for one in games) / len(games),
        sum(one.line.turns for one in games) / len(games),
        sum(totals) / max(len(totals), 1),
        tuple(_people(games)),
        tuple(_sources(games, seats)),
        tuple(_strongest(games))[:_CARDS],
        len(games) / max(seats, 1),
    )


def _people(games: Sequence[Facts]) -> Iterator[Person]:
    """Count by name; whoever never told one is nobody we could know again."""
    sat: dict[str, list[tuple[bool, int]]] = {}
    lucky = _luck(games)
    for player in (player for one in games for player in one.line.players):
        if player.name and player.points is not None:
            sat.setdefault(player.name, []).append((player.wins, player.points))
    for name, results in sorted(sat.items(), key=lambda item: (-len(item[1]), item[0])):
        points = [scored for _, scored in results]
        wins = sum(won for won, _ in results)
        mean = sum(points) / len(points)
        yield Person(name, len(points), wins, mean, max(points), lucky.get(name))


def _luck(games: Sequence[Facts]) -> dict[str, float]:
    """Say by how many points the cards that somebody drew are better than those of all.

    A card is worth what a use of it brought, whoever used it.
    """
    uses, points = Counter[Print](), Counter[Print]()
    for (_, card), (used, scored) in (item for one in games for item in one.cards.items()):
        uses[card] += used
        points[card] += scored
    came: dict[str, list[float]] = {}
    for one in games:
        names = {player.seat: player.name for player in one.line.players}
        for seat, card in one.drawn:
            if uses[card]:
                came.setdefault(names.get(seat, ""), []).append(points[card] / uses[card])
    every = [worth for worths in came.values() for worth in worths]
    mean = sum(every) / max(len(every), 1)
    return {name: sum(worths) / len(worths) - mean for name, worths in came.items() if name}


def _sources(games: Sequence[Facts], seats: int) -> Iterator[Source]:
    labels: dict[str, Text] = {}
    points = Counter[str]()
    for one in games:
        for source, (label, sum_) in one.sources.items():
            labels[source] = label
            points[source] += sum_
    whole = max(sum(points.values()), 1)
    for source, sum_ in points.most_common():
        yield Source(labels[source], sum_ / max(seats, 1), sum_ / whole)


def _strongest(games: Sequence[Facts]) -> list[Card]:
    """Rank cards by the wins of their users beyond what chance alone gives, then by points."""
    uses, points = Counter[Print](), Counter[Print]()
    users, winners = Counter[Print](), Counter[Print]()
    beyond: dict[Print, float] = {}
    faces: dict[Print, Face] = {}
    for one in games:
        wins = {player.seat for player in one.line.players if player.wins}
        faces |= one.faces
        for (seat, card), (used, scored) in one.cards.items():
            uses[card] += used
            points[card] += scored
            users[card] += 1
            winners[card] += seat in wins
            beyond[card] = beyond.get(card, 0.0) + (seat in wins) - 1 / len(one.line.players)
    ranked = sorted(uses, key=lambda card: (-round(beyond[card], 6), -points[card], card))
    return [
        Card(
            *(one.number, uses[one], points[one], users[one], winners[one]),
            one.bought,
            faces.get(one),
        )
        for one in ranked
    ]
