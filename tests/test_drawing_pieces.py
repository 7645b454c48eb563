"""Our own edition as pictures: every piece drawn, in its size, and never by colour alone."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import cv2
import pytest

from companion.drawing import figures, palette, tiles
from companion.drawing.ability_art import ability
from companion.drawing.board_art import draw_board
from companion.drawing.document import document, symbols
from companion.drawing.lettering import FONTS, fit, width, wrap
from companion.drawing.order_art import WANTS
from companion.drawing.schematic import schematic_surface
from companion.drawing.schematic_pack import as_pack
from companion.drawing.svg import use
from companion.drawing.table_art import draw_piece, draw_state, draw_surface
from companion.drawing.tableau_art import draw_tableau
from companion.engine import Accepted, fold
from companion.games import Wish, kits
from companion.games.vienna import full_box
from companion.games.vienna import words as vienna
from companion.games.vienna.order import Want
from companion.games.vienna.words import PRICE_OF_HUE
from hardware.raster import rasterise, rasterise_clear

REFERENCE = Path(vienna.__file__).parent / "data" / "reference"
SVG = "{http://www.w3.org/2000/svg}"


def pack(side: str = "full") -> dict[str, object]:
    return json.loads((REFERENCE / side / "board.json").read_text("utf-8"))


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


# --- symbols -------------------------------------------------------------------------------------


def test_every_word_of_the_game_has_a_picture():
    wanted = {f"info-{word}" for word in vienna.Info}
    wanted |= {f"bribe-{word}" for word in vienna.Bribe}
    wanted |= {f"flag-{word}" for word in vienna.Flag}
    wanted |= {f"seal-{word}" for word in vienna.Seal}
    wanted |= {f"roof-{word}" for word in vienna.RoofTile}
    wanted |= {f"desk-{word}" for word in vienna.Good if word is not vienna.Good.AGENT}
    assert wanted <= symbols().keys()


def test_a_document_brings_the_symbols_it_uses_and_no_others():
    svg = document((10, 10), use("info-flask", (5, 5), 8))
    root = ET.fromstring(svg)
    assert [symbol.get("id") for symbol in root.iter(f"{SVG}symbol")] == ["info-flask"]


def test_no_two_symbols_of_a_group_look_alike_without_colour():
    """Seen in grey and small, as a camera or an eye without colour may see them."""
    for group in ("info", "bribe", "flag", "seal"):
        names = [name for name in symbols() if name.startswith(f"{group}-")]
        pictures = []
        for name in names:
            size = (12, 12 * 18 / 28) if group == "flag" else (12, 12)
            svg = document(size, use(name, (size[0] / 2, size[1] / 2), size))
            grey = cv2.cvtColor(rasterise(svg, 2), cv2.COLOR_BGR2GRAY)
            inner = grey[4:-4, 4:-4] if group == "seal" else grey  # their rims are all alike
            pictures.append(cv2.equalizeHist(inner).astype(float))
        for n, one in enumerate(pictures):
            for other in pictures[n + 1 :]:
                assert abs(one - other).mean() > 20, group


def test_every_colour_has_a_shape_or_a_picture():
    assert palette.PLAYER_SHAPES.keys() == palette.PLAYERS.keys() == set(vienna.Colour)
    assert len(set(palette.PLAYER_SHAPES.values())) == len(vienna.Colour)
    drawn = {palette.shape(colour, (0, 0), 5) for colour in vienna.Colour}
    assert len(drawn) == len(vienna.Colour)
    assert palette.HUES.keys() == set(vienna.Hue)
    assert dict(PRICE_OF_HUE) == palette.BRIBE_OF_HUE
    assert palette.INFO_GROUNDS.keys() == set(vienna.Info)


@pytest.mark.parametrize("colour", vienna.Colour)
def test_pieces_of_a_player_carry_his_shape(colour):
    shape = {"circle": "circle", "square": "rect", "diamond": "polygon", "triangle": "polygon"}
    for piece in (
        figures.seen_from_above(f"agent:{colour}", 12),
        figures.standee(f"agent:{colour}", 12, 26),
        tiles.hundred_tile(colour, 100),
        tiles.desk_tile("map", colour),
    ):
        marks = ET.fromstring(piece.as_svg()).iter(f"{SVG}{shape[palette.PLAYER_SHAPES[colour]]}")
        assert any(mark.get("fill") == palette.CREAM for mark in marks), piece.name


# --- surfaces ------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["entry", "full"])
def test_surfaces_have_their_true_size(side):
    for svg, size in (
        (draw_board(pack(side)), (560, 420)),
        (draw_tableau(pack(side)), (320, 240)),
    ):
        root = ET.fromstring(svg)
        assert root.get("viewBox") == f"0 0 {size[0]} {size[1]}"
        assert (root.get("width"), root.get("height")) == (f"{size[0]}mm", f"{size[1]}mm")


def test_the_board_shows_what_its_pack_says():
    raw = pack()
    svg = draw_board(raw)
    said = texts(svg)
    for square in raw["squares"]:  # on both sides of the tile, and under it
        assert square["id"] in said
    assert said.count("4") >= 3 * sum(s["value"] == 4 for s in raw["squares"])
    assert {b["id"] for b in raw["buildings"]} <= set(said)
    assert {b["letter"] for b in raw["buildings"]} - {None} <= set(said)
    assert {str(n) for n in range(1, 100)} | {"0/100"} <= set(said)
    used = re.findall(r'<use href="#([\w-]+)"', svg)
    for flag in vienna.Flag:
        assert used.count(f"flag-{flag}") == 6
    for seal in vienna.Seal:
        assert used.count(f"seal-{seal}") == 6
    for bribe in vienna.Bribe:
        assert used.count(f"bribe-{bribe}") == 6


def test_a_street_leads_to_each_building_of_a_square():
    raw = pack()
    at = {building["id"]: building["xy"] for building in raw["buildings"]}
    lines = {
        tuple(float(line.get(key, "nan")) for key in ("x1", "y1", "x2", "y2"))
        for line in ET.fromstring(draw_board(raw)).iter(f"{SVG}line")
    }
    for square in raw["squares"]:
        for name in square["buildings"]:
            assert (*at[name], *square["xy"]) in lines


def test_no_letter_lies_under_a_tile():
    raw = pack()
    root = ET.fromstring(draw_board(raw))
    letters = {building["letter"] for building in raw["buildings"]} - {None}
    plates = [
        (float(text.get("x")), float(text.get("y")) - 0.35 * 6.2)
        for text in root.iter(f"{SVG}text")
        if text.text in letters and text.get("font-size") == "6.2"
    ]
    assert len(plates) == len(letters)
    for x, y in plates:
        for square in raw["squares"]:
            sx, sy = square["xy"]
            assert max(abs(sx - x), abs(sy - y)) >= 10 + 4


def test_the_tableau_shows_fields_and_areas():
    raw = pack()
    said = texts(draw_tableau(raw))
    assert set(raw["roof"]["fields"]) <= set(said)
    sixes = sum(f["area"] == 6 for t in raw["info_tracks"]["fields"].values() for f in t)
    assert said.count("6") == sixes == 5


def test_the_entry_side_has_no_orders():
    assert "A" not in texts(draw_board(pack("entry")))
    assert texts(draw_board(pack())).count("A") == 3  # a letter, and two fields


# --- pieces --------------------------------------------------------------------------------------


def test_pieces_have_the_size_of_the_pack():
    board = full_box().board
    for piece, name in (
        ("tile:flask", "info_tile"),
        ("flag:usa", "flag_tile"),
        ("payday", "roof_tile"),
        ("token:x", "investigation"),
        ("marker:slide", "marker"),
        ("agent:red", "agent"),
        ("third_man", "third_man"),
        ("investigator", "investigator"),
    ):
        known = board.pieces[name]
        assert draw_piece(piece).size_mm == (known.width_mm, known.depth_mm), piece


def test_standees_fold_to_the_size_of_the_figure():
    for piece, base, height in (("agent:red", 12, 26), ("third_man", 13, 29)):
        standee = figures.standee(piece, base, height)
        assert standee.size_mm == (base, 2 * height + base + figures.FLAP_MM)
        dashed = re.findall(r'y1="([\d.]+)"[^>]*stroke-dasharray', standee.content)
        assert [float(y) for y in dashed] == [height, 2 * height, 2 * height + base]


def test_every_ability_can_be_drawn():
    for card in full_box().cards.values():
        drawn, wide = ability(card.trigger, card.effect, card.amount, card.param)
        assert drawn
        assert 15 < wide < 60


def test_every_want_of_an_order_has_signs():
    assert WANTS.keys() == set(Want)


# --- states --------------------------------------------------------------------------------------


def test_a_state_shows_every_piece_where_it_is():
    raw = pack()
    claims = [
        ("b01", "agent:red"),
        ("b01", "agent:blue"),
        ("b03", "feld:green"),
        ("b03", "third_man"),
        ("s05", "tile:pistol"),
        ("flag:b02", "flag:austria"),
        ("score:17", "agent:yellow"),
        ("info:flask:4", "marker:flask"),
        ("roof:C", "investigator"),
        ("roof:D", "purchase"),
        ("investigation", "token:x"),
        ("oriel", "payday"),
        ("nowhere", "agent:red"),
    ]
    empty, svg = draw_state(raw, []), draw_state(raw, claims)
    assert svg.count('href="#info-pistol"') == empty.count('href="#info-pistol"') + 1
    assert svg.count('href="#flag-austria"') == empty.count('href="#flag-austria"') + 1
    assert svg.count('href="#roof-p') == 2
    assert svg == draw_state(raw, reversed(claims))
    # The agent of the score track stands on its field, seen in pixels.
    picture, bare = rasterise(svg, 1), rasterise(empty, 1)
    x, y = raw["score_track"]["fields"][17]
    changed = abs(picture.astype(int) - bare.astype(int)).sum(axis=2)
    assert changed[int(12 + y) - 4 : int(12 + y) + 4, int(12 + x) - 4 : int(12 + x) + 4].mean() > 50


def test_a_whole_game_can_be_drawn_at_any_time():
    kit = kits()["vienna"]
    game, options = kit.open(Wish(4, "full", ("third-man", "feld")))
    table = game.setup(options)
    for step in range(400):
        asks = [ask for ask in game.asks(table) if ask.blocks]
        verdict = game.decide(table, game.options(table, asks[0])[-1])
        assert isinstance(verdict, Accepted)
        table = fold(game, table, verdict.events)
        if step % 80 == 0:
            atoms = game.expected_view(table).atoms
            ET.fromstring(draw_state(pack(), [(atom.place, atom.piece) for atom in atoms]))


def test_a_pack_of_an_owner_can_be_drawn_too():
    raw = pack()
    raw["pieces"]["info_tile"]["size_mm"] = [17, 17]
    raw["buildings"][0]["flag"] = '<script>"&'
    root = ET.fromstring(draw_state(raw, [("s01", "tile:flask")]))
    assert '<script>"&' in [text.text for text in root.iter(f"{SVG}text")]
    ET.fromstring(draw_surface(raw, "intel"))


# --- pixels and letters --------------------------------------------------------------------------


def test_pixels_have_the_scale_that_was_asked_for():
    svg = tiles.info_tile("flask").as_svg()
    assert rasterise(svg, 4).shape == (80, 80, 3)
    assert rasterise(svg, 2.5).shape == (50, 50, 3)
    clear = rasterise_clear(tiles.investigation("front").as_svg(), 2)
    assert clear.shape == (52, 52, 4)
    assert (clear[0, 0, 3], clear[26, 26, 3]) == (0, 255)


def test_letters_are_ours_and_measured():
    assert {path.name for path in FONTS.glob("Cabin-*.otf")} == {
        "Cabin-Regular.otf",
        "Cabin-Bold.otf",
    }
    assert "SIL OPEN FONT LICENSE" in (FONTS / "OFL.txt").read_text("utf-8")
    assert width("mm", 10) > width("ii", 10)
    assert wrap("eins zwei drei vier", 20, 4) == ["eins zwei", "drei vier"]
    lines, size = fit("a rather long line of words that must be broken", (30, 6), 3)
    assert len(lines) * size * 1.2 <= 6
    assert all(width(line, size) <= 30 for line in lines)


def test_an_owners_copy_is_drawn_without_our_art():
    ours = pack()
    copy = {**ours, "edition": "copy-9"}
    drawn = draw_state(copy, [("b07", "agent:red")])
    assert draw_state(ours, [("b07", "agent:red")]) != drawn
    assert schematic_surface(as_pack(copy), "board") in drawn
