"""A running table and power cuts: a turn is on the disk as a whole, or not at all."""

from __future__ import annotations

import random

import pytest
from store_recorder import Confirmed, recording
from table_room import ENTRY, ROOMY, Room
from test_store_power import DATABASE, Disk, folder

from companion.session.store import Store
from companion.session.store_entry import Kind

__all__ = ["folder"]


def found_in(place) -> list[tuple[Kind, int | None, bytes]]:
    """Open a store after the accident and return the entries of its only game."""
    with Store.open(place / DATABASE, ROOMY) as store:
        assert store.notices == ()
        (record,) = store.records()
        entries = store.log(record.id).entries()
    return [(entry.kind, entry.turn, bytes(entry.move)) for entry in entries]


def play(place, deeds, turns) -> set[int]:
    """Play turns at a table, take one back, and return after which entries something was whole."""
    with Store.open(place / DATABASE, ROOMY) as store:
        store._db.execute("pragma wal_autocheckpoint(12)").fetchall()
        room = Room(store, ENTRY, log=store.log(store.records()[0].id))
        room.show()
        whole = {0}

        def confirm() -> None:
            whole.add(len(room.log.entries()))
            deeds.append(Confirmed(max(whole)))

        for number in range(turns):
            room.turn()
            confirm()
            if number % 4 == 3:
                room.undo()
                confirm()
                room.at -= 3
                room.move()
                room.show()
                assert room.snapshot.settled == room.state
    return whole


def cut_power(place, *, every: int, turns: int) -> int:
    table = place / "table"
    with Store.open(table / DATABASE, ROOMY) as store:
        Room(store, ENTRY)
    disk = Disk(table)
    with recording() as recorder:
        if recorder is None:
            pytest.skip("this Python has its SQLite built in: its writes cannot be recorded")
        whole = play(table, recorder.deeds, turns)
    return check(place, disk, recorder.deeds, whole, every)


def check(place, disk, deeds, whole, every) -> int:
    everything = found_in(place / "table")
    chance = random.Random(every)
    confirmed = cuts = 0
    for moment, deed in enumerate(deeds):
        if isinstance(deed, Confirmed):
            confirmed = deed.number
        disk.happen(deed)
        if moment % every:
            continue
        for kept in (0.0, 0.5, 0.95, 1.0):
            disk.lose_power(place / "after", kept, chance)
            found = found_in(place / "after")
            assert found == everything[: len(found)], (moment, kept)
            assert len(found) in whole, (moment, kept)
            assert len(found) >= confirmed, (moment, kept)
            cuts += 1
    return cuts


def test_a_turn_is_whole_when_the_power_goes(folder):
    assert cut_power(folder, every=9, turns=10) > 40


@pytest.mark.slow
def test_a_turn_is_whole_whenever_the_power_goes(folder):
    assert cut_power(folder, every=1, turns=20) > 400
