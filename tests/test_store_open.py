"""Opening a store: old, new, damaged, foreign, locked and write-protected ones."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from command_line import missing_texts
from store_table import LEADER, WATCHED, begin, open_store, put, words_of

from companion.session.archive_backup import back_up
from companion.session.pictures import pictures_beside
from companion.session.store import By, How, Reader, Settings, Store, seat
from companion.session.store_fault import Damaged, InUse, Older, StoreError
from companion.session.store_file import connect, open_or_begin, open_to_look
from companion.session.store_schema import LOG, Schema
from companion.session.texts import LANGUAGES, Texts

ROOMY = Settings(reserve_bytes=0)


def said(error: StoreError) -> str:
    """Put a complaint into words, and check that all languages have them."""
    for language in LANGUAGES:
        assert missing_texts(Texts.load(language)(error.text)) == []
    return Texts.load("en")(error.text)


# --- damaged and foreign ones -------------------------------------------------------------------------


def scribble(path: Path) -> None:
    """Destroy a page in the middle, as a dying card does."""
    content = bytearray(path.read_bytes())
    content[4096:8192] = os.urandom(4096)
    path.write_bytes(content)


def be_foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("create table song (title text)")
        db.commit()


def lose_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("drop table entry")
        db.commit()


def lose_all_but_the_journal(path: Path) -> None:
    path.rename(path.with_name("games.sqlite-wal"))


def flip(path: Path, word: bytes) -> None:
    """Flip a bit in the first letter of a word, so that it is no text any more."""
    content = bytearray(path.read_bytes())
    content[content.index(word)] ^= 0x80
    path.write_bytes(content)


HARM: dict[str, Callable[[Path], object]] = {
    "text": lambda path: path.write_text("not a database"),
    "empty": lambda path: path.write_bytes(b""),
    "short": lambda path: path.write_bytes(path.read_bytes()[:50]),
    "torn": lambda path: path.write_bytes(path.read_bytes()[:5000]),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "scribbled": scribble,
    "foreign": be_foreign,
    "no table": lose_table,
    "no command": lambda path: flip(path, b"TABLE "),
    "no type": lambda path: flip(path, b"text not null"),
    "no comment": lambda path: flip(path, b"is never edited"),
    "journal only": lose_all_but_the_journal,
}


def contents(folder: Path) -> set[bytes]:
    return {file.read_bytes() for file in folder.iterdir() if "lock" not in file.name}


@pytest.mark.parametrize("harm", HARM.values(), ids=HARM)
def test_what_cannot_be_used_is_kept_aside_and_a_new_store_begins(tmp_path, harm):
    with open_store(tmp_path) as store:
        put(begin(store), *"abcdefgh")
    harm(tmp_path / "games.sqlite")
    before = contents(tmp_path)
    with open_store(tmp_path) as store:
        (notice,) = store.notices
        assert store.records() == []
        put(begin(store), "new")
    assert notice.id == "core.store.aside"
    assert Path(notice.params["aside"]).name == "games.aside-1.sqlite"
    assert before <= contents(tmp_path)  # not one byte of it was lost
    assert missing_texts(Texts.load("en")(notice)) == []


def test_what_is_aside_already_is_never_overwritten(tmp_path):
    for text in ("one", "two", "three"):
        (tmp_path / "games.sqlite").write_text(text)
        open_store(tmp_path).close()
        (tmp_path / "games.sqlite").unlink()
    kept = sorted(file.name for file in tmp_path.glob("*aside*"))
    assert kept == [f"games.aside-{number}.sqlite" for number in (1, 2, 3)]
    assert [(tmp_path / name).read_text() for name in kept] == ["one", "two", "three"]


@pytest.mark.parametrize("harm", ["text", "torn", "foreign", "empty", "scribbled", "no type"])
def test_damaged_pictures_leave_the_log_alone(tmp_path, harm):
    with open_store(tmp_path) as store:
        log = begin(store)
        log.append([b'"a"'], by=WATCHED, picture=b"old" * 9000)
    HARM[harm](pictures_beside(tmp_path / "games.sqlite"))
    with open_store(tmp_path) as store:
        log = store.log(log.record.id)
        assert log.picture(log.entries()[0]) is None
        log.append([b'"b"'], by=WATCHED, picture=b"this may be the one that finds the damage")
        entry = log.append([b'"c"'], by=WATCHED, picture=b"new")
        assert [notice.id for notice in store.notices] == ["core.store.aside"]
        assert log.picture(entry) == b"new"
        assert words_of(log) == ["a", "b", "c"]


def test_a_picture_that_is_listed_and_not_there_is_gone(tmp_path):
    with open_store(tmp_path) as store:
        log = begin(store)
        log.append([b'"a"'], by=WATCHED, picture=b"one" * 100)
        entry = log.append([b'"b"'], by=WATCHED, picture=b"two" * 100)
    path = pictures_beside(tmp_path / "games.sqlite")
    listed = entry.picture.encode() + b"\x02"  # behind a digest, the number of its picture
    path.write_bytes(path.read_bytes().replace(listed, listed[:-1] + b"\x07"))
    with open_store(tmp_path) as store:
        log = store.log(log.record.id)
        assert log.picture(entry) is None
        assert log.picture(log.entries()[0]) == b"one" * 100


@pytest.mark.parametrize("word", [b"twelve", b"phone"], ids=["in a move", "in how it was told"])
def test_a_bit_that_flips_in_one_game_is_named_and_leaves_the_others_alone(tmp_path, word):
    with open_store(tmp_path) as store:
        good, bad = begin(store), begin(store)
        put(good, "one", by=LEADER)
        put(bad, "ten", "eleven", "twelve")
        bad.end(by=By(seat(0), How.PHONE))
        bad.undo(4, by=By(seat(0), How.PHONE))
    path = tmp_path / "games.sqlite"
    content = bytearray(path.read_bytes())
    content[content.rindex(word)] ^= 0x80
    path.write_bytes(content)
    with open_store(tmp_path) as store:
        assert store.notices == ()
        assert len(store.summaries()) == 2
        assert words_of(store.log(good.record.id)) == ["one"]
        with pytest.raises(Damaged) as damage:
            store.log(bad.record.id).entries()
    assert damage.value.text.id == "core.store.entry-damaged"
    assert bad.record.id in said(damage.value)


def test_a_game_that_began_at_no_time_leaves_the_others_alone(tmp_path):
    with open_store(tmp_path) as store:
        good, bad = begin(store), begin(store)
        put(good, "one")
        put(bad, "ten")
    path = tmp_path / "games.sqlite"
    content = bytearray(path.read_bytes())
    content[content.index(msgspec.to_builtins(bad.record.begun_at).encode())] ^= 0x80
    path.write_bytes(content)
    with open_store(tmp_path) as store:
        assert len(store.summaries()) == 2
        assert words_of(store.log(good.record.id)) == ["one"]
        with pytest.raises(Damaged) as damage:
            store.log(bad.record.id).entries()
        assert back_up(store, tmp_path / "card.bak").lost == (bad.record.id,)
    assert bad.record.id in said(damage.value)


def test_a_folder_in_its_place_is_left_alone(tmp_path):
    (tmp_path / "games.sqlite").mkdir()
    with pytest.raises(StoreError) as refusal:
        open_store(tmp_path)
    assert "games.sqlite is a folder" in said(refusal.value)


# --- versions -----------------------------------------------------------------------------------------

FIRST = Schema(7, (("create table shelf (name text)",),))
SECOND = Schema(7, (*FIRST.steps, ("alter table shelf add column height_mm integer",)))
BROKEN = Schema(7, (*FIRST.steps, ("drop table shelf", "create nonsense")))


def shelf(folder: Path) -> Path:
    path = folder / "shelf.sqlite"
    db, _ = open_or_begin(path, FIRST)
    db.execute("insert into shelf values ('top')")
    db.close()
    return path


def test_an_older_database_is_brought_up_to_date(tmp_path):
    path = shelf(tmp_path)
    with pytest.raises(Older):
        open_to_look(path, SECOND)
    db, notice = open_or_begin(path, SECOND)
    with closing(db):
        assert notice is None
        assert db.execute("select * from shelf").fetchall() == [("top", None)]
        assert db.execute("pragma user_version").fetchone() == (2,)
    open_to_look(path, SECOND).close()


def test_a_step_that_fails_changes_nothing(tmp_path):
    path = shelf(tmp_path)
    with pytest.raises(StoreError):
        open_or_begin(path, BROKEN)
    db, notice = open_or_begin(path, FIRST)
    with closing(db):
        assert notice is None
        assert db.execute("select * from shelf").fetchall() == [("top",)]


def test_a_newer_database_is_refused_and_left_untouched(tmp_path):
    with open_store(tmp_path) as store:
        put(begin(store), "a")
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute("pragma user_version = 99")
    before = path.read_bytes()
    for opening in (Store.open, Reader.open):
        with pytest.raises(StoreError) as refusal:
            opening(path)
        assert "99" in said(refusal.value)
    assert path.read_bytes() == before
    assert list(tmp_path.glob("*aside*")) == []


def test_a_newer_version_is_noticed_where_only_the_journal_tells(tmp_path):
    open_store(tmp_path).close()
    path = tmp_path / "games.sqlite"
    with closing(connect(path)) as db:
        db.execute("pragma user_version = 99")
        for file in tmp_path.iterdir():
            if file.name.startswith("games.sqlite") and file.suffix != ".lock":
                shutil.copy(file, tmp_path / file.name.replace("games", "copy"))
    assert int.from_bytes((tmp_path / "copy.sqlite").read_bytes()[60:64]) == LOG.version
    with pytest.raises(StoreError) as refusal:
        Store.open(tmp_path / "copy.sqlite")
    assert refusal.value.text.id == "core.store.newer"


# --- doors that stay shut -----------------------------------------------------------------------------


def test_a_database_locked_by_another_program_is_no_damage(tmp_path):
    open_store(tmp_path).close()
    with closing(connect(tmp_path / "games.sqlite")) as db:
        db.execute("pragma locking_mode = exclusive")
        db.execute("begin exclusive")
        with pytest.raises(StoreError) as refusal:
            open_store(tmp_path)
        assert "locked" in said(refusal.value)
    with open_store(tmp_path) as store:
        assert store.notices == ()


def test_a_lock_in_the_middle_of_a_game_confirms_nothing(tmp_path):
    with open_store(tmp_path) as store:
        log = begin(store)
        with closing(connect(store.path)) as other:
            other.execute("begin immediate")
            with pytest.raises(StoreError) as refusal:
                put(log, "lost")
            assert refusal.value.text.id == "core.store.locked"
            other.execute("rollback")
        put(log, "kept")
        assert words_of(log) == ["kept"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_said_plainly(tmp_path):
    open_store(tmp_path / "there").close()
    (tmp_path / "there").chmod(0o555)
    for folder in (tmp_path / "there", tmp_path / "there/new"):
        with pytest.raises(StoreError) as refusal:
            open_store(folder)
        assert refusal.value.text.id == "core.store.read-only"


def test_looking_where_there_is_nothing(tmp_path):
    with pytest.raises(StoreError) as refusal:
        Reader.open(tmp_path / "games.sqlite")
    assert "no database" in said(refusal.value)
    assert list(tmp_path.iterdir()) == []


def test_two_stores_of_one_program_share_a_database_and_nobody_pulls_it_away(tmp_path):
    path = tmp_path / "games.sqlite"
    look = "import sys; from pathlib import Path; from companion.session.store import Reader\n"
    look += "reader = Reader.open(Path(sys.argv[1])); print(len(reader.records())); reader.close()"
    by = By(seat(0), How.PHONE)
    with Store.open(path, ROOMY) as one:
        first = one.begin("chess", edition="plain", setup=b"{}")
        with Store.open(path, ROOMY, beside=one.lock) as two:
            second = two.begin("chess", edition="plain", setup=b"{}")
            for _ in range(2):  # the last to close a database tidies up behind itself
                other = subprocess.run(
                    [sys.executable, "-c", look, str(path)], capture_output=True, check=True
                )
                assert other.stdout.split() == [b"2"]
                first.append([b"{}"], by=by)
                second.append([b"{}"], by=by)
            one.close()
            with pytest.raises(InUse):
                Store.open(path, ROOMY)
            second.append([b"{}"], by=by)
    with Store.open(path, ROOMY) as later:
        counts = {one.record.id: one.entries for one in later.summaries()}
    assert counts == {first.record.id: 2, second.record.id: 3}


def test_a_database_that_is_in_use_is_not_put_aside_however_it_looks(tmp_path):
    path = tmp_path / "games.sqlite"
    with Store.open(path, ROOMY) as one, closing(sqlite3.connect(path)) as db:
        db.execute("drop trigger entry_stays")
        with pytest.raises(Damaged) as refused:
            Store.open(path, ROOMY, beside=one.lock)
        assert refused.value.text.id == "core.store.unusable"
        assert sorted(p.name for p in tmp_path.iterdir() if "aside" in p.name) == []
