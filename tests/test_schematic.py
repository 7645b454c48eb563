"""The schematic: a well-formed picture in which every place of a pack can be found."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.drawing.schematic import draw_board
from companion.drawing.schematic_style import FLAGS, HUE_SIGNS, HUES
from companion.games.vienna import board as vienna
from companion.games.vienna.words import PRICE_OF_HUE, Flag, Hue

REFERENCE = Path(vienna.__file__).parent / "data" / "reference"
SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("side", ["entry", "full"])
def test_json_and_board_give_the_same_picture(side: str) -> None:
    raw = json.loads((REFERENCE / side / "board.json").read_text("utf-8"))
    assert draw_board(raw) == draw_board(vienna.load_board(REFERENCE / side).pack)


def test_every_place_is_in_the_picture() -> None:
    board = vienna.load_board(REFERENCE / "full")
    root = ET.fromstring(draw_board(board.pack))
    titles = {element.text for element in root.iter(f"{SVG}title")}
    assert titles == {*board.buildings, *board.squares}
    shown = words(draw_board(board.pack))
    for building in board.buildings.values():
        assert shown.count(HUE_SIGNS[building.hue]) >= 6
    assert {str(number) for number in range(100)} <= set(shown)
    assert {*board.roof, *board.tracks, *board.lettered} <= set(shown)


def test_a_street_leads_to_each_building_of_a_square() -> None:
    board = vienna.load_board(REFERENCE / "entry")
    root = ET.fromstring(draw_board(board.pack))
    drawn = {
        tuple(float(line.get(key, "nan")) for key in ("x1", "y1", "x2", "y2"))
        for line in root.iter(f"{SVG}line")
    }
    for square in board.squares.values():
        for name in square.buildings:
            assert (*board.buildings[name].xy_mm, *square.xy_mm) in drawn


def test_hues_carry_the_sign_of_their_bribe_and_flags_are_drawn() -> None:
    assert {hue: PRICE_OF_HUE[hue][:2].capitalize() for hue in Hue} == HUE_SIGNS
    assert set(HUES) == set(Hue)
    assert set(FLAGS) == set(Flag)


def test_the_entry_side_has_no_order_fields() -> None:
    assert "A" in words(draw_board(vienna.load_board(REFERENCE / "full").pack))
    entry = words(draw_board(vienna.load_board(REFERENCE / "entry").pack))
    assert entry.count("A") == 1  # the roof only


def test_a_name_from_a_pack_cannot_break_the_picture() -> None:
    raw = json.loads((REFERENCE / "entry" / "board.json").read_text("utf-8"))
    raw["buildings"][0]["flag"] = '<script>"&'
    raw["buildings"][0]["id"] = "<b>"
    shown = words(draw_board(raw))
    assert {'<script>"&', "<b>"} <= set(shown)
