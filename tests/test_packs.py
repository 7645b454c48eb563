"""Board packs: both owners' packs load; every kind of fault is found and its place is named."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.games.vienna import board as vienna
from companion.packs.fault import Fault, PackError, Severity
from companion.packs.geometry import Spot, disc, overhang_mm, overlap_mm
from companion.packs.header import Surface, read_header, read_pack

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = Path(vienna.__file__).parent / "data" / "reference"
FRAMES = Path(os.environ.get("COMPANION_FRAMES", ROOT.parent / "shared"))

Json = dict[str, Any]
Break = Callable[[Json], object]


def reference(side: str = "full") -> Json:
    return json.loads((REFERENCE / side / "board.json").read_text("utf-8"))


def write(folder: Path, pack: Json) -> Path:
    (folder / "board.json").write_text(json.dumps(pack), "utf-8")
    return folder


def faults_of(folder: Path, broken: Break, side: str = "full") -> list[tuple[str, str]]:
    """Break a copy of the reference pack and give (place, text id) of the errors found."""
    pack = reference(side)
    broken(pack)
    faults = vienna.check_board(write(folder, pack))
    return [(fault.where, fault.text.id) for fault in faults if fault.severity is Severity.ERROR]


# -- packs that are right ------------------------------------------------------------------------


@pytest.mark.parametrize("folder", ["frames/copy-1", "frames-b/copy-3"])
def test_an_owners_pack_loads_as_it_is(folder: str) -> None:
    path = FRAMES / folder
    if not path.is_dir():
        pytest.skip(f"NO OWNER'S PACK at {path}: set COMPANION_FRAMES to the labelled frames")
    assert vienna.check_board(path) == ()
    board = vienna.load_board(path)
    assert (len(board.buildings), len(board.squares), len(board.score_fields)) == (30, 40, 100)


def test_a_pack_without_a_side_is_the_full_side(tmp_path: Path) -> None:
    pack = reference()
    del pack["side"]
    assert vienna.load_board(write(tmp_path, pack)).side is vienna.Side.FULL


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    text = json.dumps(reference())
    (tmp_path / "board.json").write_text(text, "utf-8-sig")
    assert vienna.check_board(tmp_path) == ()


def test_the_header_tells_which_game_a_pack_is_for() -> None:
    header = read_header(REFERENCE / "entry")
    assert (header.game, header.edition, header.side) == ("vienna", "reference", "entry")


# -- files that cannot be read -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "text", "params"),
    [
        (None, "pack.file-missing", {}),
        (b'{"format": 1, "edition": "\xff"}', "pack.not-utf8", {"byte": 26}),
        (b'{"format": 1,\n  "game" "vienna"}', "pack.not-json", {"line": 2, "column": 10}),
        (b"", "pack.not-json", {"line": 1, "column": 1}),
        (b"[" * 100_000, "pack.beyond-reading", {}),
        (b'{"format": ' + b"1" * 9999 + b"}", "pack.beyond-reading", {}),
        (b"[1, 2]", "pack.not-an-object", {}),
        (b"{}", "pack.format-missing", {"wanted": 1}),
        (b'{"format": 2}', "pack.format-unknown", {"got": "2", "wanted": 1}),
        (b'{"format": true}', "pack.format-unknown", {"got": "True", "wanted": 1}),
    ],
)
def test_an_unreadable_file_is_refused_in_one_sentence(
    tmp_path: Path, content: bytes | None, text: str, params: dict[str, object]
) -> None:
    if content is not None:
        (tmp_path / "board.json").write_bytes(content)
    with pytest.raises(PackError) as refusal:
        read_pack(tmp_path)
    (fault,) = refusal.value.faults
    assert fault.text.id == text
    assert params.items() <= fault.text.params.items()


def test_a_missing_folder_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(PackError) as refusal:
        vienna.load_board(tmp_path / "nowhere")
    assert [fault.text.id for fault in refusal.value.faults] == ["pack.folder-missing"]


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "board.json").mkdir()
    with pytest.raises(PackError, match=r"pack\.cannot-read"):
        vienna.load_board(tmp_path)


# -- faults of shape -----------------------------------------------------------------------------


def put(path: str, value: object) -> Break:
    """Write a value at a path such as ``buildings.6.colour``."""

    def broken(pack: Json) -> None:
        at: Any = pack
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        for step in steps:
            at = at[step]
        at[last] = value

    return broken


def drop(path: str) -> Break:
    """Remove what stands at a path."""

    def broken(pack: Json) -> None:
        at: Any = pack
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        for step in steps:
            at = at[step]
        del at[last]

    return broken


@pytest.mark.parametrize(
    ("broken", "where", "text"),
    [
        (put("buildings.6.colour", "purple"), "buildings.b07.colour", "pack.word-unknown"),
        (put("buildings.6.flag", "vienna"), "buildings.b07.flag", "pack.word-unknown"),
        (put("buildings.6.seal", "money"), "buildings.b07.seal", "pack.word-unknown"),
        (put("buildings.6.letter", "I"), "buildings.b07.letter", "pack.word-unknown"),
        (put("buildings.6.color", "violet"), "buildings.b07", "pack.key-unknown"),
        (put("buildings.6.xy", [1, 2, 3]), "buildings.b07.xy", "pack.wrong-length"),
        (put("buildings.6.xy", "here"), "buildings.b07.xy", "pack.not-a-list"),
        (put("buildings.6.xy", [1, "2"]), "buildings.b07.xy[1]", "pack.not-a-number"),
        (put("buildings.6.xy", [1, float("nan")]), "buildings.b07.xy[1]", "pack.not-finite"),
        (put("buildings.6.xy", [10**400, 1]), "buildings.b07.xy[0]", "pack.not-finite"),
        (put("buildings.6.radius", float("inf")), "buildings.b07.radius", "pack.not-finite"),
        (put("buildings.6.radius", -19), "buildings.b07.radius", "pack.not-above"),
        (put("buildings.6.radius", True), "buildings.b07.radius", "pack.not-a-number"),
        (put("buildings.6.id", ""), "buildings[6].id", "pack.not-a-text"),
        (put("buildings.6", 7), "buildings[6]", "pack.not-an-object"),
        (drop("buildings.6.flag_xy"), "buildings.b07", "pack.key-missing"),
        (put("squares.11.value", 2.5), "squares.s12.value", "pack.not-whole"),
        (put("squares.11.buildings", [1]), "squares.s12.buildings[0]", "pack.not-a-text"),
        (put("score_track.fields.17", None), "score_track.fields[17]", "pack.not-a-list"),
        (put("info_tracks.fields.flask.3.area", 0), "area", "pack.not-at-least"),
        (put("info_tracks.fields.bottle", []), "info_tracks.fields", "pack.word-unknown"),
        (put("roof.fields.M", [1, 2]), "roof.fields", "pack.word-unknown"),
        (put("surfaces.board.size_mm", [0, 420]), "surfaces.board.size_mm[0]", "pack.not-above"),
        (put("pieces.agent.height", 26), "pieces.agent", "pack.key-unknown"),
        (put("pieces.hat", {"base_mm": 1, "height_mm": 1}), "pieces", "pack.key-unknown"),
        (put("side", "back"), "side", "pack.word-unknown"),
        (put("game", ""), "game", "pack.not-a-text"),
        (put("author", "me"), "board.json", "pack.key-unknown"),
        (drop("roof"), "board.json", "pack.key-missing"),
    ],
)
def test_a_misfit_is_named_with_its_place(
    tmp_path: Path, broken: Break, where: str, text: str
) -> None:
    found = faults_of(tmp_path, broken)
    assert any(place.endswith(where) and text_id == text for place, text_id in found), found


def test_a_key_written_twice_is_a_fault(tmp_path: Path) -> None:
    text = json.dumps(reference()).replace('"side": "full"', '"side": "full", "side": "full"')
    (tmp_path / "board.json").write_text(text, "utf-8")
    (fault,) = vienna.check_board(tmp_path)
    assert (fault.where, fault.text.id) == ("board.json", "pack.key-twice")
    assert fault.text.params == {"key": "side"}


# -- faults of the game --------------------------------------------------------------------------


def doubled_letter(pack: Json) -> None:
    pack["buildings"][lettered(pack, "C")]["letter"] = "A"


def lettered(pack: Json, letter: str) -> int:
    return next(i for i, part in enumerate(pack["buildings"]) if part["letter"] == letter)


@pytest.mark.parametrize(
    ("broken", "where", "text"),
    [
        (put("game", "chess"), "game", "vienna.pack.other-game"),
        (drop("buildings.29"), "buildings", "vienna.pack.wrong-count"),
        (drop("squares.39"), "squares", "vienna.pack.wrong-count"),
        (drop("score_track.fields.99"), "score_track.fields", "vienna.pack.wrong-count"),
        (put("squares.11.id", "s11"), "s11", "vienna.pack.id-twice"),
        (put("squares.11.id", "b07"), "b07", "vienna.pack.id-twice"),
        (put("squares.11.value", 5), "s12", "vienna.pack.square-value"),
        (put("squares.11.buildings", ["b01"]), "s12", "vienna.pack.square-streets"),
        (put("squares.11.buildings.0", "b99"), "s12", "vienna.pack.square-unknown-building"),
        (put("squares.11.buildings", ["b01", "b01"]), "s12", "vienna.pack.square-building-twice"),
        (drop("info_tracks.fields.slide"), "info_tracks.fields", "pack.key-missing"),
        (put("info_tracks.fields.slide.0.area", 2), "info:slide:0", "vienna.pack.area-step"),
        (put("info_tracks.fields.slide.5.area", 1), "info:slide:5", "vienna.pack.area-step"),
        (put("info_tracks.fields.slide.11.area", 7), "info:slide", "vienna.pack.area-last"),
        (put("info_tracks.fields.slide.10.area", 6), "info:slide", "vienna.pack.area-last"),
        (drop("info_tracks.fields.slide.11"), "info:slide", "vienna.pack.area-last"),
        (put("info_tracks.fields.slide", []), "info:slide", "vienna.pack.area-last"),
        (drop("roof.fields.J"), "roof.fields", "pack.key-missing"),
        (drop("oriel"), "board.json", "pack.key-missing"),
        (drop("orders"), "board.json", "pack.key-missing"),
        (drop("buildings.6.seal"), "b07", "vienna.pack.seal-missing"),
        (doubled_letter, "buildings", "vienna.pack.letter-missing"),
        (drop("surfaces.intel"), "surfaces", "pack.key-missing"),
        (drop("pieces.marker"), "pieces", "pack.key-missing"),
        (drop("pieces.agent.base_mm"), "pieces.agent", "pack.piece-base-or-size"),
        (put("pieces.agent.size_mm", [1, 1]), "pieces.agent", "pack.piece-base-or-size"),
        (put("surfaces.board.image", "no.png"), "surfaces.board.image", "pack.image-missing"),
        (put("surfaces.board.image", "../x"), "surfaces.board.image", "pack.image-missing"),
        (put("buildings.6.surface", "moon"), "b07", "pack.surface-unknown"),
        (put("buildings.6.xy", [-30, 200]), "b07", "pack.outside"),
        (put("buildings.6.flag_xy", [200, 419]), "flag:b07", "pack.outside"),
        (put("squares.11.xy", [571, 200]), "s12", "pack.outside"),
        (put("score_track.fields.17", [10, 430]), "score:17", "pack.outside"),
        (put("info_tracks.fields.flask.3.xy", [1, 99]), "info:flask:3", "pack.outside"),
        (put("roof.fields.C", [318, 50]), "roof:C", "pack.outside"),
        (put("oriel.xy", [276, 2]), "oriel", "pack.outside"),
        (put("orders.B.1", [558, 80]), "order:B:1", "pack.outside"),
    ],
)
def test_a_rule_of_the_board_is_kept(tmp_path: Path, broken: Break, where: str, text: str) -> None:
    assert (where, text) in faults_of(tmp_path, broken)


def test_a_doubled_letter_names_both_buildings(tmp_path: Path) -> None:
    pack = reference()
    bearers = sorted(pack["buildings"][lettered(pack, letter)]["id"] for letter in "AC")
    doubled_letter(pack)
    faults = vienna.check_board(write(tmp_path, pack))
    (fault,) = (fault for fault in faults if fault.text.id == "vienna.pack.letter-twice")
    assert fault.text.params == {"letter": "A", "buildings": ", ".join(bearers)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("buildings.6", "buildings.2"),
        ("squares.11", "squares.2"),
        ("squares.11", "buildings.2"),
        ("investigation", "oriel"),
    ],
)
def test_two_places_on_top_of_each_other_are_both_named(
    tmp_path: Path, one: str, other: str
) -> None:
    pack = reference()
    here, there = (at(pack, path) for path in (one, other))
    here["xy"] = there["xy"]
    names = {here.get("id", one), there.get("id", other)}
    faults = vienna.check_board(write(tmp_path, pack))
    assert names in [{f.where, f.text.params["other"]} for f in on_top(faults)]


def at(pack: Json, path: str) -> Any:
    here: Any = pack
    for step in path.split("."):
        here = here[int(step) if step.isdigit() else step]
    return here


def on_top(faults: tuple[Fault, ...]) -> list[Fault]:
    return [fault for fault in faults if fault.text.id == "pack.on-top"]


def test_all_faults_come_at_once_and_a_broken_part_hides_no_other(tmp_path: Path) -> None:
    def broken(pack: Json) -> None:
        put("buildings.6.colour", "purple")(pack)
        put("buildings.7.radius", "wide")(pack)
        put("squares.11.value", 9)(pack)
        put("squares.12.buildings.0", "b99")(pack)
        put("roof.fields.C", [1000, 50])(pack)
        put("score_track.fields.17", "?")(pack)
        put("score_track.fields.18", [700, 10])(pack)
        put("hello", 1)(pack)

    found = faults_of(tmp_path, broken)
    assert set(found) == {
        ("buildings.b07.colour", "pack.word-unknown"),
        ("buildings.b08.radius", "pack.not-a-number"),
        ("s12", "vienna.pack.square-value"),
        ("s13", "vienna.pack.square-unknown-building"),
        ("roof:C", "pack.outside"),
        ("score_track.fields[17]", "pack.not-a-list"),
        ("score:18", "pack.outside"),
        ("board.json", "pack.key-unknown"),
    }
    with pytest.raises(PackError) as refusal:
        vienna.load_board(tmp_path)
    assert len(refusal.value.faults) == len(found)
    assert "buildings.b07.colour" in str(refusal.value)


def test_six_of_each_is_a_must_for_us_and_a_hint_for_owners(tmp_path: Path) -> None:
    pack = reference()
    words = [part["colour"] for part in pack["buildings"]]
    pack["buildings"][words.index("grey")]["colour"] = "pink"
    severities = {}
    for edition in ("reference", "copy-9"):
        pack["edition"] = edition
        faults = vienna.check_board(write(tmp_path, pack))
        assert {(f.text.params["word"], f.text.params["got"]) for f in faults} == {
            ("pink", 7),
            ("grey", 5),
        }
        severities[edition] = {fault.severity for fault in faults}
    assert severities == {"reference": {Severity.ERROR}, "copy-9": {Severity.WARNING}}
    assert vienna.load_board(tmp_path).edition == "copy-9"


def test_the_entry_side_needs_neither_seals_nor_letters(tmp_path: Path) -> None:
    assert faults_of(tmp_path, lambda _: None, side="entry") == []
    assert faults_of(tmp_path, put("side", "full"), side="entry") != []


# -- geometry ------------------------------------------------------------------------------------


def test_overlap_of_discs_and_rectangles_is_measured_in_millimetres() -> None:
    round_one = disc("one", "board", (0, 0), 10)
    assert overlap_mm(round_one, disc("two", "board", (15, 0), 10)) == 5
    assert overlap_mm(round_one, Spot("tile", "board", (30, 0), (20, 20))) == -10
    assert overlap_mm(round_one, Spot("tile", "board", (16, 18), (20, 20))) == 0
    tile = Spot("tile", "board", (0, 0), (20, 20))
    assert overlap_mm(tile, Spot("flag", "board", (15, 12), (14, 9))) == 2
    assert overlap_mm(tile, Spot("flag", "board", (0, 0), (14, 9))) == pytest.approx(14.5)


def test_overhang_tells_how_far_a_spot_leaves_its_surface() -> None:
    surface = Surface(size_mm=(100, 50))
    assert overhang_mm(disc("in", "board", (20, 25), 10), surface) == -10
    assert overhang_mm(disc("out", "board", (95, 25), 10), surface) == 5
