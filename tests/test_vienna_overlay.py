"""Owners' overlays: read, refused with file, entry and reason, merged, opened and saved."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.engine import UNKNOWN
from companion.games import Wish
from companion.games.vienna import Bribe, Colour, Flag, Info, Version, entry_box, full_box
from companion.games.vienna import board as vienna
from companion.games.vienna.kit import KIT
from companion.games.vienna.lore import CardLearned, CardPart, OrderLearned, OrderPart, unknown
from companion.games.vienna.overlay import (
    FORMAT,
    CardEntry,
    OrderEntry,
    Overlay,
    lore_of,
    save_overlay,
)
from companion.games.vienna.overlay_check import load_overlay
from companion.games.vienna.overlay_merge import merge, open_overlay, overlay_of
from companion.games.vienna.words import Edition
from companion.packs.fault import Fault, PackError
from companion.packs.save import save_text

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = Path(vienna.__file__).parent / "data" / "reference"
FULL, ENTRY = full_box(edition=Edition.BOXED), entry_box(edition=Edition.BOXED)

Json = dict[str, Any]

#: A file as somebody may have written it by hand.
MINE: Json = {
    "edition": "boxed",
    "format": 1,
    "cards": {
        "017": {"bribe": "wine", "info": "slide", "param": "coffee"},
        "131": {"param": "briefcase"},
        "172": {"param": 3, "info": "flask"},
    },
    "orders": {
        "S-01": {"flag": "france", "needs": ["religion"]},
        "A-21": {"needs": ["K"], "money": 2, "points": 0},
        "B-02": {"needs": ["slide", "flask", "slide"]},
    },
    "tracks": {"pistol": [1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]},
}


def overlay(
    cards: Mapping[str, CardEntry] | None = None,
    orders: Mapping[str, OrderEntry] | None = None,
    tracks: Mapping[Info, tuple[int, ...]] | None = None,
) -> Overlay:
    return Overlay("boxed", FORMAT, cards or {}, orders or {}, tracks or {})


def written(folder: Path, raw: object, name: str = "mine.json") -> Path:
    path = folder / name
    path.write_text(raw if isinstance(raw, str) else json.dumps(raw), "utf-8")
    return path


def faults_of(path: Path) -> list[tuple[str, str]]:
    with pytest.raises(PackError) as refused:
        load_overlay(path)
    assert refused.value.path == path
    return [(fault.where, fault.text.id) for fault in refused.value.faults]


def fault_of(path: Path) -> Fault:
    with pytest.raises(PackError) as refused:
        load_overlay(path)
    (fault,) = refused.value.faults
    return fault


# -- reading -------------------------------------------------------------------------------------


def test_a_file_fills_the_box_piece_by_piece(tmp_path: Path) -> None:
    box = open_overlay(FULL, {"mine": load_overlay(written(tmp_path, MINE))})
    card, order = box.cards[17], box.orders["A-21"]
    assert (card.bribe, card.info, card.param) == (Bribe.WINE, Info.SLIDE, Bribe.COFFEE)
    assert isinstance(card.bribe, Bribe)
    assert card.ability == (card.family, Bribe.COFFEE)
    assert (box.cards[172].info, box.cards[172].bribe) == (Info.FLASK, UNKNOWN)
    assert (order.needs, order.money, order.points, order.flag) == (("K",), 2, 0, UNKNOWN)
    assert box.orders["S-01"].flag is Flag.FRANCE
    assert unknown(FULL).count - unknown(box).count == 4 + 1 + 3 + 1


def test_the_words_of_an_order_may_stand_in_any_order(tmp_path: Path) -> None:
    box = open_overlay(FULL, {"mine": load_overlay(written(tmp_path, MINE))})
    assert box.orders["B-02"].needs == ("flask", "slide", "slide")


def test_one_file_serves_both_versions(tmp_path: Path) -> None:
    mine = load_overlay(written(tmp_path, MINE))
    box = open_overlay(ENTRY, {"mine": mine})
    assert box.cards[17].bribe is Bribe.WINE
    assert set(box.cards) == set(range(1, 91))
    assert not box.orders


def test_a_file_that_says_nothing_yet_changes_nothing(tmp_path: Path) -> None:
    nothing = load_overlay(written(tmp_path, {"edition": "boxed", "format": 1}))
    assert nothing == overlay()
    assert unknown(open_overlay(FULL, {"mine": nothing})) == unknown(FULL)
    assert open_overlay(FULL, {}) is FULL


def test_an_overlay_is_lore() -> None:
    lore = lore_of(overlay({"017": CardEntry(param="coffee")}, {"A-21": OrderEntry(points=0)}))
    assert lore == (
        CardLearned(17, CardPart.PARAM, "coffee"),
        OrderLearned("A-21", OrderPart.POINTS, 0),
    )


# -- files that are wrong ------------------------------------------------------------------------


def changed(**parts: object) -> Json:
    return {"edition": "boxed", "format": 1, **parts}


@pytest.mark.parametrize(
    ("raw", "where", "text", "params"),
    [
        pytest.param(changed(format=2), "format", "pack.format-unknown", {"got": "2"}, id="format"),
        pytest.param({"edition": "boxed"}, "mine.json", "pack.key-missing", {"key": "format"}),
        pytest.param(
            changed(edition="reference"),
            "edition",
            "vienna.overlay.edition",
            {"got": "reference", "wanted": "boxed"},
        ),
        pytest.param([], "mine.json", "pack.not-an-object", {}),
        pytest.param(changed(card={}), "mine.json", "pack.key-unknown", {"key": "card"}),
        pytest.param(changed(cards={"017": 3}), "cards.017", "pack.not-an-object", {}),
        pytest.param(
            changed(cards={"017": {"top": "wine"}}),
            "cards.017",
            "pack.key-unknown",
            {"key": "top", "known": "bribe, info, param"},
        ),
        pytest.param(
            changed(cards={"017": {"bribe": "beer"}}),
            "cards.017.bribe",
            "pack.word-unknown",
            {"word": "beer", "known": "chocolate, wine, magazine, coffee, tobacco"},
        ),
        pytest.param(
            changed(cards={"17": {"bribe": "wine"}}),
            "cards.17",
            "vienna.overlay.card-digits",
            {"got": "17", "wanted": "017"},
        ),
        pytest.param(
            changed(cards={"0017": {"bribe": "wine"}}),
            "cards.0017",
            "vienna.overlay.card-digits",
            {"got": "0017", "wanted": "017"},
        ),
        pytest.param(
            changed(cards={"176": {"bribe": "wine"}}),
            "cards.176",
            "vienna.overlay.no-such-card",
            {"card": "176", "first": "001", "last": "175"},
        ),
        pytest.param(
            changed(cards={"a.b": {}}), "cards.a.b", "vienna.overlay.no-such-card", {"card": "a.b"}
        ),
        pytest.param(
            changed(cards={"017": {"param": "flask"}}),
            "cards.017.param",
            "cards.wrong-param",
            {"word": "flask", "known": "chocolate, wine, magazine, coffee, tobacco"},
        ),
        pytest.param(
            changed(cards={"086": {"param": "usa"}}),
            "cards.086.param",
            "vienna.overlay.no-param",
            {"card": "086"},
        ),
        pytest.param(
            changed(cards={"131": {"param": "pistol"}}),
            "cards.131.param",
            "vienna.overlay.against-rulebook",
            {"got": "pistol", "known": "briefcase"},
        ),
        pytest.param(
            changed(cards={"171": {"param": 4}}),
            "cards.171.param",
            "vienna.overlay.against-rulebook",
            {"got": "4", "known": "2"},
        ),
        pytest.param(
            changed(orders={"S-01": {"flag": "usa"}}),
            "orders.S-01.flag",
            "vienna.overlay.against-rulebook",
            {"got": "usa", "known": "france"},
        ),
        pytest.param(
            changed(orders={"S-06": {"flag": "usa"}}),
            "orders.S-06",
            "vienna.overlay.no-such-order",
            {"order": "S-06"},
        ),
        pytest.param(
            changed(orders={"A-01": {"flag": "wales"}}),
            "orders.A-01.flag",
            "pack.word-unknown",
            {"word": "wales", "known": "usa, ussr, france, britain, austria"},
        ),
        pytest.param(
            changed(orders={"A-01": {"needs": ["wine", "slide"]}}),
            "orders.A-01.needs",
            "orders.wrong-word",
            {"word": "slide", "known": "chocolate, wine, magazine, coffee, tobacco"},
        ),
        pytest.param(
            changed(orders={"A-01": {"needs": []}}), "orders.A-01.needs", "orders.no-needs", {}
        ),
        pytest.param(
            changed(orders={"A-21": {"needs": ["A", "B"]}}),
            "orders.A-21.needs",
            "orders.one-building",
            {"got": 2},
        ),
        pytest.param(
            changed(orders={"A-01": {"money": -1}}), "orders.A-01.money", "pack.not-at-least", {}
        ),
        pytest.param(
            changed(orders={"A-01": {"points": "3"}}), "orders.A-01.points", "pack.not-whole", {}
        ),
        pytest.param(
            changed(tracks={"gun": [1, 2, 3, 4, 5, 6]}),
            "tracks",
            "pack.word-unknown",
            {"word": "gun"},
        ),
        pytest.param(
            changed(tracks={"slide": [1, 2, 4, 5, 6]}),
            "tracks.slide:2",
            "vienna.pack.area-step",
            {"area": 4, "before": 2},
        ),
        pytest.param(
            changed(tracks={"slide": [1, 2, 3, 4, 5, 6, 6]}),
            "tracks.slide",
            "vienna.pack.area-last",
            {"area": 6, "got": 2},
        ),
        pytest.param(
            changed(tracks={"slide": [1, 2, 3, 4, 5]}), "tracks.slide", "vienna.pack.area-last", {}
        ),
        pytest.param(changed(tracks={"slide": []}), "tracks.slide", "vienna.pack.area-last", {}),
        pytest.param("{", "mine.json", "pack.not-json", {"line": 1}, id="not-json"),
        pytest.param(
            '{"edition": "boxed", "format": 1, "cards": {"017": {}, "017": {}}}',
            "cards",
            "pack.key-twice",
            {"key": "017"},
            id="key-twice",
        ),
    ],
)
def test_a_wrong_file_is_refused_with_entry_and_reason(
    tmp_path: Path, raw: object, where: str, text: str, params: Mapping[str, object]
) -> None:
    fault = fault_of(written(tmp_path, raw))
    assert (fault.where, fault.text.id) == (where, text)
    assert {key: fault.text.params[key] for key in params} == params


def test_one_fault_hides_no_other(tmp_path: Path) -> None:
    raw = changed(
        cards={
            "017": {"bribe": "beer", "param": "flask"},
            "018": [],
            "200": {},
            "131": {"param": 1},
        },
        orders={"A-01": {"flag": 3, "needs": ["gold"]}, "C-01": {}},
        tracks={"slide": [2], "flask": "long"},
        notes="",
    )
    assert set(faults_of(written(tmp_path, raw))) == {
        ("mine.json", "pack.key-unknown"),
        ("cards.017.bribe", "pack.word-unknown"),
        ("cards.017.param", "cards.wrong-param"),
        ("cards.018", "pack.not-an-object"),
        ("cards.131.param", "cards.wrong-param"),
        ("cards.200", "vienna.overlay.no-such-card"),
        ("orders.A-01.flag", "pack.word-unknown"),
        ("orders.A-01.needs", "orders.wrong-word"),
        ("orders.C-01", "vienna.overlay.no-such-order"),
        ("tracks.slide:0", "vienna.pack.area-step"),
        ("tracks.slide", "vienna.pack.area-last"),
        ("tracks.flask", "pack.not-a-list"),
    }


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nobody.json"
    assert faults_of(path) == [("nobody.json", "pack.file-missing")]


# -- saving --------------------------------------------------------------------------------------


def test_an_overlay_is_the_same_after_saving_and_loading(tmp_path: Path) -> None:
    path = tmp_path / "copy.json"
    mine = load_overlay(written(tmp_path, MINE))
    save_overlay(path, mine)
    assert load_overlay(path) == mine
    assert json.loads(path.read_text("utf-8")) == MINE


def test_a_file_lists_cards_by_number_and_leaves_out_what_is_unknown(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    save_overlay(
        path, overlay({"100": CardEntry(bribe=Bribe.WINE), "002": CardEntry(param="wine")})
    )
    raw = json.loads(path.read_text("utf-8"))
    assert list(raw) == ["edition", "format", "cards", "orders", "tracks"]
    assert list(raw["cards"].items()) == [("002", {"param": "wine"}), ("100", {"bribe": "wine"})]


def test_saving_leaves_nothing_else_behind(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    for text in ("one", "Größe"):
        save_text(path, text)
        assert path.read_text("utf-8") == text
        assert list(tmp_path.iterdir()) == [path]


#: Fill the disk, as far as this process can see, and try to write more than fits.
FULL_DISK = """
import resource, sys
from pathlib import Path
from companion.packs.fault import PackError
from companion.packs.save import save_text
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    save_text(Path(sys.argv[1]), "new " * 1000)
except PackError as refused:
    sys.stderr.write(str(refused))
"""


def test_a_write_that_fails_half_way_leaves_the_old_file(tmp_path: Path) -> None:
    path = written(tmp_path, "old")
    run = [sys.executable, "-c", FULL_DISK, str(path)]
    told = subprocess.run(run, cwd=ROOT, check=True, capture_output=True, text=True).stderr
    assert "pack.cannot-write" in told
    assert str(path) in told
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["no-such-folder/mine.json", "file/mine.json", "folder"])
def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path, name: str) -> None:
    written(tmp_path, "old", "file")
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.rglob("*"))
    path = tmp_path / name
    with pytest.raises(PackError) as refused:
        save_overlay(path, overlay())
    (fault,) = refused.value.faults
    assert (fault.where, fault.text.id) == (path.name, "pack.cannot-write")
    assert fault.text.params == {"path": str(path)}
    assert sorted(tmp_path.rglob("*")) == before


# -- merging -------------------------------------------------------------------------------------


def test_merging_adds_up_what_each_owner_knows() -> None:
    anna = overlay({"001": CardEntry(bribe=Bribe.WINE)}, {"A-01": OrderEntry(money=1)})
    ben = overlay(
        {"001": CardEntry(bribe=Bribe.WINE, info=Info.SLIDE), "002": CardEntry(param="wine")},
        tracks={Info.FLASK: (1, 2, 3, 4, 5, 6)},
    )
    merged, faults = merge({"anna.json": anna, "ben.json": ben})
    assert faults == ()
    assert merged == overlay(
        {"001": CardEntry(Bribe.WINE, Info.SLIDE), "002": CardEntry(param="wine")},
        {"A-01": OrderEntry(money=1)},
        {Info.FLASK: (1, 2, 3, 4, 5, 6)},
    )
    assert merge({"ben.json": ben, "anna.json": anna}) == (merged, ())


def test_nothing_merged_is_nothing() -> None:
    assert merge({}) == (overlay(), ())


def test_the_same_words_in_another_order_are_no_contradiction() -> None:
    one = overlay(orders={"A-01": OrderEntry(needs=("wine", "coffee"))})
    other = overlay(orders={"A-01": OrderEntry(needs=("coffee", "wine"))})
    merged, faults = merge({"one": one, "other": other})
    assert faults == ()
    assert merged.orders["A-01"].needs == ("wine", "coffee")


def test_a_contradiction_names_entry_values_and_files_and_is_left_out() -> None:
    anna = overlay({"001": CardEntry(bribe=Bribe.WINE, param="wine")})
    ben = overlay({"001": CardEntry(bribe=Bribe.COFFEE, param="wine")})
    merged, (fault,) = merge({"anna.json": anna, "ben.json": ben})
    assert merged == overlay({"001": CardEntry(param="wine")})
    assert (fault.where, fault.text.id) == ("cards.001.bribe", "vienna.overlay.dispute")
    assert fault.text.params == {
        "file": "anna.json",
        "got": "wine",
        "other_file": "ben.json",
        "other": "coffee",
    }


def test_a_third_file_does_not_settle_a_dispute() -> None:
    wine, coffee = (overlay({"001": CardEntry(bribe=b)}) for b in (Bribe.WINE, Bribe.COFFEE))
    merged, faults = merge({"anna": wine, "ben": coffee, "carl": wine, "dora": coffee})
    assert merged == overlay()
    assert [fault.text.params["other_file"] for fault in faults] == ["ben", "dora"]


@pytest.mark.parametrize(
    ("one", "other", "where", "values"),
    [
        (
            overlay(orders={"A-01": OrderEntry(needs=("wine",))}),
            overlay(orders={"A-01": OrderEntry(needs=("wine", "wine"))}),
            "orders.A-01.needs",
            ("wine", "wine, wine"),
        ),
        (
            overlay(orders={"B-05": OrderEntry(points=0)}),
            overlay(orders={"B-05": OrderEntry(points=4)}),
            "orders.B-05.points",
            ("0", "4"),
        ),
        (
            overlay(tracks={Info.SLIDE: (1, 2, 3, 4, 5, 6)}),
            overlay(tracks={Info.SLIDE: (1, 1, 2, 3, 4, 5, 6)}),
            "tracks.slide",
            ("1, 2, 3, 4, 5, 6", "1, 1, 2, 3, 4, 5, 6"),
        ),
    ],
)
def test_orders_and_tracks_are_compared_too(
    one: Overlay, other: Overlay, where: str, values: tuple[str, str]
) -> None:
    merged, (fault,) = merge({"one": one, "other": other})
    assert merged == overlay()
    assert fault.where == where
    assert (fault.text.params["got"], fault.text.params["other"]) == values


def test_what_a_game_taught_goes_into_the_owners_file(tmp_path: Path) -> None:
    """Export: the game's lore; import: the merged file, in the next game."""
    path = written(tmp_path, MINE)
    box = open_overlay(FULL, {str(path): load_overlay(path)})
    lore = (
        CardLearned(17, CardPart.BRIBE, "wine"),
        CardLearned(5, CardPart.INFO, Info.PISTOL),
        OrderLearned("A-21", OrderPart.FLAG, "ussr"),
        OrderLearned("A-22", OrderPart.NEEDS, ("L",)),
    )
    learned = overlay_of(box, lore)
    assert learned == overlay(
        {"005": CardEntry(info=Info.PISTOL)},
        {"A-21": OrderEntry(flag=Flag.USSR), "A-22": OrderEntry(needs=("L",))},
    )
    merged, faults = merge({str(path): load_overlay(path), "game": learned})
    assert faults == ()
    save_overlay(path, merged)
    again = open_overlay(FULL, {str(path): load_overlay(path)})
    assert unknown(again).count == unknown(box).count - 3
    assert again.orders["A-21"].flag is Flag.USSR


# -- opening a box with overlays -----------------------------------------------------------------


def refused_by_box(box: vienna.Board | Any, named: Mapping[str, Overlay]) -> Fault:
    with pytest.raises(PackError) as refused:
        open_overlay(box, named)
    (fault,) = refused.value.faults
    return fault


def test_a_box_keeps_what_it_knows() -> None:
    box = open_overlay(FULL, {"anna.json": overlay({"001": CardEntry(bribe=Bribe.WINE)})})
    fault = refused_by_box(box, {"ben.json": overlay({"001": CardEntry(bribe=Bribe.COFFEE)})})
    assert (fault.where, fault.text.id) == ("cards.001.bribe", "vienna.overlay.against-box")
    assert fault.text.params == {"file": "ben.json", "got": "coffee", "known": "wine"}


def test_files_that_contradict_each_other_open_no_box() -> None:
    one, other = (overlay(orders={"A-02": OrderEntry(flag=f)}) for f in (Flag.USA, Flag.USSR))
    fault = refused_by_box(FULL, {"one.json": one, "other.json": other})
    assert (fault.where, fault.text.id) == ("orders.A-02.flag", "vienna.overlay.dispute")


def areas(box_tracks: Mapping[Info, tuple[int, ...]], info: Info) -> tuple[int, ...]:
    """Move the first threshold of a track by one field."""
    there = box_tracks[info]
    first = there.index(2)
    return (*there[: first - 1], 2, *there[first:])


def test_areas_of_a_track_replace_those_of_our_stand_in_board() -> None:
    new = areas(FULL.board.tracks, Info.SLIDE)
    box = open_overlay(FULL, {"mine": overlay(tracks={Info.SLIDE: new})})
    assert box.board.tracks == {**FULL.board.tracks, Info.SLIDE: new}
    assert box.board.tracks[Info.SLIDE] != FULL.board.tracks[Info.SLIDE]


def test_a_track_has_as_many_fields_as_the_board() -> None:
    short = (1, 2, 3, 4, 5, 6)
    fault = refused_by_box(FULL, {"mine.json": overlay(tracks={Info.SLIDE: short})})
    assert (fault.where, fault.text.id) == ("tracks.slide", "vienna.overlay.track-length")
    count = len(FULL.board.tracks[Info.SLIDE])
    assert fault.text.params == {"file": "mine.json", "got": 6, "count": count}


@pytest.fixture
def owners_board(tmp_path: Path) -> Path:
    """Make a board pack of an owner's own board."""
    folder = tmp_path / "board"
    folder.mkdir()
    pack = json.loads((REFERENCE / "full" / "board.json").read_text("utf-8"))
    (folder / "board.json").write_text(json.dumps({**pack, "edition": "mine"}), "utf-8")
    return folder


def test_an_owners_board_and_his_overlay_must_agree(owners_board: Path) -> None:
    box = full_box(owners_board, Edition.BOXED)
    there, new = box.board.tracks[Info.SLIDE], areas(box.board.tracks, Info.SLIDE)
    same = open_overlay(box, {"mine": overlay(tracks={Info.SLIDE: there})})
    assert same.board.tracks == box.board.tracks
    fault = refused_by_box(box, {"mine": overlay(tracks={Info.SLIDE: new})})
    assert (fault.where, fault.text.id) == ("tracks.slide", "vienna.overlay.against-board")
    assert fault.text.params["known"] == ", ".join(map(str, there))


# -- the kit -------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", Version)
def test_the_kit_opens_overlays(tmp_path: Path, version: Version) -> None:
    mine = written(tmp_path, {**MINE, "tracks": {}})
    more = written(tmp_path, changed(cards={"002": {"info": "flask"}}), "more.json")
    game, options = KIT.open(
        Wish(2, version, board=REFERENCE / version, edition="boxed", overlays=(mine, more))
    )
    assert (game.box.cards[17].bribe, game.box.cards[2].info) == (Bribe.WINE, Info.FLASK)
    assert game.setup(options).seats[0].colour is Colour.YELLOW


def test_the_kit_names_both_files_of_a_contradiction(tmp_path: Path) -> None:
    mine = written(tmp_path, MINE | {"tracks": {}})
    other = written(tmp_path, changed(cards={"017": {"bribe": "coffee"}}), "other.json")
    with pytest.raises(PackError) as refused:
        KIT.open(Wish(2, "full", board=REFERENCE / "full", edition="boxed", overlays=(mine, other)))
    (fault,) = refused.value.faults
    assert fault.where == "cards.017.bribe"
    assert (fault.text.params["file"], fault.text.params["other_file"]) == (str(mine), str(other))


def test_overlays_are_for_the_bought_game_only(tmp_path: Path) -> None:
    mine = written(tmp_path, MINE)
    with pytest.raises(PackError) as refused:
        KIT.open(Wish(2, "full", overlays=(mine,)))
    (fault,) = refused.value.faults
    assert (fault.where, fault.text.id) == ("mine.json", "vienna.overlay.not-boxed")
    assert fault.text.params == {"edition": "reference"}
