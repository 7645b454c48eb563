"""Kept games in plain words, as templates lay them out."""

from __future__ import annotations

import msgspec

from companion.drawing.palette import PLAYER_SHAPES
from companion.session.texts import write_moment
from web.games_chart import Curve
from web.games_port import Line, Player, Replay, Step
from web.shown import Person
from web.wording import Words

_SHAPES = ("circle", "diamond", "triangle", "square", "star", "cross")


class Row(msgspec.Struct, frozen=True):
    """One game of the list."""

    id: str
    name: str
    when: str
    version: str
    minutes: int
    turns: int
    over: bool
    people: tuple[Person, ...]
    winner: str = ""
    problem: str = ""
    phase: str = ""
    last: str = ""


class Shown(msgspec.Struct, frozen=True):
    """One step of a replay."""

    number: int
    turn: int | None
    time: str
    head: str
    told: str
    stands: bool
    points: tuple[int | None, ...]
    picture: str = ""


def row(line: Line, words: Words) -> Row:
    """Put a game into words."""
    people = tuple(person(player, words, player.points) for player in line.players)
    winner = next((p.name for p, q in zip(people, line.players, strict=True) if q.wins), "")
    return Row(
        line.id,
        words.say(line.name),
        write_moment(line.begun_at, words.language),
        ", ".join(words.all(line.words)),
        line.minutes,
        line.turns,
        line.over,
        people,
        winner,
        "" if line.problem is None else words.say(line.problem),
        "" if line.phase is None else words.say(line.phase),
        f"{line.last_at.astimezone():%Y-%m-%d %H:%M}",
    )


def person(player: Player, words: Words, points: int | None) -> Person:
    """Put a player into words: name or colour, sign, and points."""
    title = words.say(player.title)
    shape = PLAYER_SHAPES.get(player.colour, _SHAPES[player.seat % len(_SHAPES)])
    score = "–" if points is None else str(points)
    name = player.name or title
    return Person(player.seat, name, player.colour, title, shape, score, "", active=player.wins)


def stand(replay: Replay, number: int, words: Words) -> tuple[Person, ...]:
    """Return everybody with the points after a step."""
    points = replay.steps[number].points
    return tuple(person(p, words, n) for p, n in zip(replay.line.players, points, strict=True))


def curves(replay: Replay, words: Words) -> list[Curve]:
    """Return the points of every seat over all steps."""
    people = (person(player, words, player.points) for player in replay.line.players)
    return [
        Curve(one.name, one.colour, one.shape, tuple(step.points[n] for step in replay.steps))
        for n, one in enumerate(people)
    ]


def shown_step(step: Step, words: Words) -> Shown:
    """Put a step into words."""
    turn = words("games.turn", turn=step.turn) if step.turn is not None else ""
    time = f"{step.at.astimezone():%H:%M:%S}"
    head = " · ".join(filter(None, (turn, time)))
    told = " ".join(words.all(step.sentences)) if step.number else words("games.bare")
    return Shown(step.number, step.turn, time, head, told, step.stands, step.points, step.picture)
