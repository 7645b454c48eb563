"""One game as one file: out, in, and everything that can be wrong with it."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import missing_texts
from store_table import LEADER, WATCHED, begin, open_store, put, words_of

from companion.packs.fault import PackError
from companion.session.archive import ENTRIES, MANIFEST, export_game
from companion.session.archive_import import Taken, import_game
from companion.session.archive_read import read_archive
from companion.session.store import OpenLog
from companion.session.store_fault import StoreError
from companion.session.texts import LANGUAGES, Texts

Parts = dict[str, bytes]


@pytest.fixture
def here(tmp_path):
    with open_store(tmp_path / "here") as store:
        yield store


@pytest.fixture
def there(tmp_path):
    with open_store(tmp_path / "there") as store:
        yield store


@pytest.fixture
def log(here) -> OpenLog:
    """Return a game with everything in it."""
    log = begin(here)
    put(log, "a", "b")
    log.append([b'"c"'], by=WATCHED, move=b'{"x": [1, 2]}', picture=b"first crop")
    log.undo(3, by=LEADER)
    log.append([b'"\\u00fc \\ud83c\\udfb2"'], by=WATCHED, picture=b"second crop")
    log.end(by=LEADER)
    return log


@pytest.fixture
def file(tmp_path, log) -> Path:
    export_game(log, tmp_path / "game.zip")
    return tmp_path / "game.zip"


def test_a_game_is_the_same_at_another_table(there, log, file):
    assert import_game(there, read_archive(file)) is Taken.NEW
    copy = there.log(log.record.id)
    assert copy.entries() == log.entries()
    assert copy.record.begun_at == log.record.begun_at
    assert [copy.picture(entry) for entry in copy.entries() if entry.picture] == [
        b"first crop",
        b"second crop",
    ]


def test_the_same_game_gives_the_same_file(tmp_path, log, file):
    export_game(log, tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == file.read_bytes()


def test_a_file_that_exists_is_not_overwritten(log, file):
    before = file.read_bytes()
    with pytest.raises(StoreError) as refusal:
        export_game(log, file)
    assert refusal.value.text.id == "core.archive.file-exists"
    assert file.read_bytes() == before


def test_a_game_taken_in_twice_is_recognised(there, log, file):
    import_game(there, read_archive(file))
    assert import_game(there, read_archive(file)) is Taken.KNOWN
    assert there.log(log.record.id).entries() == log.entries()


def test_a_game_that_went_on_is_made_longer_and_never_shorter(tmp_path, there, log, file):
    import_game(there, read_archive(file))
    put(log, "later")
    export_game(log, tmp_path / "later.zip")
    assert import_game(there, read_archive(tmp_path / "later.zip")) is Taken.LONGER
    assert import_game(there, read_archive(file)) is Taken.KNOWN
    assert words_of(there.log(log.record.id))[-1] == "later"


def test_two_histories_of_one_game_are_not_mixed(tmp_path, there, log, file):
    import_game(there, read_archive(file))
    put(there.log(log.record.id), "one way")
    put(log, "another way")
    export_game(log, tmp_path / "other.zip")
    with pytest.raises(StoreError) as refusal:
        import_game(there, read_archive(tmp_path / "other.zip"))
    assert refusal.value.text.params["number"] == 7
    assert words_of(there.log(log.record.id))[-1] == "one way"


def test_a_game_without_entries_can_travel_too(tmp_path, here, there):
    log = begin(here)
    export_game(log, tmp_path / "empty.zip")
    assert import_game(there, read_archive(tmp_path / "empty.zip")) is Taken.NEW
    assert there.log(log.record.id).entries() == ()


def test_pictures_that_went_do_not_hold_a_game_up(tmp_path, here, there, log, file):
    here.close()
    (tmp_path / "here/games.pictures.sqlite").unlink()
    with open_store(tmp_path / "here") as store:
        export_game(store.log(log.record.id), tmp_path / "bare.zip")
    assert import_game(there, read_archive(tmp_path / "bare.zip")) is Taken.NEW


# --- what can be wrong --------------------------------------------------------------------------------


def parts_of(file: Path) -> Parts:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write(file: Path, parts: Parts) -> None:
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def change_line(number: int, **changes: object) -> Callable[[Parts], None]:
    """Return a harm that changes an entry, leaving its seal."""

    def harm(parts: Parts) -> None:
        lines = parts[ENTRIES].splitlines()
        entry = json.loads(lines[number - 1]) | changes
        lines[number - 1] = json.dumps(entry).encode()
        parts[ENTRIES] = b"\n".join(lines)

    return harm


def change_manifest(**changes: object) -> Callable[[Parts], None]:
    def harm(parts: Parts) -> None:
        parts[MANIFEST] = json.dumps(json.loads(parts[MANIFEST]) | changes).encode()

    return harm


def spoil_picture(parts: Parts) -> None:
    name = next(name for name in parts if name.endswith(".jpg"))
    parts[name] = b"another picture"


def lose_picture(parts: Parts) -> None:
    del parts[next(name for name in parts if name.endswith(".jpg"))]


def swap_lines(parts: Parts) -> None:
    first, second, *rest = parts[ENTRIES].splitlines()
    parts[ENTRIES] = b"\n".join([second, first, *rest])


def cut_lines(parts: Parts) -> None:
    parts[ENTRIES] = b"\n".join(parts[ENTRIES].splitlines()[:-1])


def lose(name: str) -> Callable[[Parts], None]:
    return lambda parts: parts.pop(name) and None


def put_in(name: str, data: bytes) -> Callable[[Parts], None]:
    return lambda parts: parts.update({name: data})


HARM: dict[str, tuple[Callable[[Parts], None], str, str]] = {
    "no manifest": (lose(MANIFEST), MANIFEST, "part-missing"),
    "no entries": (lose(ENTRIES), ENTRIES, "part-missing"),
    "bad manifest": (put_in(MANIFEST, b"{"), MANIFEST, "unreadable"),
    "another kind": (change_manifest(kind="holiday"), MANIFEST, "unreadable"),
    "extra key": (change_manifest(colour="red"), MANIFEST, "unreadable"),
    "bad id": (change_manifest(record={"id": "../x"}), MANIFEST, "unreadable"),
    "newer": (change_manifest(format=3), MANIFEST, "newer"),
    "extra part": (put_in("../../evil", b"x"), "../../evil", "part-unknown"),
    "no json": (put_in(ENTRIES, b"{\n"), f"{ENTRIES}:1", "unreadable"),
    "no utf-8": (put_in(ENTRIES, b'{"move": "\xff"}'), f"{ENTRIES}:1", "unreadable"),
    "edited": (change_line(2, events=["z"]), f"{ENTRIES}:2", "seal-broken"),
    "another seal": (change_line(2, chain="0" * 32), f"{ENTRIES}:2", "seal-broken"),
    "confidence": (
        change_line(3, by={"who": {"role": "host"}, "how": "host", "confidence": 7}),
        f"{ENTRIES}:3",
        "unreadable",
    ),
    "seat": (
        change_line(1, by={"who": {"role": "seat"}, "how": "phone"}),
        f"{ENTRIES}:1",
        "unreadable",
    ),
    "huge": (change_line(1, format=10**30), f"{ENTRIES}:1", "unreadable"),
    "undo of later": (change_line(4, takes_back=4), f"{ENTRIES}:4", "undo-later"),
    "undo of nothing": (change_line(4, takes_back=None), f"{ENTRIES}:4", "undo-nothing"),
    "swapped": (swap_lines, f"{ENTRIES}:1", "wrong-number"),
    "cut off": (cut_lines, ENTRIES, "not-all-entries"),
    "another picture": (spoil_picture, "pictures/", "part-damaged"),
    "lost picture": (lose_picture, "pictures/", "part-missing"),
}


@pytest.mark.parametrize(("harm", "where", "text"), HARM.values(), ids=HARM)
def test_what_is_wrong_is_named_with_its_place(file, there, harm, where, text):
    parts = parts_of(file)
    harm(parts)
    write(file, parts)
    with pytest.raises(PackError) as refusal:
        import_game(there, read_archive(file))
    fault = refusal.value.faults[0]
    assert fault.where.startswith(where)
    assert fault.text.id == f"core.archive.{text}"
    assert there.records() == []
    for language in LANGUAGES:
        assert missing_texts(Texts.load(language)(fault.text)) == []


def test_all_faults_are_named_at_once(file):
    parts = parts_of(file)
    change_line(2, events=["z"])(parts)
    change_line(4, takes_back=9)(parts)
    spoil_picture(parts)
    write(file, parts)
    with pytest.raises(PackError) as refusal:
        read_archive(file)
    assert len(refusal.value.faults) == 3


def test_a_file_cut_off_anywhere_is_refused(file, there):
    whole = file.read_bytes()
    for size in range(0, len(whole), 37):
        file.write_bytes(whole[:size])
        with pytest.raises(PackError):
            read_archive(file)
    assert there.records() == []


def test_a_flipped_byte_anywhere_is_refused_or_without_consequence(file, there, log):
    whole = file.read_bytes()
    for place in range(len(whole)):
        spoilt = bytearray(whole)
        spoilt[place] ^= 1 << place % 8
        file.write_bytes(spoilt)
        try:
            archive = read_archive(file)
        except PackError:
            continue
        assert archive.entries == log.entries()


def test_a_part_that_would_fill_the_memory_is_not_unpacked(file):
    bomb = zipfile.ZipInfo("pictures/bomb.jpg")
    bomb.compress_type = zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(file, "a", compresslevel=1) as archive, archive.open(bomb, "w") as part:
        for _ in range(257):
            part.write(bytes(2**20))
    with pytest.raises(PackError) as refusal:
        read_archive(file)
    assert refusal.value.faults[0].text.id == "core.archive.part-too-large"


def test_a_game_is_never_taken_in_by_halves(file, there, log):
    """Break off in the middle of writing: what was written before must be gone."""
    archive = read_archive(file)
    with pytest.raises(ValueError, match="enough"):
        there.take([archive.record], breaking_off(archive))
    assert there.records() == []
    assert import_game(there, archive) is Taken.NEW


def breaking_off(archive):
    for entry in archive.entries[:3]:
        yield archive.record.id, entry
    raise ValueError("enough")
