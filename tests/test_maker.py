"""A pack in the making: every tap is an action, and the draft follows from all of them."""

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import kits
from companion.games.vienna.box import DATA
from companion.packs import draft_actions as a
from companion.packs.draft import (
    Draft,
    areas_of,
    beside_of,
    fields_of,
    line_of,
    next_field,
    places,
    printed_at,
    streets_of,
)
from companion.packs.draft_act import NotDone, act
from companion.packs.draft_journal import Journal, draft_of, keep, load

KIT = kits()["vienna"]
BLANK = KIT.blank("full")


def after(*actions: a.Action, draft: Draft | None = None) -> Draft:
    draft = draft or Draft(side="full")
    for action in actions:
        draft = act(draft, BLANK, action)
    return draft


def no(*actions: a.Action) -> str:
    with pytest.raises(NotDone) as refused:
        after(*actions)
    return refused.value.text.id


# --- places ----------------------------------------------------------------------------------


def test_places_get_their_names_in_the_order_of_taps():
    draft = after(a.Put("building", ((50, 60),)), a.Put("building", ((130, 60), (200, 60))))
    assert list(draft.spots) == ["b01", "b02", "b03"]
    assert draft.spots["b02"].xy == (130, 60)


def test_the_name_of_a_place_that_was_removed_is_given_again():
    draft = after(
        a.Put("square", ((1, 1), (2, 2), (3, 3))), a.Drop("s02"), a.Put("square", ((4, 4),))
    )
    assert draft.spots["s02"].xy == (4, 4)


def test_there_are_never_more_places_than_the_game_has():
    thirty = tuple((10.0 * n, 5.0) for n in range(30))
    assert no(a.Put("building", thirty), a.Put("building", ((1, 1),))) == "maker.no.all-there"


def test_the_first_flag_shows_where_all_lie_and_later_ones_stand_for_themselves():
    kind = BLANK.kind("building")
    draft = after(
        a.Put("building", ((50, 60), (130, 60))),
        a.Move("flag:b01", (42, 35)),
        a.Move("flag:b02", (138, 35)),
        a.Put("building", ((200, 60),)),
    )
    assert [beside_of(draft, kind, name) for name in draft.spots] == [
        (42, 35),
        (138, 35),
        (192, 35),
    ]
    moved = after(a.Move("b01", (60, 60)), draft=draft)
    assert beside_of(moved, kind, "b01") == (52, 35)


def test_words_are_said_taken_back_and_told_where_they_are_printed():
    draft = after(
        a.Put("building", ((50, 60), (130, 60))),
        a.Say("colour", {"b01": "violet"}, (51, 50)),
        a.Say("colour", {"b02": "pink"}, (129, 48)),
    )
    assert draft.spots["b01"].facts == {"colour": "violet"}
    assert printed_at(draft, BLANK.kind("building"), "colour") == (0, -11)
    assert after(a.Say("colour", {"b01": ""}), draft=draft).spots["b01"].facts == {}


def test_a_letter_is_at_one_building_only():
    draft = after(
        a.Put("building", ((50, 60), (130, 60))),
        a.Say("letter", {"b01": "A"}),
        a.Say("letter", {"b02": "A"}),
    )
    assert [spot.facts.get("letter") for spot in draft.spots.values()] == [None, "A"]


def test_streets_lead_to_the_nearest_until_somebody_says_otherwise():
    draft = after(
        a.Put("building", ((0, 0), (50, 0), (90, 0))),
        a.Put("square", ((25, 0),)),
        a.Say("value", {"s01": "2"}),
    )
    assert streets_of(draft, BLANK, "s01") == ("b01", "b02")
    told = after(a.Link("s01", "b03"), a.Link("s01", "b01"), draft=draft)
    assert streets_of(told, BLANK, "s01") == ("b02", "b03")
    assert streets_of(after(a.Drop("b03"), draft=told), BLANK, "s01") == ("b02",)


# --- rows ------------------------------------------------------------------------------------


def score(*corners: tuple[float, float]) -> Draft:
    return after(*(a.Field("score", xy) for xy in corners))


def test_the_score_track_is_filled_in_between_its_corners():
    draft = score((10, 410), (10, 10), (550, 10), (550, 410))
    fields = fields_of(draft, BLANK.row("score"))
    assert list(line_of(draft, BLANK.row("score")).anchors) == [0, 21, 50, 71]
    assert list(fields) == list(range(100))
    assert fields[99] == pytest.approx((28.62, 410))


def test_a_ring_is_not_closed_straight_across_the_board():
    assert len(fields_of(score((10, 410), (10, 10), (550, 10)), BLANK.row("score"))) == 51


def test_a_number_that_was_guessed_wrong_is_put_right():
    draft = after(a.Number("score", 21, 20), draft=score((10, 410), (10, 10)))
    assert fields_of(draft, BLANK.row("score"))[20] == (10, 10)
    assert no(
        *(a.Field("score", xy) for xy in ((10, 410), (10, 10))), a.Number("score", 21, 0)
    ) == ("maker.no.number-taken")


def track(*more: a.Action) -> Draft:
    return after(a.Field("info:flask", (60, 100)), a.Field("info:flask", (280, 100)), *more)


def test_a_track_needs_only_its_ends_its_count_and_where_areas_begin():
    row = BLANK.row("info:flask")
    draft = track(a.Count("info:flask", 11), *(a.Area("info:flask", n) for n in (2, 4, 6, 8)))
    assert fields_of(draft, row)[1] == (82, 100)
    assert areas_of(draft, row) == (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6)
    assert areas_of(after(a.Area("info:flask", 2), draft=draft), row)[:4] == (1, 1, 1, 1)


def test_areas_stay_when_there_is_one_field_more():
    row = BLANK.row("info:flask")
    draft = track(*(a.Area("info:flask", n) for n in (2, 4, 6, 8)), a.Count("info:flask", 13))
    assert len(fields_of(draft, row)) == 13
    assert areas_of(draft, row)[-4:] == (5, 5, 5, 6)


def test_a_row_that_is_full_wants_to_be_dragged():
    both = (a.Field("order:A", (1, 1)), a.Field("order:A", (2, 2)))
    assert no(*both, a.Field("order:A", (3, 3))) == "maker.no.row-full"
    draft = after(*both, a.Move("order:A:1", (9, 9)))
    assert fields_of(draft, BLANK.row("order:A"))[1] == (9, 9)


def test_the_roof_goes_by_its_letters():
    draft = after(a.Field("roof", (29, 82)), a.Field("roof", (52, 79)))
    assert [place for place, _, _ in places(draft, BLANK)] == ["roof:A", "roof:B"]
    assert next_field(draft, BLANK, BLANK.row("roof"), (76, 76)) == 2


# --- what is refused -------------------------------------------------------------------------

SQUARE = ((0, 0), (100, 0), (100, 90), (0, 90))


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (a.Put("palace", ((1, 1),)), "maker.no.unknown"),
        (a.Move("b07", (1, 1)), "maker.no.unknown"),
        (a.Drop("score:5"), "maker.no.unknown"),
        (a.Say("colour", {"b01": "violet"}), "maker.no.unknown"),
        (a.Field("rooftop", (1, 1)), "maker.no.unknown"),
        (a.Field("score", (1e9, 1)), "maker.no.unknown"),
        (a.Count("score", 90), "maker.no.unknown"),
        (a.Area("roof", 3), "maker.no.unknown"),
        (a.Measured("board.height", 5), "maker.no.unknown"),
        (a.Measured("board.width", 0), "maker.no.measure"),
        (a.Called("  "), "maker.no.name"),
        (a.Called("x" * 41), "maker.no.name"),
        (a.Corners("board", SQUARE[::-1]), "maker.no.corners-crossed"),
        (
            a.Corners("board", (SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3])),
            "maker.no.corners-crossed",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words(action, why):
    assert no(action) == why


# --- the journal -----------------------------------------------------------------------------


def journal(*actions: a.Action) -> Journal:
    made = Journal(game="vienna", side="full")
    for action in actions:
        made = made.then(action)
    return made


def test_undo_takes_back_one_tap_after_the_other_and_counts_them_all():
    made = journal(a.Put("building", ((1, 1),)), a.Put("building", ((50, 1),)))
    back = made.undone()
    assert list(draft_of(back, BLANK).spots) == ["b01"]
    assert (back.taps, back.version) == (3, 3)
    assert back.undone().actions == ()


def test_what_came_with_a_photo_is_not_taken_back():
    made = journal(a.Photo("board", "photo-1x1.jpg")).settle()
    with pytest.raises(NotDone):
        made.undone()


def test_a_journal_comes_back_from_the_disk_as_it_was(tmp_path):
    made = journal(
        a.Put("building", ((1, 1),)), a.Say("colour", {"b01": "pink"}, (1, 2)), a.Called("Mine")
    )
    keep(tmp_path / "draft.json", made)
    assert load(tmp_path / "draft.json") == made
    assert [file.name for file in tmp_path.iterdir()] == ["draft.json"]


actions = st.lists(
    st.one_of(
        st.builds(a.Put, st.sampled_from(("building", "square")), st.just(((40.0, 40.0),))),
        st.builds(
            a.Move, st.sampled_from(("b01", "s01", "flag:b01", "score:0")), st.just((9.0, 9.0))
        ),
        st.builds(a.Drop, st.sampled_from(("b01", "s02", "score:0"))),
        st.builds(a.Say, st.just("value"), st.just({"s01": "2"})),
        st.builds(a.Link, st.just("s01"), st.sampled_from(("b01", "b02"))),
        st.builds(a.Field, st.sampled_from(("score", "roof", "info:slide")), st.just((9.0, 9.0))),
        st.builds(a.Count, st.just("info:slide"), st.integers(5, 20)),
        st.builds(a.Area, st.just("info:slide"), st.integers(-1, 20)),
    ),
    max_size=25,
)


@settings(deadline=None)
@given(actions)
def test_whatever_is_tapped_can_be_kept_drawn_and_checked(tapped):
    made = Journal(game="vienna", side="full")
    for action in tapped:
        try:
            act(draft_of(made, BLANK), BLANK, action)
        except NotDone:
            continue
        made = made.then(action)
    again = msgspec.json.decode(msgspec.json.encode(made), type=Journal)
    draft = draft_of(again, BLANK)
    assert draft == draft_of(made, BLANK)
    for guess in (False, True):
        KIT.pack_faults(json.loads(json.dumps(KIT.pack_of(draft, guess=guess))))


# --- the pack --------------------------------------------------------------------------------


def told(pack: dict) -> Draft:
    """Tap a whole pack into a draft."""
    draft = after(a.Called(pack["edition"]), a.Put("building", xys(pack["buildings"])))
    draft = after(a.Put("square", xys(pack["squares"])), draft=draft)
    draft = after(a.Move("flag:b01", pack["buildings"][0]["flag_xy"]), draft=draft)
    for part in pack["buildings"]:
        flag = a.Move(f"flag:{part['id']}", part["flag_xy"])
        words = [
            a.Say(f, {part["id"]: part[f] or ""}) for f in ("colour", "flag", "seal", "letter")
        ]
        draft = after(flag, *words, draft=draft)
    for part in pack["squares"]:
        draft = after(a.Say("value", {part["id"]: str(part["value"])}), draft=draft)
        for end in set(part["buildings"]) ^ set(streets_of(draft, BLANK, part["id"])):
            draft = after(a.Link(part["id"], end), draft=draft)
    return told_rows(pack, draft)


def told_rows(pack: dict, draft: Draft) -> Draft:
    rows = {"score": pack["score_track"]["fields"], "roof": list(pack["roof"]["fields"].values())}
    rows |= {name: [pack[name]["xy"]] for name in ("investigation", "oriel")}
    rows |= {f"order:{pile}": pack["orders"][pile] for pile in "AB"}
    for name, fields in rows.items():
        for index, xy in enumerate(fields):
            draft = after(a.Field(name, tuple(xy), index), draft=draft)
    for info, fields in pack["info_tracks"]["fields"].items():
        name = f"info:{info}"
        draft = after(a.Count(name, len(fields)), draft=draft)
        for index, field in enumerate(fields):
            draft = after(a.Field(name, tuple(field["xy"]), index), draft=draft)
        for index in range(1, len(fields) - 1):
            if fields[index]["area"] != fields[index - 1]["area"]:
                draft = after(a.Area(name, index), draft=draft)
    return draft


def xys(parts: list[dict]) -> tuple[tuple[float, float], ...]:
    return tuple(tuple(part["xy"]) for part in parts)


def test_our_own_pack_can_be_tapped_exactly():
    pack = json.loads((DATA / "reference" / "full" / "board.json").read_text("utf-8"))
    made = KIT.pack_of(told(pack))
    assert KIT.pack_faults(made) == ()
    assert {key: made[key] for key in pack} == pack


def test_the_entry_side_asks_for_less():
    blank = KIT.blank("entry")
    assert [fact.id for fact in blank.kind("building").facts] == ["colour", "flag"]
    assert {"oriel", "order:A"} & {row.id for row in blank.rows} == set()
    faults = KIT.pack_faults(KIT.pack_of(Draft(side="entry", edition="x")))
    assert {fault.text.id for fault in faults} >= {"vienna.pack.wrong-count", "pack.key-missing"}


def test_what_is_there_is_checked_before_the_rest_is_there():
    draft = after(
        a.Put("building", ((50, 60), (60, 60))),
        a.Put("square", ((130, 60),)),
        a.Say("value", {"s01": "3"}),
    )
    found = {f.where: f.text.id for f in KIT.pack_faults(KIT.pack_of(draft, guess=True))}
    assert found["b01"] == "pack.on-top"
    assert found["s01"] == "vienna.pack.square-streets"
