"""The store and power cuts: what had reached the disk is enough for every confirmed move."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from store_recorder import Confirmed, Cut, Deed, Deleted, Synced, Wrote, recording

from companion.session.store import By, How, Settings, Store, seat
from companion.session.store_entry import HOST

NO_RESERVE = Settings(reserve_bytes=0)
BY = By(seat(0), How.PHONE)
DATABASE = "games.sqlite"
SECTOR = 512
#: Written without waiting for the disk: a power cut may take the last of them.
PICTURES = "games.pictures.sqlite"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder in memory: here we are the disk, and nobody has to wait for another one."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


def numbers_in(folder: Path) -> list[str]:
    """Open a store after the accident and return what is in its only game."""
    with Store.open(folder / DATABASE, NO_RESERVE) as store:
        assert [notice.id for notice in store.notices] == []
        (record,) = store.records()
        entries = store.log(record.id).entries()
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        with store.pictures() as pictures:
            assert pictures.execute("pragma integrity_check").fetchall() == [("ok",)]
        return [bytes(event).decode() for entry in entries for event in entry.events]


# --- every write, as SQLite makes it ---------------------------------------------------------------


def play(folder: Path, deeds: list[Deed]) -> None:
    """Write moves of several sizes, with checkpoints in between, and note each confirmed one."""
    for sitting in range(3):
        with Store.open(folder / DATABASE, NO_RESERVE) as store:
            store._db.execute("pragma wal_autocheckpoint(12)").fetchall()
            log = store.log(store.records()[0].id)
            for turn in range(12):
                picture = b"jpeg" * (turn * 700) if turn % 3 == 0 else None
                events = [b'"%d.%d %s"' % (sitting, turn, b"x" * turn * 900)]
                deeds.append(Confirmed(log.append(events, by=BY, picture=picture).number))


class Disk:
    """A disk that loses its power: what was not synchronised is kept by chance, sector by sector."""

    def __init__(self, folder: Path) -> None:
        self.safe = {file.name: file.read_bytes() for file in folder.iterdir()}
        self.waiting: dict[str, list[Wrote | Cut]] = {}

    def happen(self, deed: Deed) -> None:
        match deed:
            case Wrote(file) | Cut(file):
                self.waiting.setdefault(file, []).append(deed)
            case Synced(file):
                self.safe[file] = self._after(file, self.waiting.pop(file, []))
            case Deleted(file):
                self.safe.pop(file, None)
                self.waiting.pop(file, None)

    def _after(self, file: str, deeds: Sequence[Wrote | Cut]) -> bytes:
        content = bytearray(self.safe.get(file, b""))
        for deed in deeds:
            match deed:
                case Cut(_, size):
                    del content[size:]
                case Wrote(_, offset, data):
                    content.extend(bytes(max(0, offset - len(content))))
                    content[offset : offset + len(data)] = data
        return bytes(content)

    def lose_power(self, folder: Path, kept: float, chance: random.Random) -> None:
        """Lay out the files as they are found afterwards."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for file in self.safe.keys() | self.waiting.keys():
            survivors = [
                part
                for deed in self.waiting.get(file, ())
                for part in pieces(deed)
                if chance.random() < kept
            ]
            if file in self.safe or survivors:
                (folder / file).write_bytes(self._after(file, survivors))


def pieces(deed: Wrote | Cut) -> Iterator[Wrote | Cut]:
    """Break a write at the borders of sectors."""
    if isinstance(deed, Cut):
        yield deed
        return
    start = deed.offset
    while start < deed.offset + len(deed.data):
        end = min((start // SECTOR + 1) * SECTOR, deed.offset + len(deed.data))
        yield Wrote(deed.file, start, deed.data[start - deed.offset : end - deed.offset])
        start = end


def record(folder: Path) -> tuple[Disk, list[Deed]]:
    """Play some sittings and return the disk before them and all that was done to it."""
    folder.mkdir()
    with Store.open(folder / DATABASE, NO_RESERVE) as store:
        store.begin("chess", edition="plain", setup=b"{}")
    disk = Disk(folder)
    with recording() as recorder:
        if recorder is None:
            pytest.skip("this Python has its SQLite built in: its writes cannot be recorded")
        play(folder, recorder.deeds)
    return disk, recorder.deeds


def cut_power(folder: Path, every: int) -> int:
    """Cut the power at many moments; return how many confirmed moves the last cut met."""
    disk, deeds = record(folder / "table")
    whole = numbers_in(folder / "table")
    chance = random.Random(every)
    confirmed = 0
    for moment, deed in enumerate(deeds):
        if isinstance(deed, Confirmed):
            confirmed = deed.number
        disk.happen(deed)
        if moment % every:
            continue
        for kept in (0.0, 0.5, 0.95, 1.0):
            disk.lose_power(folder / "after", kept, chance)
            found = numbers_in(folder / "after")
            assert found == whole[: len(found)], (moment, kept)
            assert confirmed <= len(found) <= confirmed + 1, (moment, kept)
    return confirmed


def test_nothing_confirmed_is_lost_when_the_power_goes(folder):
    assert cut_power(folder, every=11) == 36


@pytest.mark.slow
def test_nothing_confirmed_is_lost_whenever_the_power_goes(folder):
    assert cut_power(folder, every=1) == 36


def test_the_recording_sees_every_wait_for_the_disk(folder):
    """A cut would prove nothing if the log were not synchronised before it is confirmed."""
    _, deeds = record(folder / "table")
    synced = False
    for deed in deeds:
        if deed == Synced(f"{DATABASE}-wal"):
            synced = True
        elif isinstance(deed, Wrote) and deed.file == f"{DATABASE}-wal":
            synced = False
        elif isinstance(deed, Confirmed):
            assert synced


# --- the end of the log, torn at every interesting place ---------------------------------------------

FRAME = 24 + 4096
HEADER = 32


def half_written(folder: Path) -> tuple[list[int], bytes]:
    """Write moves and return where each ends in SQLite's journal, with all of that journal."""
    wal = folder / f"{DATABASE}-wal"
    with Store.open(folder / DATABASE, NO_RESERVE) as store:
        log = store.begin("chess", edition="plain", setup=b"{}")
        ends = [wal.stat().st_size]
        for turn in range(8):
            log.append([b'"%d %s"' % (turn, b"y" * (turn % 3) * 5000)], by=BY)
            ends.append(wal.stat().st_size)
        log.undo(8, by=By(HOST, How.HOST))
        for file in (folder / DATABASE, folder / PICTURES):
            shutil.copy(file, folder.parent / file.name)
        return ends, wal.read_bytes()


def interesting(ends: Sequence[int]) -> list[int]:
    """List places around the borders of frames, and within them."""
    frames = range(HEADER, ends[-1] + 1, FRAME)
    steps = (-1, 0, 1, 8, 23, 24, 25, 1000, 4095)
    return sorted({frame + step for frame in frames for step in steps if frame + step <= ends[-1]})


@pytest.mark.parametrize("filling", [b"", b"\0", b"\xff"], ids=["cut", "zeros", "garbage"])
def test_a_torn_journal_loses_only_what_was_not_confirmed(folder, filling):
    (folder / "table").mkdir()
    ends, journal = half_written(folder / "table")
    for place in interesting(ends):
        after = folder / "after"
        shutil.rmtree(after, ignore_errors=True)
        after.mkdir()
        for name in (DATABASE, PICTURES):
            shutil.copy(folder / name, after / name)
        torn = journal[:place] + filling * (len(journal) - place)
        (after / f"{DATABASE}-wal").write_bytes(torn)
        whole = sum(torn[:end] == journal[:end] for end in ends)  # a zero may follow a zero
        if whole == 0:
            continue  # before the game itself was confirmed
        assert len(numbers_in(after)) == whole - 1, place
