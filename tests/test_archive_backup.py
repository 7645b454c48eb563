"""Everything as one file for a new card, and back again."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from command_line import ROOT
from store_table import RED, WATCHED, begin, open_store, put

from companion.session.archive_backup import Copied, back_up, restore
from companion.session.store import Reader, Store
from companion.session.store_fault import StoreError


def table(folder: Path) -> Path:
    """Keep two games with a picture, and return the database."""
    with open_store(folder) as store:
        put(begin(store), "a", "b")
        begin(store).append([b'"c"'], by=WATCHED, picture=b"a crop")
    return folder / "games.sqlite"


def copy(database: Path, target: Path) -> Copied:
    with Reader.open(database) as reader:
        return back_up(reader, target)


def everything(store: Store) -> list[object]:
    return [(log.entries(), [log.picture(e) for e in log.entries()]) for log in logs(store)]


def logs(store: Store) -> list[object]:
    return [store.log(record.id) for record in store.records()]


def test_everything_comes_back_on_a_new_card(tmp_path):
    database, backup = table(tmp_path / "old"), tmp_path / "card.bak"
    assert copy(database, backup) == Copied(games=2, entries=3, pictures=1)
    with open_store(tmp_path / "new") as store, open_store(tmp_path / "old") as old:
        assert restore(backup, store) == Copied(games=2, entries=3, pictures=1)
        assert everything(store) == everything(old)
        put(logs(store)[0], "goes on")


def test_a_backup_is_one_file_and_nothing_else(tmp_path):
    database = table(tmp_path / "old")
    copy(database, tmp_path / "card.bak")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["card.bak", "old"]


def test_a_backup_does_not_overwrite_a_file(tmp_path):
    database = table(tmp_path / "old")
    (tmp_path / "card.bak").write_text("precious")
    with pytest.raises(StoreError) as refusal:
        copy(database, tmp_path / "card.bak")
    assert refusal.value.text.id == "core.archive.file-exists"
    assert (tmp_path / "card.bak").read_text() == "precious"


def test_a_store_with_games_is_not_overwritten(tmp_path):
    database, backup = table(tmp_path / "old"), tmp_path / "card.bak"
    copy(database, backup)
    with open_store(tmp_path / "other") as store:
        put(begin(store), "mine")
        before = everything(store)
        with pytest.raises(StoreError) as refusal:
            restore(backup, store)
        assert refusal.value.text.id == "core.archive.not-empty"
        assert everything(store) == before


def test_a_backup_is_whole_while_a_game_is_running(tmp_path):
    """Every copy made during play holds a beginning of the game, with all its seals."""
    database = table(tmp_path / "table")
    done = threading.Event()
    counts: list[int] = []

    def keep_copying() -> None:
        number = 0
        while not done.is_set() or number == 0:
            backup = tmp_path / f"{number}.bak"
            counts.append(copy(database, backup).entries)
            number += 1

    with open_store(tmp_path / "table") as store:
        log = begin(store)
        thread = threading.Thread(target=keep_copying)
        thread.start()
        for turn in range(100):
            log.append([f'"{turn}"'.encode()], by=RED, picture=b"x" * 5000)
        done.set()
        thread.join()
        whole = log.entries()
    assert counts == sorted(counts)
    for number, count in enumerate(counts[:4]):
        with open_store(tmp_path / f"new-{number}") as store:
            restore(tmp_path / f"{number}.bak", store)
            entries = store.log(log.record.id).entries()
            assert entries == whole[: count - 3]


def test_a_game_in_another_process_can_be_backed_up(tmp_path):
    database = table(tmp_path)
    program = (
        "import sys; from pathlib import Path; from companion.session.store import Store\n"
        "store = Store.open(Path(sys.argv[1])); print('open', flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, database],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout.readline() == "open\n"
        assert copy(database, tmp_path / "card.bak").games == 2
        other.communicate("\n", timeout=20)


# --- what can be wrong with a backup ------------------------------------------------------------------


def forge(backup: Path) -> None:
    with closing(sqlite3.connect(backup)) as db:
        db.execute("drop trigger entry_is")
        db.execute("update entry set events = '[\"z\"]' where number = 2")
        db.execute(
            "create trigger entry_is before update on entry "
            "begin select raise(abort, 'history is never edited'); end"
        )
        db.commit()


def scribble(backup: Path) -> None:
    content = bytearray(backup.read_bytes())
    content[4096:8192] = b"\xaa" * 4096
    backup.write_bytes(content)


HARM = {
    "missing": lambda path: path.unlink(),
    "text": lambda path: path.write_text("no backup"),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:9000]),
    "scribbled": scribble,
    "pictures": lambda path: path.write_bytes(
        (path.parent / "old/games.pictures.sqlite").read_bytes()
    ),
}


def test_a_damaged_game_is_named_and_the_others_come_back(tmp_path):
    database, backup = table(tmp_path / "old"), tmp_path / "card.bak"
    with Reader.open(database) as reader:
        lost, whole = sorted(
            (h.id for h in reader.records()), key=lambda h: reader.log(h).entries()[0].picture or ""
        )
    forge(database)  # a bit has flipped long ago, and nobody has noticed
    assert copy(database, backup) == Copied(games=2, entries=3, pictures=1, lost=(lost,))
    with open_store(tmp_path / "new") as store:
        assert restore(backup, store) == Copied(games=1, entries=1, pictures=1, lost=(lost,))
        assert [record.id for record in store.records()] == [whole]
        assert everything(store)[0][1] == [b"a crop"]


@pytest.mark.parametrize("harm", HARM.values(), ids=HARM)
def test_a_bad_backup_changes_nothing(tmp_path, harm):
    database, backup = table(tmp_path / "old"), tmp_path / "card.bak"
    copy(database, backup)
    harm(backup)
    with open_store(tmp_path / "new") as store:
        with pytest.raises(StoreError) as refusal:
            restore(backup, store)
        assert refusal.value.text.id in ("core.archive.not-a-backup", "core.archive.backup-missing")
        assert store.records() == []
