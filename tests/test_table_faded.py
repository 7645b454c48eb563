"""A figure that was plain to see and no longer is may have fallen over."""

from __future__ import annotations

from companion.engine import Atom, Place
from companion.session.evidence import Reading
from companion.session.table_faded import Fading, standing

RED, BLUE, GREEN = (Atom(f"b0{n}", f"agent:{c}") for n, c in enumerate(("red", "blue", "green"), 1))
FIGURES = frozenset({RED, BLUE, GREEN})
ALL_SEEN = Reading(FIGURES)


def seen_without(*atoms: Atom, silent: frozenset[str] = frozenset()) -> Reading:
    return Reading(FIGURES - {*atoms}, silent=silent, vague=frozenset(atoms))


def test_a_figure_that_fades_for_a_while_is_named():
    fading = Fading()
    fading.look(ALL_SEEN, FIGURES, 0)
    fading.look(seen_without(RED), FIGURES, 1)
    assert fading.places == ()
    fading.look(seen_without(RED), FIGURES, 4)
    assert fading.places == ("b01",)
    fading.look(ALL_SEEN, FIGURES, 5)
    assert fading.places == ()


def test_a_figure_never_seen_well_has_not_faded():
    fading = Fading()
    for now_s in (0, 3, 6):
        fading.look(seen_without(RED), FIGURES, now_s)
    assert fading.places == ()


def test_what_is_covered_or_was_moved_has_not_faded():
    for figures, silent in ((FIGURES, frozenset({"b01"})), (FIGURES - {RED}, frozenset())):
        fading = Fading()
        fading.look(ALL_SEEN, FIGURES, 0)
        for now_s in (1, 4):
            fading.look(seen_without(RED, silent=silent), figures, now_s)
        assert fading.places == ()


def test_where_many_fade_at_once_it_is_the_light():
    fading = Fading()
    fading.look(ALL_SEEN, FIGURES, 0)
    for now_s in (1, 4):
        fading.look(seen_without(*FIGURES), FIGURES, now_s)
    assert fading.places == ()


def test_only_figures_fall_over():
    roof = Place("roof:A", "intel", (0, 0), (20, 20), ("investigator", "payday"), 28)
    token = Place("investigation", "intel", (50, 0), (26, 26), ("payday",), 4)
    pawn, tile = Atom("roof:A", "investigator"), Atom("roof:A", "payday")
    assert standing(frozenset({pawn, tile}), (roof, token)) == {pawn}
