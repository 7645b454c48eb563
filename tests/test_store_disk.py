"""A disk that fills up, and the budget of pictures."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import companion, missing_texts
from kept_game import keep
from store_table import LEADER, RED, WATCHED, begin, open_store, put, words_of

from companion.app.keep import counted
from companion.session.archive_backup import back_up
from companion.session.pictures import Budget
from companion.session.store import OpenLog, Reader, Settings, Store
from companion.session.store_fault import DiskFull, StoreError
from companion.session.texts import LANGUAGES, Texts

# --- full -----------------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path) -> Iterator[Path]:
    """Mount a disk of a few megabytes; only root can."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", disk]
    try:
        done = subprocess.run(mount, capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("no mount program: a real full disk cannot be made here")
    if done.returncode:
        pytest.skip("only root can mount a small disk: a real full disk cannot be made here")
    yield disk
    subprocess.run(["umount", disk], check=True)


def fill(disk: Path) -> Path:
    """Write until not one byte more fits."""
    filler = disk / "filler"
    with filler.open("ab", buffering=0) as file:
        for size in (2**16, 4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    assert os.statvfs(disk).f_bavail == 0
    return filler


def ids(store: Store) -> list[str]:
    return [notice.id for notice in store.notices]


def test_on_a_full_disk_play_goes_on_without_pictures_and_says_so(small_disk):
    with Store.open(small_disk / "games.sqlite", Settings(reserve_bytes=2**20)) as store:
        log = begin(store)
        entry = log.append([b'"a"'], by=WATCHED, picture=os.urandom(30_000))
        assert log.picture(entry) is not None
        assert store.notices == ()
        filler = fill(small_disk)
        for word in "bcde":
            entry = log.append([f'"{word}"'.encode()], by=WATCHED, picture=os.urandom(30_000))
            assert entry.picture is None
        assert "core.store.disk-low" in ids(store)
        filler.unlink()
        entry = log.append([b'"f"'], by=WATCHED, picture=b"there is room again")
        assert log.picture(entry) == b"there is room again"
        assert ids(store) == []
        assert words_of(log) == list("abcdef")
    with Store.open(small_disk / "games.sqlite", Settings(reserve_bytes=2**20)) as store:
        assert store.notices == ()
        assert words_of(store.log(log.record.id)) == list("abcdef")


def play_until_full(log: OpenLog) -> list[str]:
    """Append moves until one is refused; return those that were confirmed."""
    confirmed = []
    for number in range(10_000):
        try:
            log.append([f'"{number}"'.encode()], by=WATCHED, picture=os.urandom(5000))
        except DiskFull:
            return confirmed
        confirmed.append(str(number))
    raise AssertionError("the disk never filled up")


def test_when_not_even_a_move_fits_nothing_is_confirmed(small_disk):
    with Store.open(small_disk / "games.sqlite", Settings(reserve_bytes=2**17)) as store:
        log = begin(store)
        filler = fill(small_disk)
        confirmed = play_until_full(log)
        assert words_of(log) == confirmed
        assert len(confirmed) > 5  # from the reserve
        filler.unlink()
        put(log, "later")
    with open_store(small_disk) as store:
        assert words_of(store.log(log.record.id)) == [*confirmed, "later"]


def test_a_disk_that_filled_up_between_two_sittings_is_no_obstacle(small_disk):
    settings = Settings(reserve_bytes=2**20)
    with Store.open(small_disk / "games.sqlite", settings) as store:
        log = begin(store)
        put(log, "yesterday")
    fill(small_disk)
    with Store.open(small_disk / "games.sqlite", settings) as store:
        log = store.log(log.record.id)
        log.append([b'"today"'], by=WATCHED, picture=os.urandom(30_000))
        assert words_of(log) == ["yesterday", "today"]
        assert "core.store.disk-low" in ids(store)


def test_a_disk_that_is_full_before_the_start_is_said_plainly(small_disk):
    fill(small_disk)
    with pytest.raises(DiskFull):
        open_store(small_disk)


def test_a_picture_that_no_longer_fits_is_left_out(small_disk):
    with Store.open(small_disk / "games.sqlite", Settings(reserve_bytes=2**19)) as store:
        log = begin(store)
        filler = fill(small_disk)
        filler.write_bytes(b"x" * (filler.stat().st_size - 2**17))
        for word in "abcdefgh":
            log.append([f'"{word}"'.encode()], by=WATCHED, picture=os.urandom(50_000))
        assert log.entries()[-1].picture is None
        assert "core.store.no-pictures" in ids(store)
        assert words_of(log) == list("abcdefgh")


def test_a_write_protected_disk_is_said_plainly(small_disk):
    open_store(small_disk).close()
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    for folder in (small_disk, small_disk / "new"):
        with pytest.raises(StoreError) as refusal:
            open_store(folder)
        assert refusal.value.text.id == "core.store.read-only"


@pytest.mark.parametrize("trouble", ["full", "write-protected"])
def test_games_on_a_disk_that_takes_nothing_more_can_be_looked_at_and_backed_up(
    small_disk, tmp_path, trouble
):
    with open_store(small_disk) as store:
        log = begin(store)
        log.append([b'"kept"'], by=WATCHED, picture=b"a picture")
        name = log.record.id
    if trouble == "full":
        fill(small_disk)
    else:
        subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    with Reader.open(small_disk / "games.sqlite") as reader:
        (entry,) = reader.log(name).entries()
        assert reader.log(name).picture(entry) == b"a picture"
        copied = back_up(reader, tmp_path / "card.bak")
    assert (copied.games, copied.entries, copied.pictures) == (1, 1, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_that_find_no_room_on_a_new_card_are_not_said_to_be_back(
    small_disk, tmp_path, monkeypatch, language
):
    with open_store(tmp_path / "old") as store:
        begin(store).append([b'"kept"'], by=WATCHED, picture=b"a picture")
        back_up(store, tmp_path / "card.bak")
    filler = fill(small_disk)
    filler.write_bytes(b"x" * (filler.stat().st_size - 2**20))
    monkeypatch.setenv("COMPANION_STATE", str(small_disk))
    result = companion("restore", tmp_path / "card.bak", "--json", language=language)
    told = json.loads(result.stdout)
    assert (told["games"], told["entries"], told["pictures"], told["dropped"]) == (1, 1, 0, 1)
    assert result.exit_code == 1
    assert Texts.load(language)(counted("pictures", 1)) in result.stderr
    assert missing_texts(result.stderr) == []


@pytest.mark.parametrize("command", [("replay", "film.gif"), ("sheet", "sheet.json")])
def test_what_a_full_disk_does_not_take_is_not_blamed_on_the_path(small_disk, tmp_path, command):
    game = keep(tmp_path, answers=60)
    fill(small_disk)
    name, file = command
    kept_in = tmp_path / "games.sqlite"
    result = companion(name, game, "--out", small_disk / file, "--database", kept_in)
    assert result.exit_code == 2
    assert "The disk is full" in result.stderr
    assert not (small_disk / file).exists()


def test_what_stands_in_the_journal_alone_is_not_passed_over(small_disk):
    with open_store(small_disk) as store:
        put(begin(store), "kept")
        for end in ("", "-wal"):
            shutil.copy(small_disk / f"games.sqlite{end}", small_disk / f"torn.sqlite{end}")
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    with pytest.raises(StoreError) as refusal:
        Reader.open(small_disk / "torn.sqlite")
    assert refusal.value.text.id == "core.store.read-only"


def test_a_smaller_budget_makes_room_on_a_full_disk(small_disk):
    large, small = (Settings(Budget(size, size), reserve_bytes=2**20) for size in (10**7, 10**5))
    with Store.open(small_disk / "games.sqlite", large) as store:
        for number in range(30):
            begin(store).append([], by=RED, picture=bytes([number]) * 10**5)
    fill(small_disk)
    with Store.open(small_disk / "games.sqlite", small) as store:
        assert store.notices == ()
    assert (small_disk / "games.pictures.sqlite").stat().st_size < 2 * 10**5


def test_a_database_at_its_limit_confirms_nothing(tmp_path):
    """The same where nobody may mount: SQLite itself says that it is full."""
    with open_store(tmp_path) as store:
        log = begin(store)
        pages = store._db.execute("pragma page_count").fetchone()[0]
        store._db.execute(f"pragma max_page_count({pages + 3})").fetchall()
        confirmed = play_until_full(log)
        assert words_of(log) == confirmed
        store._db.execute("pragma max_page_count(1000000)").fetchall()
        put(log, "later")
        assert words_of(log) == [*confirmed, "later"]


# --- the budget of pictures -----------------------------------------------------------------------------


def snap(log: OpenLog, *names: str) -> None:
    """Append a move with a picture of a kilobyte for each name."""
    for name in names:
        log.append([], by=RED, picture=name.encode().ljust(1000, b"."))


def kept(log: OpenLog) -> str:
    """Return the names of the pictures that are still there."""
    pictures = (log.picture(entry) for entry in log.entries() if entry.picture)
    return "".join(picture.decode()[0] for picture in pictures if picture is not None)


def test_the_oldest_pictures_of_finished_games_go_first(tmp_path):
    with open_store(tmp_path, Budget(total=6000, per_game=6000)) as store:
        running, done = begin(store), begin(store)
        snap(running, "a", "b")
        snap(done, "c", "d", "e")
        done.end(by=LEADER)
        snap(running, "f")
        assert (kept(running), kept(done)) == ("abf", "cde")
        snap(running, "g")
        assert (kept(running), kept(done)) == ("abfg", "e")
        snap(running, "h", "i")
        assert (kept(running), kept(done)) == ("bfghi", "")
        snap(running, "j", "k")
        assert kept(running) == "ghijk"
        assert len(running.entries()) == 8
        assert len(done.entries()) == 4


def test_one_game_does_not_take_the_room_of_all_others(tmp_path):
    with open_store(tmp_path, Budget(total=100_000, per_game=3000)) as store:
        one, other = begin(store), begin(store)
        snap(other, "x")
        snap(one, "a", "b", "c", "d")
        assert (kept(one), kept(other)) == ("cd", "x")


def test_a_picture_beyond_the_budget_is_not_kept_but_its_move_is(tmp_path):
    with open_store(tmp_path, Budget(total=500, per_game=500)) as store:
        log = begin(store)
        snap(log, "a")
        assert kept(log) == ""
        assert len(log.entries()) == 1


def test_the_same_picture_is_kept_once(tmp_path):
    with open_store(tmp_path, Budget(total=2000, per_game=2000)) as store:
        log = begin(store)
        snap(log, "a", "a", "a", "b")
        assert kept(log) == "aaab"


def test_a_smaller_budget_gives_room_back_to_the_disk(tmp_path):
    pictures = tmp_path / "games.pictures.sqlite"
    with open_store(tmp_path, Budget(10**7, 10**7)) as store:
        over, log = begin(store), begin(store)
        for number, one in enumerate((log, over) * 50):
            one.append([], by=RED, picture=bytes([number]) * 50_000)
        over.end(by=LEADER)
    assert pictures.stat().st_size > 5_000_000
    with open_store(tmp_path, Budget(10**6, 10**6)) as store:
        assert pictures.stat().st_size < 1_300_000
        sizes = {one.record.id: one.picture_bytes for one in store.summaries()}
    assert sizes == {log.record.id: 950_000, over.record.id: 0}


def test_the_budget_also_holds_after_a_restart(tmp_path):
    with open_store(tmp_path, Budget(total=3000, per_game=3000)) as store:
        snap(begin(store), "a", "b", "c")
    with open_store(tmp_path, Budget(total=3000, per_game=3000)) as store:
        log = store.log(store.records()[0].id)
        snap(log, "d")
        assert kept(log) == "cd"
