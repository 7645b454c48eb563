"""Positions worth a photo: an owner's examples, a game's start, and what players leave on a table.

Like those of `crowd` they obey no rule of the game; unlike those they know how far a game has come.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.engine import Atom
from hardware.simulated.crowd import COLOURS, FLAGS
from hardware.simulated.pack import TablePack

Span = tuple[int, int]
ORDERS = tuple(f"order_{number}" for number in range(1, 7))
ROOF_TILES = ("purchase", "payday")


@dataclass(frozen=True)
class Stage:
    """How much lies where after so many rounds: the least and the most."""

    name: str
    houses: Span
    tiles: Span
    flags: Span
    lead: Span
    steps: Span


MID = Stage("mid", houses=(8, 15), tiles=(17, 33), flags=(3, 6), lead=(10, 58), steps=(0, 9))
LATE = Stage("late", houses=(12, 17), tiles=(10, 22), flags=(7, 9), lead=(45, 99), steps=(1, 11))


def teaching(pack: TablePack, rng: Random, side: str) -> tuple[Atom, ...]:
    """Show one of everything, each on a place of its own; ``side`` is the token's."""
    return (*_taught_town(pack, rng), *_taught_tableau(pack, rng), _token(side))


def opening(pack: TablePack, rng: Random) -> tuple[Atom, ...]:
    """Set up a game: all tiles out, all figures at the start."""
    infos = tuple(pack.info_tracks.fields)
    letters = rng.sample(sorted(pack.roof.fields), 5)
    return (
        Atom(rng.choice(pack.buildings).id, "third_man"),
        *(Atom(square.id, f"tile:{rng.choice(infos)}") for square in pack.squares),
        *(Atom("score:0", f"agent:{colour}") for colour in COLOURS),
        *(Atom(f"info:{info}:0", f"marker:{info}") for info in infos),
        Atom("roof:A", "investigator"),
        *(Atom(f"roof:{letter}", "purchase") for letter in letters[1:]),
        Atom(f"roof:{letters[0]}", "payday"),
        _token("front"),
    )


def underway(pack: TablePack, rng: Random, stage: Stage) -> tuple[Atom, ...]:
    """Leave the table as some rounds do."""
    players = rng.sample(COLOURS, rng.choice((2, 3, 4, 4, 4, 4)))
    return (
        *_agents(pack, rng, stage, players),
        *_scores(pack, rng, stage, players),
        *_cardboard(pack, rng, stage),
        *_tableau(pack, rng, stage),
    )


def open_orders(rng: Random) -> dict[str, list[str]]:
    """Lay some orders out, at most two to a pile."""
    names = rng.sample(ORDERS, 4)
    first, second = rng.randint(0, 2), rng.randint(0, 2)
    return {"A": names[:first], "B": names[2 : 2 + second]}


def _taught_town(pack: TablePack, rng: Random) -> Iterator[Atom]:
    figures = (*(f"agent:{colour}" for colour in COLOURS), "third_man")
    for b, figure in zip(rng.sample(pack.buildings, len(figures)), figures, strict=True):
        yield Atom(b.id, figure)
    infos = tuple(pack.info_tracks.fields)
    for square, info in zip(rng.sample(pack.squares, len(infos)), infos, strict=True):
        yield Atom(square.id, f"tile:{info}")
    taken: set[str] = set()
    for flag in FLAGS:
        # A tile that repeats the print under it would teach nothing new.
        b = rng.choice([b for b in pack.buildings if b.flag != flag and b.id not in taken])
        taken.add(b.id)
        yield Atom(f"flag:{b.id}", f"flag:{flag}")
    fields = rng.sample(range(len(pack.score_track.fields)), len(COLOURS))
    for number, colour in zip(fields, COLOURS, strict=True):
        yield Atom(f"score:{number}", f"agent:{colour}")


def _taught_tableau(pack: TablePack, rng: Random) -> Iterator[Atom]:
    for info, fields in pack.info_tracks.fields.items():
        yield Atom(f"info:{info}:{rng.randrange(len(fields))}", f"marker:{info}")
    letters = rng.sample(sorted(pack.roof.fields), 3)
    for letter, piece in zip(letters, ("investigator", *ROOF_TILES), strict=True):
        yield Atom(f"roof:{letter}", piece)


def _agents(pack: TablePack, rng: Random, stage: Stage, players: list[str]) -> Iterator[Atom]:
    """Spread the agents; one building at least is crowded, and the third man likes company."""
    full, *others = rng.sample(pack.buildings, rng.randint(*stage.houses))
    yield from (Atom(full.id, f"agent:{colour}") for colour in players)
    for b in others:
        several = min(rng.choice((1, 1, 1, 1, 2, 2, 3)), len(players))
        yield from (Atom(b.id, f"agent:{colour}") for colour in rng.sample(players, several))
    chance = rng.random()
    if chance < 0.8:
        yield Atom((full if chance < 0.3 else rng.choice(pack.buildings)).id, "third_man")


def _scores(pack: TablePack, rng: Random, stage: Stage, players: list[str]) -> Iterator[Atom]:
    """Let the figures follow a leader; now and then one lands where another stands."""
    lead = min(rng.randint(*stage.lead), len(pack.score_track.fields) - 1)
    taken = [lead]
    for colour in players:
        yield Atom(f"score:{taken[-1]}", f"agent:{colour}")
        behind = max(0, lead - rng.randint(1, 20))
        taken.append(rng.choice(taken) if rng.random() < 0.4 else behind)


def _cardboard(pack: TablePack, rng: Random, stage: Stage) -> Iterator[Atom]:
    infos = tuple(pack.info_tracks.fields)
    for square in rng.sample(pack.squares, rng.randint(*stage.tiles)):
        yield Atom(square.id, f"tile:{rng.choice(infos)}")
    for b in rng.sample(pack.buildings, rng.randint(*stage.flags)):
        flag = rng.choice([flag for flag in FLAGS if flag != b.flag])
        yield Atom(f"flag:{b.id}", f"flag:{flag}")


def _tableau(pack: TablePack, rng: Random, stage: Stage) -> Iterator[Atom]:
    least, most = stage.steps
    for info, fields in pack.info_tracks.fields.items():
        yield Atom(
            f"info:{info}:{rng.randint(least, min(most, len(fields) - 1))}", f"marker:{info}"
        )
    letters = sorted(pack.roof.fields)
    yield Atom(f"roof:{rng.choice(letters)}", "investigator")
    for letter in rng.sample(letters, rng.randint(3, 7)):
        for _ in range(rng.choice((1, 1, 1, 2))):
            yield Atom(f"roof:{letter}", rng.choice(ROOF_TILES))
    yield _token(rng.choice(("front", "x")))
    if rng.random() < 0.45:
        yield Atom("investigation", rng.choice(ROOF_TILES))


def _token(side: str) -> Atom:
    return Atom("investigation", f"token:{side}")
