"""Where the score marker and the log disagree."""

from __future__ import annotations

import pytest
from kept_game import KIT, kept
from msgspec.structs import replace
from test_sheet import past_of

from companion.engine import Atom
from companion.games import Wish
from companion.session.evidence import Reading
from companion.session.sheet_marker import astray, disputes
from companion.session.texts import LANGUAGES, Texts


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Keep the first half of a game; return the game, its set-up and what happened."""
    wish = Wish(2, "entry", tracking="board")
    with kept(tmp_path_factory.mktemp("half"), wish, answers=110) as (game, log):
        return (game, *past_of(game, log))


def seen(evening, **moved: int | None) -> Reading:
    """See the table as it should be, but with score markers on other fields, or without them."""
    game, _, past = evening
    atoms = set(game.expected_view(past[-1].after).atoms)
    for colour, field in moved.items():
        piece = f"agent:{colour}"
        atoms = {a for a in atoms if not (a.place.startswith("score:") and a.piece == piece)}
        if field is not None:
            atoms.add(Atom(f"score:{field}", piece))
    return Reading(frozenset(atoms))


def found(evening, reading: Reading):
    game, setup, past = evening
    state = past[-1].after if past else setup
    return disputes(game, state, past, astray(game, state, reading, KIT.signs), KIT.signs)


def score(evening, number: int) -> int:
    return evening[2][-1].after.seats[number].score


def test_markers_that_are_right_are_not_disputed(evening):
    assert found(evening, seen(evening)) == ()


def test_a_forgotten_step_names_the_entries_since(evening):
    _, _, past = evening
    gains = [
        (one.entry.number, gain.scored.points)
        for one in past
        for gain in one.gains
        if gain.scored.seat == 1
    ]
    forgotten = gains[-2:]
    shown = score(evening, 1) - sum(points for _, points in forgotten)
    (dispute,) = found(evening, seen(evening, red=shown))
    assert (dispute.seat, dispute.shown, dispute.logged) == (1, shown, score(evening, 1))
    assert [(proof.number, proof.points) for proof in dispute.proofs] == forgotten
    assert dispute.since == gains[-3][0]
    last = next(one for one in past if one.entry.number == dispute.since)
    time = f"{last.entry.at.astimezone():%H:%M}"
    assert dispute.when.params == {"turn": last.turn, "time": time}


def test_a_marker_at_the_start_has_missed_everything(evening):
    (dispute,) = found(evening, seen(evening, red=0))
    assert dispute.since == 0
    assert sum(proof.points for proof in dispute.proofs) == score(evening, 1)


def test_a_marker_too_far_has_never_been_there(evening):
    (dispute,) = found(evening, seen(evening, yellow=score(evening, 0) + 7))
    assert dispute.since is None
    assert sum(proof.points for proof in dispute.proofs) == score(evening, 0)


def test_a_marker_beside_the_board(evening):
    (dispute,) = found(evening, seen(evening, red=None))
    assert (dispute.shown, dispute.since) == (None, None)
    assert [text.id for text in dispute.texts[:2]] == [
        "core.sheet.marker-gone",
        "core.sheet.marker-all",
    ]


def test_both_markers_at_once_in_the_order_of_the_seats(evening):
    both = found(evening, seen(evening, red=0, yellow=0))
    assert [dispute.seat for dispute in both] == [0, 1]
    assert {dispute.shown for dispute in both} == {0}


def test_what_is_hidden_is_not_disputed(evening):
    reading = seen(evening, red=None)
    hand = frozenset({f"score:{score(evening, 1)}"})
    assert found(evening, Reading(reading.atoms, hand)) == ()
    assert found(evening, Reading(reading.atoms, frozenset({"agent:red"}))) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_sentences(evening, language):
    texts = Texts.load(language, KIT.texts)
    for moved in ({"red": None}, {"red": 0}, {"red": 90}, {"red": score(evening, 1) - 1}):
        (dispute,) = found(evening, seen(evening, **moved))
        said = [texts(text) for text in dispute.texts]
        assert not any("«" in sentence and "core" in sentence for sentence in said)
        assert str(dispute.logged) in said[0]
        assert len(said) == 2 + len(dispute.proofs)


# --- once round the track --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lapped(tmp_path_factory):
    """Keep a game in which somebody goes round the whole track, to where that has happened."""
    wish = Wish(2, "full", tracking="board")
    with kept(tmp_path_factory.mktemp("lapped"), wish) as (game, log):
        setup, past = past_of(game, log)
    count = next(n for n, one in enumerate(past) if max(points(one.after)) >= 103)
    return game, setup, past[: count + 1]


def points(state) -> list[int]:
    return [seat.score for seat in state.seats]


def leader(evening) -> int:
    scores = points(evening[2][-1].after)
    return scores.index(max(scores))


def of_leader(evening, field: int | None):
    """Return what is said where the leader's marker stands on another field."""
    colour = evening[2][-1].after.seats[leader(evening)].colour.value
    (dispute,) = found(evening, seen(evening, **{colour: field}))
    return dispute


def test_a_marker_that_forgot_its_second_lap_is_named_with_both(lapped):
    number, past = leader(lapped), lapped[2]
    total = points(past[-1].after)[number]
    # What is counted at the very end nobody has to show: some turns before that are forgotten, too.
    shown = next(score for one in reversed(past[:-40]) if (score := points(one.after)[number]))
    assert shown < 100 < total
    dispute = of_leader(lapped, shown)
    assert dispute.laps == (1, 2)
    said = Texts.load("en", KIT.texts)(dispute.headline)
    assert f"shows field {shown}, first lap" in said
    assert f"says field {total - 100}, second lap" in said


def test_of_a_marker_that_never_stood_there_nobody_knows_the_lap(lapped):
    total = max(points(lapped[2][-1].after))
    dispute = of_leader(lapped, total - 100 + 9)
    assert dispute.laps == (None, 2)
    said = Texts.load("en", KIT.texts)(dispute.headline)
    assert f"shows field {total - 91}, the log says field {total - 100}, second lap." in said


def test_a_marker_beside_a_lapped_track(lapped):
    said = Texts.load("en", KIT.texts)(of_leader(lapped, None).headline)
    assert said.endswith(f"says field {max(points(lapped[2][-1].after)) - 100}, second lap.")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lap", [None, 1, 2, 3, 4])
def test_every_lap_has_words(lapped, language, lap):
    dispute = replace(of_leader(lapped, 2), laps=(lap, 4))
    said = Texts.load(language, KIT.texts)(dispute.headline)
    assert "«" not in said.replace("«\u202f", "")
    assert "2" in said
    assert "4" in said
