"""The score sheet with its evidence: every point has entries behind it, and nothing else counts."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import pairwise

import pytest
from kept_game import ENTRY, FULL, KIT, LEADER, kept

from companion.engine import Unknown
from companion.games import Wish
from companion.games.vienna.moves import Place
from companion.session.chronicle import Chronicle, Step
from companion.session.override import override
from companion.session.sheet import Account, account
from companion.session.sheet_history import Happening, history
from companion.session.store import OpenLog
from companion.session.store_entry import How, Role
from companion.session.texts import LANGUAGES, Texts

BOARD = Wish(2, "full", (), tracking="board")


@pytest.fixture(scope="module")
def evenings(tmp_path_factory):
    """Keep three whole games, once for all tests that only look at them."""
    with ExitStack() as stack:
        yield {
            name: stack.enter_context(kept(tmp_path_factory.mktemp(name), wish))
            for name, wish in (("entry", ENTRY), ("full", FULL), ("board", BOARD))
        }


def past_of(game, log: OpenLog) -> tuple[object, tuple[Happening, ...]]:
    setup = game.states.decode(bytes(log.record.setup))
    return setup, history(game, setup, log.entries(), KIT.signs)


def account_of(game, log: OpenLog) -> Account:
    return account(game, *past_of(game, log))


@pytest.mark.parametrize("name", ["entry", "full", "board"])
def test_the_entries_account_for_every_point(name, evenings):
    game, log = evenings[name]
    sums = account_of(game, log)
    scores = [seat.score for seat in log_end(game, log).seats]
    assert sums.over
    for sheet, score in zip(sums.sheets, scores, strict=True):
        points = [proof.points for line in sheet.lines for proof in line.proofs]
        assert sum(points) == score
        if not isinstance(sheet.total, Unknown):
            assert sheet.total == score
        assert all(line.is_proven for line in sheet.lines if not isinstance(line.points, Unknown))


def log_end(game, log: OpenLog):
    return past_of(game, log)[1][-1].after


def test_proofs_say_when_who_how_and_what(evenings):
    game, log = evenings["entry"]
    sums = account_of(game, log)
    entries = {entry.number: entry for entry in log.entries()}
    kept_pictures = {n for n, entry in entries.items() if log.picture(entry)}
    squares = next(line for line in sums.sheets[0].lines if line.source == "squares")
    assert len(squares.proofs) > 3
    for proof in squares.proofs:
        entry = entries[proof.number]
        assert (proof.at, proof.by, proof.picture) == (entry.at, entry.by, entry.picture)
        assert (proof.number in kept_pictures) == (proof.by.how is How.CAMERA)
        assert proof.cause.id.startswith("vienna.event.")
        assert proof.cause != proof.sentence
        assert proof.sentence.id == "vienna.event.points-scored"
        assert proof.sentence.params["count"] == proof.points
    steps = next(line for line in sums.sheets[0].lines if line.source == "steps")
    assert 0.93 in {proof.by.confidence for proof in steps.proofs}
    numbers = [(proof.number, proof.turn) for proof in squares.proofs]
    assert all(one < two for one, two in pairwise(numbers))
    assert numbers[-1][1] <= sum(b'"done"' in bytes(e.move) for e in entries.values())


def test_turns_are_counted_by_their_taps(evenings):
    game, log = evenings["entry"]
    _, past = past_of(game, log)
    for number, tap in enumerate((one for one in past if one.ends_turn), start=1):
        assert tap.turn == number
        inside = [one for one in past if one.turn == number]
        assert {getattr(game.moves.decode(bytes(one.entry.move)), "seat", 9) for one in inside} == {
            tap.entry.by.who.seat
        }


def test_what_is_counted_at_the_end_shows_its_sums_and_the_last_picture(evenings):
    game, log = evenings["entry"]
    sums = account_of(game, log)
    last = next(entry.picture for entry in reversed(log.entries()) if entry.picture)
    for sheet in sums.sheets:
        lines = {line.source: line for line in sheet.lines}
        assert lines["tiles"].detail
        assert lines["tiles"].picture == sums.picture == last
        assert not lines["steps"].detail
        assert lines["steps"].picture is None


@pytest.mark.parametrize("stumble", [50, 80])
def test_what_was_taken_back_brings_nobody_anything(stumble, evenings, tmp_path):
    straight = account_of(*evenings["entry"])
    with kept(tmp_path, stumble=stumble) as (game, log):
        winding = account_of(game, log)
        _, past = past_of(game, log)
    (undone,) = (one for one in past if not one.stands and one.entry.takes_back is None)
    assert (straight.taken_back, winding.taken_back) == (0, 1)
    assert sums_of(straight) == sums_of(winding)
    told = {p.number for sheet in winding.sheets for line in sheet.lines for p in line.proofs}
    assert undone.entry.number not in told
    assert past[stumble + 1].after == undone.before


def sums_of(sums: Account) -> list[object]:
    return [
        (sheet.total, [(line.source, [p.points for p in line.proofs]) for line in sheet.lines])
        for sheet in sums.sheets
    ]


def test_a_game_that_is_not_over_has_its_points_so_far(tmp_path):
    with kept(tmp_path, answers=100) as (game, log):
        sums, end = account_of(game, log), log_end(game, log)
    assert not sums.over
    assert sums.winner is None
    assert [sheet.total for sheet in sums.sheets] == [seat.score for seat in end.seats]
    assert any(sheet.total for sheet in sums.sheets)
    assert all(line.is_proven for sheet in sums.sheets for line in sheet.lines)


def test_before_anything_happened_nobody_has_points(tmp_path):
    with kept(tmp_path, answers=0) as (game, log):
        sums = account_of(game, log)
    assert [sheet.total for sheet in sums.sheets] == [0, 0]


def forced_move(game, state) -> Place:
    """Find a move that a rule forbids, and that a host may let stand."""
    turn = next(cue.seat for cue in game.cues(state) if cue.seat is not None)
    moves = (Place(seat, b) for seat in (turn, 1 - turn) for b in game.box.board.buildings)
    forced = ((move, override(game, state, move)) for move in moves)
    return next(move for move, verdict in forced if getattr(verdict, "broken", ()))


def test_what_the_host_let_stand_is_marked_with_the_rule(tmp_path):
    with kept(tmp_path, Wish(2, "entry", tracking="board"), answers=60) as (game, log):
        chronicle = Chronicle(game, log)
        move = forced_move(game, chronicle.state)
        refused = game.decide(chronicle.state, move)
        chronicle.settle([Step(move, LEADER, forced=True)])
        _, past = past_of(game, log)
    assert past[-1].broken == refused.text
    by_host = [one for one in past[:-1] if one.entry.by.who.role is Role.HOST]
    assert by_host
    assert [one for one in past[:-1] if one.broken] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_can_be_said(language, evenings):
    texts = Texts.load(language, KIT.texts)
    sums = account_of(*evenings["full"])
    for sheet in sums.sheets:
        for line in sheet.lines:
            said = [line.label, *line.detail]
            said += [t for p in line.proofs for t in (p.cause, p.sentence) if t is not None]
            assert not any("«" in texts(text) and "»" in texts(text) for text in said)
