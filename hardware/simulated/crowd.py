"""Tables set at random: arrangements that no game reaches, to look at and to measure with."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.engine import Atom
from hardware.simulated.pack import TablePack

COLOURS = ("yellow", "red", "blue", "green")
FLAGS = ("usa", "ussr", "france", "britain", "austria")


def crowd(pack: TablePack, rng: Random, *, feld: bool = False) -> tuple[Atom, ...]:
    """Claim something for about half of all places."""
    return (*_town(pack, rng, feld=feld), *_tableau(pack, rng))


def _town(pack: TablePack, rng: Random, *, feld: bool) -> Iterator[Atom]:
    infos = tuple(pack.info_tracks.fields)
    for b in rng.sample(pack.buildings, 16):
        for colour in rng.sample(COLOURS, rng.choice((1, 1, 1, 2, 2, 3, 4))):
            yield Atom(b.id, f"agent:{colour}")
    yield Atom(rng.choice(pack.buildings).id, "third_man")
    if feld:
        for colour in COLOURS[:2]:
            yield Atom(rng.choice(pack.buildings).id, f"feld:{colour}")
    for square in rng.sample(pack.squares, 24):
        yield Atom(square.id, f"tile:{rng.choice(infos)}")
    for b in pack.buildings:
        flag = b.flag if rng.random() < 0.8 else rng.choice(FLAGS)
        yield Atom(f"flag:{b.id}", f"flag:{flag}")
    first = rng.randrange(len(pack.score_track.fields) - 8)
    for colour in COLOURS:
        yield Atom(f"score:{first + rng.choice((0, 0, 1, 3, 7))}", f"agent:{colour}")


def _tableau(pack: TablePack, rng: Random) -> Iterator[Atom]:
    for info, fields in pack.info_tracks.fields.items():
        yield Atom(f"info:{info}:{rng.randrange(len(fields))}", f"marker:{info}")
    letters = sorted(pack.roof.fields)
    yield Atom(f"roof:{rng.choice(letters)}", "investigator")
    for letter in rng.sample(letters, 5):
        yield Atom(f"roof:{letter}", rng.choice(("purchase", "payday")))
        if rng.random() < 0.3:
            yield Atom(f"roof:{letter}", "payday")
    yield Atom("investigation", rng.choice(("token:front", "token:x")))
    if rng.random() < 0.5:
        yield Atom("investigation", rng.choice(("purchase", "payday")))
