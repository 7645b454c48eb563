"""What a person tells of a photo, and a reading: the same words, both ways."""

from pathlib import Path

import pytest

from companion.games import kits
from companion.games.vienna.box import DATA
from companion.packs.fault import PackError

KIT = kits()["vienna"]
PLAN = KIT.plan(DATA / "reference" / "full")
FILE = Path("told.json")

TOLD = {
    "agents": {"b03": ["red", "blue"]},
    "third_man": "b04",
    "tiles": {"s01": "flask", "s02": None},
    "flags": {"b01": "usa"},
    "markers": {"flask": 3, "slide": None},
    "investigator": "B",
    "roof_tiles": {"B": ["payday", "purchase"]},
    "investigation": {"side": "front", "on": "payday"},
    "score": {"red": 17, "blue": 17},
}


def test_what_is_told_is_laid_out_place_by_place():
    pieces = KIT.told(TOLD, PLAN, FILE)
    assert pieces["b03"] == ("agent:red", "agent:blue")
    assert pieces["b04"] == ("third_man",)
    assert pieces["score:17"] == ("agent:red", "agent:blue")
    assert pieces["info:flask:3"] == ("marker:flask",)
    assert pieces["roof:B"] == ("payday", "purchase", "investigator")
    assert pieces["investigation"] == ("payday", "token:front")
    assert "s02" not in pieces


def test_a_reading_says_it_in_the_same_words():
    reading = KIT.reading(KIT.told(TOLD, PLAN, FILE))
    assert {key: reading[key] for key in TOLD} == TOLD | {
        "tiles": {"s01": "flask"},
        "markers": {
            "flask": 3,
            "pistol": None,
            "briefcase": None,
            "microfilm": None,
            "slide": None,
        },
    }
    assert KIT.told(dict(reading), PLAN, FILE) == KIT.told(TOLD, PLAN, FILE)


def test_a_whole_label_may_be_given():
    label = TOLD | {"camera": {"f_px": 1}, "tags": ["teach"], "occluded": []}
    assert KIT.told(label, PLAN, FILE) == KIT.told(TOLD, PLAN, FILE)


def faults(**changes):
    with pytest.raises(PackError) as caught:
        KIT.told(TOLD | changes, PLAN, FILE)
    return {fault.where: fault.text.id for fault in caught.value.faults}


def test_all_that_cannot_be_is_named_at_once():
    found = faults(
        agents={"b99": ["red"], "b01": ["red", "blue"]},
        tiles={"s01": "fllask"},
        score={"red": 100},
        markers={"flask": 40},
        third_man="s01",
        investigation={"side": "back"},
    )
    assert found == {
        "b99": "vienna.told.no-place",
        "tiles.s01": "pack.word-unknown",
        "score:100": "vienna.told.no-place",
        "info:flask:40": "vienna.told.no-place",
        "s01": "vienna.told.not-there",
        "investigation": "vienna.told.not-there",
    }


@pytest.mark.parametrize("raw", [None, [], "agents", 7, {"agents": []}, {"agents": {"b01": "red"}}])
def test_what_has_another_shape_is_refused(raw):
    with pytest.raises(PackError):
        KIT.told(raw, PLAN, FILE)
