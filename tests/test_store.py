"""The store: what it keeps of every entry, and who may open it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from datetime import UTC, datetime

import pytest
from command_line import ROOT
from store_table import LEADER, RED, WATCHED, begin, open_store, put, words_of

from companion.session.store import By, How, Reader, Settings, Store, seat
from companion.session.store_entry import BUTTON, CAMERA, Kind, Role, Who
from companion.session.store_fault import Damaged, InUse, StoreError


def test_an_entry_keeps_who_when_how_and_how_sure(tmp_path):
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    settings = Settings(clock=lambda: noon, reserve_bytes=0)
    with Store.open(tmp_path / "games.sqlite", settings) as store:
        log = begin(store)
        log.append([b'{"to": "e4"}'], by=WATCHED, move=b'{ "pawn" : 4 }', picture=b"a crop")
        log.append([], by=By(BUTTON, How.BUTTON))
    with open_store(tmp_path) as store:
        seen, pressed = store.log(log.record.id).entries()
        assert store.log(log.record.id).picture(seen) == b"a crop"
    assert (seen.by.who, seen.by.how, seen.by.confidence) == (seat(0), How.CAMERA, 0.9)
    assert (seen.at, seen.format, seen.kind) == (noon, 1, Kind.MOVE)
    assert bytes(seen.move) == b'{"pawn":4}'
    assert [bytes(event) for event in seen.events] == [b'{"to":"e4"}']
    assert (pressed.by, pressed.number, pressed.picture) == (By(BUTTON, How.BUTTON), 2, None)


def test_many_games_live_side_by_side(tmp_path):
    with open_store(tmp_path) as store:
        one, two = begin(store, "chess"), begin(store, "go")
        put(one, "a", "b")
        put(two, "c")
        put(one, "d")
        assert (words_of(one), words_of(two)) == (["a", "b", "d"], ["c"])
        assert [record.game for record in store.records()] in (["chess", "go"], ["go", "chess"])


def test_a_game_goes_on_in_a_newer_format(tmp_path):
    with open_store(tmp_path) as store:
        put(begin(store), "a")
        log = store.log(store.records()[0].id, json_format=2)
        put(log, "b")
        assert [entry.format for entry in log.entries()] == [1, 2]


def test_a_game_is_found_by_part_of_its_id(tmp_path):
    with open_store(tmp_path) as store:
        one, two = begin(store), begin(store)
        assert store.log(one.record.id[-6:]).record == one.record
        with pytest.raises(StoreError) as vague:
            store.log(two.record.id[:4])
        assert vague.value.text.id == "core.store.game-ambiguous"
        with pytest.raises(StoreError) as unknown:
            store.log("nothing")
        assert unknown.value.text.id == "core.store.no-such-game"


@pytest.mark.parametrize("text", [b"", b'{"half": ', b"1 2", b"NaN", b"[1,]", b'"\xff"'])
def test_what_is_no_json_is_refused_and_nothing_is_written(tmp_path, text):
    with open_store(tmp_path) as store:
        log = begin(store)
        with pytest.raises(ValueError, match=r"JSON|truncated|utf-8"):
            log.append([text], by=RED)
        assert log.entries() == ()
        put(log, "goes on")


@pytest.mark.parametrize("wrong", [(Role.SEAT, None), (Role.HOST, 1)])
def test_a_seat_has_a_number_and_nobody_else_has(wrong):
    with pytest.raises(ValueError, match="seat"):
        Who(*wrong)
    with pytest.raises(ValueError, match="between"):
        By(CAMERA, How.CAMERA, 1.5)


@pytest.mark.parametrize(
    "edit",
    [
        "delete from entry",
        "update entry set events = '[]'",
        "delete from game",
        "update game set setup = '{}'",
    ],
)
def test_history_cannot_be_edited(tmp_path, edit):
    with open_store(tmp_path) as store:
        put(begin(store), "a")
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as db:
        db.execute("begin")
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            db.execute(edit)


def test_a_flipped_bit_is_noticed_and_named(tmp_path):
    with open_store(tmp_path) as store:
        log = begin(store)
        put(log, "a", "b", "c")
    with sqlite3.connect(tmp_path / "games.sqlite") as db:
        db.execute("drop trigger entry_is")
        db.execute("update entry set events = replace(events, 'b', 'c') where number = 2")
    db.close()
    reader = Reader(tmp_path, sqlite3.connect(tmp_path / "games.sqlite"))
    with reader, pytest.raises(Damaged) as damage:
        reader.log(log.record.id).entries()
    assert damage.value.text.params == {"game": log.record.id, "number": 2}


def test_the_log_waits_for_the_disk_and_pictures_do_not(tmp_path):
    with open_store(tmp_path) as store:
        assert store._db.execute("pragma journal_mode").fetchone() == ("wal",)
        assert store._db.execute("pragma synchronous").fetchone() == (2,)


def test_summaries_say_how_far_games_have_come(tmp_path):
    with open_store(tmp_path) as store:
        done, open_still, reopened = begin(store), begin(store), begin(store)
        put(done, "a", "b")
        done.end(by=LEADER)
        open_still.append([], by=RED, picture=b"x" * 100)
        reopened.undo(reopened.end(by=LEADER).number, by=LEADER)
        lines = {line.record.id: line for line in store.summaries()}
    assert {lines[log.record.id].ended for log in (open_still, reopened)} == {False}
    assert (lines[done.record.id].ended, lines[done.record.id].entries) == (True, 3)
    assert lines[open_still.record.id].picture_bytes == 100


# --- threads and processes --------------------------------------------------------------------------


def test_another_thread_may_look_but_not_write(tmp_path):
    found: list[object] = []

    def look() -> None:
        with Reader.open(store.path) as reader:
            found.append(len(reader.log(log.record.id).entries()))
            try:
                reader._db.execute("delete from game")
            except sqlite3.OperationalError as error:
                found.append(type(error))
        try:
            put(log, "stray")
        except sqlite3.ProgrammingError as error:
            found.append(type(error))

    with open_store(tmp_path) as store:
        log = begin(store)
        put(log, "a", "b")
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        assert words_of(log) == ["a", "b"]
    assert found == [2, sqlite3.OperationalError, sqlite3.ProgrammingError]


def test_readers_see_every_move_while_it_is_written(tmp_path):
    seen: list[int] = []
    done = threading.Event()

    def watch() -> None:
        with Reader.open(store.path) as reader:
            while not done.is_set():
                seen.append(len(reader.log(log.record.id).entries()))

    with open_store(tmp_path) as store:
        log = begin(store)
        thread = threading.Thread(target=watch)
        thread.start()
        put(log, *"abcdefghijklmnopqrst")
        done.set()
        thread.join()
    assert seen == sorted(seen)
    assert seen[-1] <= 20


def test_a_second_companion_is_told_who_has_the_games(tmp_path):
    program = (
        "import sys; from pathlib import Path; from companion.session.store import Store\n"
        "store = Store.open(Path(sys.argv[1])); print('open', flush=True); input()"
    )
    path = tmp_path / "games.sqlite"
    with subprocess.Popen(
        [sys.executable, "-c", program, path],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout.readline() == "open\n"
        with pytest.raises(InUse) as refusal:
            Store.open(path)
        other.communicate("\n", timeout=20)
    assert refusal.value.text.params["pid"] == other.pid
    assert "-c" in refusal.value.text.params["program"]
    with open_store(tmp_path) as store:
        assert store.notices == ()


def test_closing_twice_does_no_harm(tmp_path):
    store = open_store(tmp_path)
    store.close()
    store.close()
    open_store(tmp_path).close()
