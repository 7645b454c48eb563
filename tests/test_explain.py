"""One picture at a time: what has happened, what is missing, and who may be told so."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, zip_longest

import pytest
from explain_turns import lay, picture, told, turns
from msgspec.structs import replace

from companion.engine import Atom
from companion.games.vienna import Options
from companion.play.people_turns import Shift, Span
from companion.session.evidence import Evidence, Reading, Stir
from companion.session.explain import Follower, explain
from companion.session.explain_early import Memory
from companion.session.explain_search import Search
from companion.session.explain_tree import Node
from companion.session.explain_verdicts import (
    Anchor,
    Choice,
    Explained,
    Impossible,
    Question,
    Unchanged,
    Unfinished,
    Unsure,
)
from companion.session.todo import Deed, Todo, todo

GAME, TURNS = turns(("entry", (), 3, "board"), 1)
BUILDINGS = {place.id for place in GAME.places(TURNS[0].start) if place.id.startswith("b")}
FULL, FULL_TURNS = turns(("full", (), 3, "full"), 1)


def takes_a_tile(span: Span) -> bool:
    return any(shift.piece.startswith("tile:") for shift in span.before_tap())


CAPTURE = next(span for span in TURNS[10:] if takes_a_tile(span))


def table_of(span: Span) -> Counter[Atom]:
    return Counter(GAME.expected_view(span.start).atoms)


def after(span: Span, *kinds: str) -> Counter[Atom]:
    """Do all of a turn, or only what is done with these kinds of pieces or places."""
    table = table_of(span)
    for shift in span.before_tap():
        name = f"{shift.piece} {shift.to or shift.origin}"
        if not kinds or any(kind in name for kind in kinds):
            lay(table, shift)
    return table


def look(span: Span, table: Counter[Atom], *, tap: bool = False, **claims: frozenset[str]):
    reading = replace(picture(table, claims.pop("silent", frozenset())), **claims)
    answers = told(span) if tap else ()
    return explain(GAME, Anchor(span.start), reading, answers, at_tap=tap)


def figures(span: Span) -> list[Atom]:
    """Return the figures on buildings that this turn does not touch."""
    touched = {place for shift in span.before_tap() for place in shift.places}
    view = GAME.expected_view(span.start).atoms
    return sorted(
        a
        for a in view
        if a.piece.startswith("agent:") and ":" not in a.place and a.place not in touched
    )


def test_a_table_that_shows_what_we_expect_is_unchanged():
    verdict = look(CAPTURE, table_of(CAPTURE))
    assert verdict == Unchanged(state=CAPTURE.start)


def test_a_whole_turn_in_one_picture_is_explained():
    """People are fast, and the camera was blocked: every move of the turn comes at once."""
    for span in TURNS:
        verdict = look(span, after(span), tap=True)
        assert isinstance(verdict, Explained)
        assert verdict.state == span.last.after
        assert Counter(verdict.moves) == Counter(part.turned.move for part in span.parts)


def test_a_turn_before_its_tap_is_explained_but_not_over():
    verdict = look(CAPTURE, after(CAPTURE))
    assert isinstance(verdict, Explained)
    assert verdict.state == CAPTURE.last.before


def test_pieces_put_back_are_an_undo():
    follower = Follower(GAME, Anchor(CAPTURE.start))
    assert isinstance(follower.explain(picture(after(CAPTURE))), Explained)
    assert isinstance(follower.explain(picture(table_of(CAPTURE))), Unchanged)


def test_what_the_board_does_not_show_yet_is_to_do():
    agents = after(CAPTURE, " b")
    verdict = look(CAPTURE, agents)
    assert isinstance(verdict, Unfinished)
    tile = next(s for s in CAPTURE.before_tap() if s.piece.startswith("tile:"))
    assert Todo(Deed.TAKE, tile.piece, origin=tile.origin) in verdict.todo
    assert verdict.todo == todo(GAME, verdict.state, picture(agents))


def test_a_score_half_moved_is_moved_on_and_nobody_is_accused():
    table = after(CAPTURE)
    scored = [s for s in CAPTURE.before_tap() if s.to and s.to.startswith("score:")]
    start, last = int(scored[0].origin.partition(":")[2]), scored[-1]
    lay(table, replace(last, origin=last.to, to=f"score:{start + 1}"))
    verdict = look(CAPTURE, table, tap=False)
    assert isinstance(verdict, Unfinished)
    assert verdict.todo == (Todo(Deed.MOVE, last.piece, f"score:{start + 1}", last.to),)


def test_a_step_out_of_sight_is_known_by_what_it_brings_though_the_investigator_is_late():
    """The marker stands in the colour of its field: the token was turned for it, and tells."""
    for span in TURNS:
        shifts = list(span.before_tap())
        if not any(shift.piece == "investigator" for shift in shifts):
            continue
        table = table_of(span)
        for shift in shifts:
            if shift.piece != "investigator":
                lay(table, shift)
        stepped = {shift.piece for shift in shifts if shift.piece.startswith("marker:")}
        places = GAME.places(span.start)
        vague = frozenset(Atom(p.id, m) for p in places for m in stepped if m in p.holds)
        verdict = look(
            span, Counter(a for a in table.elements() if a not in vague), tap=True, vague=vague
        )
        assert isinstance(verdict, Unsure)
        assert verdict.likely
        assert verdict.state == span.last.after
        assert [(todo.piece, todo.deed) for todo in verdict.todo] == [("investigator", Deed.MOVE)]


def handled(span: Span) -> Memory:
    """Remember hands that made one move after the other."""
    stirred: dict[str, Stir] = {}
    for number, part in enumerate(span.parts):
        for place in {place for shift in part.shifts for place in shift.places}:
            now = Stir(10.0 * number, 10.0 * number + 1)
            stirred[place] = now | stirred.get(place, now)
    return Memory(stirred, tapped_s=10.0 * len(span.parts))


def test_a_score_that_lags_makes_no_other_turn_of_what_hands_have_done():
    """A step before the tile scores less than after it: the hands tell that it came after."""
    tried = 0
    for span in TURNS:
        scored = [s for s in span.before_tap() if s.origin and (s.to or "").startswith("score:")]
        if not scored:
            continue
        first, last = (int(f.partition(":")[2]) for f in (scored[0].origin, scored[-1].to))
        for field in range(first, last):
            table = after(span)
            lay(table, replace(scored[-1], origin=scored[-1].to, to=f"score:{field}"))
            follower = Follower(GAME, Anchor(span.start))
            verdict = follower.explain(
                picture(table), told(span), at_tap=True, memory=handled(span)
            )
            asks = isinstance(verdict, Question | Unsure)
            choices = verdict.choices if asks else (verdict,)
            ends = any(choice.moves[-1:] == (span.last.move,) for choice in choices)
            assert not ends or span.last.after in [choice.state for choice in choices]
            tried += 1
    assert tried > 100


def _kind(move: object) -> str:
    return type(move).__name__


def test_points_of_their_own_do_not_turn_round_what_people_were_shown():
    """With a bonus the same moves in another order would fit a score that is short."""
    game, played = turns(("full", ("third-man", "feld"), 4, "board"), 3)
    asked = 0
    for span in played[20:]:
        scored = [s for s in span.before_tap() if s.origin and (s.to or "").startswith("score:")]
        moves = tuple(part.turned.move for part in span.parts)
        if not scored or len(moves) < 3 or span.after_tap():
            continue
        first, last = (int(f.partition(":")[2]) for f in (scored[0].origin, scored[-1].to))
        for field in range(first + 1, last):
            table = Counter(game.expected_view(span.start).atoms)
            for shift in span.before_tap():
                lay(table, shift)
            lay(table, replace(scored[-1], origin=scored[-1].to, to=f"score:{field}"))
            follower = Follower(game, Anchor(span.start))
            unseen, verdict = (
                follower.explain(picture(table), told(span), at_tap=True, memory=memory)
                for memory in (Memory(), Memory(seen=moves[:1]))
            )
            # Who has taken the tile of a tap has moved the score for it, too.
            bonus = "CardBonus" in map(_kind, getattr(unseen, "moves", ())[:-2])
            assert not bonus or moves[0] not in unseen.moves
            choices = verdict.choices if isinstance(verdict, Question) else (verdict,)
            others = [c for c in choices if c.moves[:1] != moves[:1] and moves[0] in c.moves]
            turned = [c for c in others if len(c.moves) > len(moves)]
            shown = [c for c in choices if c.moves[:1] == moves[:1]]
            assert shown or not turned
            asked += bool(turned)
    assert asked


def test_the_order_of_moves_is_asked_for_where_the_score_does_not_tell_it():
    """A step taken before the tile scores less than one taken after it."""
    table = after(CAPTURE)
    scored = [s for s in CAPTURE.before_tap() if s.to and s.to.startswith("score:")]
    start, last = int(scored[0].origin.partition(":")[2]), scored[-1]
    lay(table, replace(last, origin=last.to, to=f"score:{start + 1}"))
    verdict = look(CAPTURE, table, tap=True)
    assert isinstance(verdict, Unsure)  # where people put the score will tell
    assert {f"score:{start + 1}", last.to} <= verdict.places
    one, other = verdict.choices
    assert Counter(one.moves) == Counter(other.moves)
    assert one.todo == (Todo(Deed.MOVE, last.piece, f"score:{start + 1}", last.to),)
    assert other.todo != one.todo


def test_an_order_that_only_a_score_could_tell_is_asked_for_where_the_score_is_out_of_sight():
    table = after(CAPTURE)
    piece = next(s.piece for s in CAPTURE.before_tap() if (s.to or "").startswith("score:"))
    fields = {p.id for p in GAME.places(CAPTURE.start) if p.id.startswith("score:")}
    vague = frozenset(Atom(field, piece) for field in fields)
    reading = replace(picture(table - Counter(vague)), vague=vague)
    verdict = explain(GAME, Anchor(CAPTURE.start), reading, told(CAPTURE), at_tap=True)
    assert isinstance(verdict, Unsure)
    assert not verdict.likely
    one, other = verdict.choices
    assert Counter(one.moves) == Counter(other.moves)
    assert one.state != other.state
    assert CAPTURE.last.after in (one.state, other.state)


def test_nobody_is_asked_for_an_order_that_makes_no_difference():
    """A tile was taken from another square, and people were shown the same moves in another order."""
    asked = 0
    for span in filter(takes_a_tile, TURNS):
        table = after(span)
        tile = next(s for s in span.before_tap() if s.piece.startswith("tile:"))
        wrong = next(a for a in sorted(table) if a.piece.startswith("tile:"))
        table += Counter({Atom(tile.origin, tile.piece): 1, wrong: -1})
        *moves, _tap = (part.turned.move for part in span.parts)
        seen = Memory(seen=tuple(reversed(moves)))
        follower = Follower(GAME, Anchor(span.start))
        verdict = follower.explain(picture(table), told(span), at_tap=True, memory=seen)
        choices = getattr(verdict, "choices", ())
        assert len({GAME.expected_view(one.state).atoms for one in choices}) == len(choices)
        asked += not choices and span.last.after == verdict.state
    assert asked > 3


def touched(choice: Choice) -> dict[str, Stir]:
    """Say when hands were where, if they made these moves one after the other."""
    spans, node = {}, Node(GAME, CAPTURE.start)
    for number, move in enumerate(choice.moves):
        node = node.after(move)
        for atom in node.come | node.gone:
            span = Stir(number, number + 0.5)
            spans[atom.place] = span | spans.get(atom.place, span)
    return spans


def test_what_was_touched_first_is_shown_first_until_a_tap_makes_it_a_question():
    """Hands work in any order, and a score that fits none of them bears none of them out."""
    table = after(CAPTURE)
    scored = [s for s in CAPTURE.before_tap() if s.to and s.to.startswith("score:")]
    start, last = int(scored[0].origin.partition(":")[2]), scored[-1]
    lay(table, replace(last, origin=last.to, to=f"score:{start + 1}"))
    follower, answers = Follower(GAME, Anchor(CAPTURE.start)), told(CAPTURE)
    question = follower.explain(picture(table), answers, at_tap=True)
    assert isinstance(question, Unsure)
    assert not question.likely
    for choice in question.choices:
        memory = Memory(touched(choice))
        shown = follower.explain(picture(table), answers[:-1], memory=memory)
        assert isinstance(shown, Unfinished)
        assert (shown.moves, shown.todo) == (choice.moves[:-1], choice.todo)
        asked = follower.explain(picture(table), answers, at_tap=True, memory=memory)
        assert asked == question


def test_a_figure_knocked_over_is_to_be_set_up_again():
    fallen = next(a for a in figures(CAPTURE) if a.piece != agent_of(CAPTURE))
    table = after(CAPTURE)
    table[fallen] -= 1
    for tap in (False, True):
        verdict = look(CAPTURE, table, tap=tap)
        assert isinstance(verdict, Unfinished)
        assert verdict.todo == (Todo(Deed.PUT, fallen.piece, to=fallen.place),)


def test_a_figure_that_fell_is_no_excuse_to_blame_another_piece():
    """What the fallen figure looks like is not what the piece astray looks like."""
    fallen = next(a for a in figures(CAPTURE) if a.piece != agent_of(CAPTURE))
    token = next(a for a in table_of(CAPTURE) if a.place == "investigation")
    other = "token:front" if token.piece == "token:x" else "token:x"
    table = after(CAPTURE)
    table[fallen] -= 1
    lay(table, Shift(token.piece, token.place, token.place, turned=other))
    assert not isinstance(look(CAPTURE, table), Impossible)


def test_a_tile_from_the_wrong_square_goes_back():
    right = next(s for s in CAPTURE.before_tap() if s.piece.startswith("tile:"))
    wrong = next(
        a
        for a in sorted(GAME.expected_view(CAPTURE.last.before).atoms)
        if a.piece.startswith("tile:") and a.piece != right.piece
    )
    table = after(CAPTURE)
    table[wrong] -= 1
    table[Atom(right.origin, right.piece)] += 1
    verdict = look(CAPTURE, table, tap=True)
    assert isinstance(verdict, Unfinished)
    assert {(item.deed, item.places) for item in verdict.todo} == {
        (Deed.PUT, (wrong.place,)),
        (Deed.TAKE, (right.origin,)),
    }


def agent_of(span: Span) -> str:
    return f"agent:{span.start.seats[span.seat].colour}"


def other_move(span: Span) -> Shift:
    """Return an agent of another seat from the supply, on a building where it may stand."""
    following = TURNS[TURNS.index(span) + 1]
    first = next(following.before_tap())
    assert first.piece != agent_of(span)
    return first


EARLY = next(
    span
    for span, following in pairwise(TURNS[8:])
    if span.seat != following.seat
    and (first := next(following.before_tap())).to
    and first.to.startswith("b")
    and not {p for s in span.before_tap() for p in s.places} & first.places
)


def test_who_moves_before_the_other_has_tapped_is_told_so():
    table = after(EARLY)
    early = other_move(EARLY)
    lay(table, early)
    verdict = look(EARLY, table)
    assert isinstance(verdict, Impossible)
    assert verdict.refused.rule == "vienna.rule.not-your-turn"
    assert early.to in verdict.places
    assert any(early.to in item.places for item in verdict.todo)


def test_once_the_turn_is_tapped_off_the_early_move_is_a_move():
    table = after(EARLY)
    lay(table, other_move(EARLY))
    verdict = look(EARLY, table, tap=True)
    assert isinstance(verdict, Explained)
    assert verdict.state == EARLY.last.after
    following = explain(GAME, verdict.anchor, picture(table))
    assert isinstance(following, Unfinished | Explained)
    assert len(following.moves) == 1


def test_several_turns_between_two_pictures_are_all_found():
    one, two = EARLY, TURNS[TURNS.index(EARLY) + 1]
    table = after(one)
    for shift in (*one.after_tap(), *two.before_tap()):
        lay(table, shift)
    answers = [*told(one), *told(two)]
    verdict = explain(GAME, Anchor(one.start), picture(table), answers, at_tap=True)
    assert isinstance(verdict, Explained)
    assert verdict.state == two.last.after


def test_two_agents_of_one_colour_on_a_building_break_a_rule():
    own = next(a for a in figures(CAPTURE) if a.piece == agent_of(CAPTURE))
    table = table_of(CAPTURE)
    table[own] += 1
    verdict = look(CAPTURE, table)
    assert isinstance(verdict, Impossible)
    assert verdict.refused.rule == "vienna.rule.own-agent-there"
    assert verdict.places == {own.place}
    assert verdict.todo == (Todo(Deed.TAKE, own.piece, origin=own.place),)


def test_nobody_is_accused_for_a_place_that_was_read_badly():
    own = next(a for a in figures(CAPTURE) if a.piece == agent_of(CAPTURE))
    table = table_of(CAPTURE)
    table[own] += 1
    verdict = look(CAPTURE, table, sureness={own.place: 0.5})
    assert verdict == Unsure(places=frozenset({own.place}))


def test_a_turn_without_its_marker_cannot_end():
    verdict = look(TURNS[0], table_of(TURNS[0]), tap=True)
    assert isinstance(verdict, Impossible)
    assert verdict.refused.rule == "vienna.rule.marker-not-advanced"


def places_of(span: Span) -> set[str]:
    return {place for shift in span.before_tap() for place in shift.places}


def test_hidden_places_are_never_evidence():
    """Whatever a sleeve covers, nobody is accused, and nothing wrong is recorded."""
    for span in TURNS[::9]:
        for hidden in sorted(places_of(span)):
            table = after(span)
            mid = look(span, table, silent=frozenset({hidden}))
            assert not isinstance(mid, Impossible | Question)
            verdict = look(span, table, tap=True, silent=frozenset({hidden}))
            assert isinstance(verdict, Unsure | Explained)
            assert isinstance(verdict, Unsure) or verdict.state == span.last.after


def test_an_agent_put_down_under_a_sleeve_makes_us_look_again():
    plain = next(span for span in TURNS if not takes_a_tile(span) and len(span.parts) == 3)
    landed = next(s for s in plain.before_tap() if s.to and s.to.startswith("b"))
    verdict = look(plain, after(plain), tap=True, silent=frozenset({landed.to}))
    assert isinstance(verdict, Unsure)
    assert landed.to in verdict.places


@pytest.mark.parametrize(("version", "seed"), [("full", 1), ("full", 2), ("entry", 2)])
def test_two_players_at_once_are_told_apart_or_asked_about(version, seed):
    """The next player has moved everything before this one taps: whose step is which?"""
    game, played = turns((version, (), 3, "board"), seed)
    found: Counter[str] = Counter()
    for span, later in pairwise(played):
        if span.last.after != later.start or span.after_tap():
            continue
        table, stirred = Counter(game.expected_view(span.start).atoms), {}
        hands = zip_longest(span.before_tap(), later.before_tap())
        for time_s, shift in enumerate(s for both in hands for s in both if s is not None):
            lay(table, shift)
            for place in shift.places:
                now = Stir(time_s, time_s + 0.5)
                stirred[place] = now | stirred.get(place, now)
        memory = Memory(stirred, tapped_s=100.0)
        follower = Follower(game, Anchor(span.start))
        verdict = follower.explain(picture(table), told(span), at_tap=True, memory=memory)
        asked = isinstance(verdict, Question)
        states = [one.state for one in (verdict.choices if asked else (verdict,))]
        assert span.last.after in states or isinstance(verdict, Unsure)
        found["asked" if asked else "told apart"] += 1
    assert found["told apart"] > 20


def test_what_nobody_has_touched_is_there_though_it_can_hardly_be_seen():
    """An agent was put down; another of its colour is unclear: was it moved there from here?"""

    def own(span: Span) -> list[Atom]:
        landed = [s for s in span.before_tap() if s.to in BUILDINGS]
        return [a for a in figures(span) for s in landed if a.piece == s.piece and not s.origin]

    asked = 0
    for span in TURNS:
        for atom in own(span):
            table = Counter(a for a in after(span).elements() if a != atom)
            reading = replace(picture(table), vague=frozenset({atom}))
            plain, blind, dark = (
                Follower(GAME, Anchor(span.start)).explain(
                    reading, told(span), at_tap=True, memory=memory
                )
                for memory in (handled(span), Memory(), replace(handled(span), watched=False))
            )
            assert isinstance(plain, Explained)
            assert plain.state == span.last.after
            assert type(blind) is type(dark)
            asked += isinstance(blind, Unsure)
    assert asked > 5


def test_a_marker_left_too_far_is_not_the_next_players_step():
    """Somebody chose which turn it was; the marker that went too far is still to be put back."""
    span = TURNS[10]
    view = GAME.expected_view(span.start).atoms
    taken = 0
    for marker in (atom for atom in sorted(view) if atom.piece.startswith("marker:")):
        track, _, field = marker.place.rpartition(":")
        astray = Atom(f"{track}:{int(field) + 1}", marker.piece)
        reading = picture(Counter(view - {marker} | {astray}))
        taken += isinstance(explain(GAME, Anchor(span.start), reading), Explained)
        verdict = explain(GAME, Anchor(span.start, frozenset({marker, astray})), reading)
        assert isinstance(verdict, Unfinished)
        assert verdict.moves == ()
        assert verdict.todo == (Todo(Deed.MOVE, marker.piece, astray.place, marker.place),)
    assert taken, "without the debt it would be a step that scores nothing"


def test_people_are_to_look_where_nothing_moved_that_should_have_and_nobody_can_see():
    """The token was to be turned over; no hand was there, and it cannot be read."""
    token = "investigation"
    sides = frozenset(Atom(token, side) for side in ("token:front", "token:x"))
    tried = 0
    for span in TURNS:
        turned = [shift for shift in span.before_tap() if token in shift.places]
        memory = handled(span)
        if not turned or span.after_tap():
            continue
        stirred = {place: span for place, span in memory.stirred.items() if place != token}
        seen = picture(after(span))
        unclear = replace(seen, atoms=seen.atoms - sides, vague=sides)
        verdict = Follower(GAME, Anchor(span.start)).explain(
            unclear, told(span), at_tap=True, memory=replace(memory, stirred=stirred)
        )
        assert isinstance(verdict, Unsure)
        assert (verdict.places, verdict.likely) == ({token}, True)
        assert verdict.state == span.last.after
        tried += 1
    assert tried > 1


def test_a_marker_that_is_hard_to_see_may_have_gone_where_something_moved_beside_it():
    track = frozenset(Atom(f"info:flask:{n}", "marker:flask") for n in range(6))
    known = frozenset({Atom("info:flask:3", "marker:flask")})
    seen = Reading(frozenset(), vague=track)
    assert seen.unless_stirred(known, {"s01"}).atoms == known
    beside = seen.unless_stirred(known, {"info:flask:4"})
    assert not beside.atoms
    assert known < beside.vague


def test_out_of_budget_means_unsure():
    search = Search(Evidence(picture(after(CAPTURE, " b"))), frozenset())
    search.left = 1
    search.run(Node(GAME, CAPTURE.start))
    assert search.gave_up


def test_a_plain_turn_counts_though_there_is_more_out_of_sight_than_we_can_think_about(monkeypatch):
    monkeypatch.setattr("companion.session.explain_search.DEEP_BUDGET", 3)
    counted = 0
    for span in TURNS:
        table = after(span)
        still = GAME.expected_view(span.start).atoms & table.keys()
        marker = next(a for a in sorted(still) if a.piece.startswith("marker:"))
        unclear = Counter({atom: n for atom, n in table.items() if atom != marker})
        reading = replace(picture(unclear), vague=frozenset({marker}))
        verdict = explain(GAME, Anchor(span.start), reading, told(span), at_tap=True)
        counted += isinstance(verdict, Explained) and verdict.state == span.last.after
    assert counted > len(TURNS) / 2


def test_a_turn_of_which_a_consequence_is_out_of_sight_is_likely_however_much_else_might_be(
    monkeypatch,
):
    monkeypatch.setattr("companion.session.explain_search.DEEP_BUDGET", 3)
    tile = next(s.origin for s in CAPTURE.before_tap() if s.piece.startswith("tile:"))
    seen = {atom: n for atom, n in after(CAPTURE).items() if atom.place != tile}
    before = frozenset(a for a in GAME.expected_view(CAPTURE.start).atoms if a.place == tile)
    reading = replace(picture(Counter(seen)), vague=before)
    verdict = explain(GAME, Anchor(CAPTURE.start), reading, told(CAPTURE), at_tap=True)
    assert isinstance(verdict, Unsure)
    assert verdict.likely
    assert verdict.state == CAPTURE.last.after


def test_whoever_taps_on_a_table_beyond_us_is_told_where_it_does_not_fit_and_may_agree():
    span, later = TURNS[12], TURNS[26]
    verdict = look(span, table_of(later), tap=True)
    assert isinstance(verdict, Unsure)
    assert verdict.moves[-1] == span.last.move
    shown = Evidence(picture(table_of(later)))
    assert verdict.places == shown.gap(GAME.expected_view(verdict.state)).places


def test_whoever_taps_before_his_turn_can_end_is_told_where_to_look_however_much_might_be(
    monkeypatch,
):
    """His step is missing, and another marker cannot be made out."""
    monkeypatch.setattr("companion.session.explain_search.DEEP_BUDGET", 3)
    looked = 0
    for span in TURNS:
        table = +after(span)
        known = GAME.expected_view(span.start).atoms
        moved = {a.piece for a in known - table.keys() if a.piece.startswith("marker:")}
        still = next(a for a in sorted(known) if a.piece.startswith("marker:") and a in table)
        lies = {a for a in table if a.piece not in moved and a != still}
        lies |= {a for a in known if a.piece in moved}
        reading = replace(picture(Counter(lies)), vague=frozenset({still}))
        verdict = explain(GAME, Anchor(span.start), reading, told(span), at_tap=True)
        if isinstance(verdict, Unsure):
            assert verdict.places
            looked += 1
    assert looked > 10


def test_what_the_phone_must_tell_is_not_made_up():
    """An agent is on the board, but nobody has said yet which drawer the card went into."""
    span = next(
        s
        for s in FULL_TURNS
        if s.parts[0].typed and not s.parts[1].typed and s.parts[0].turned.ask.kind == "stow"
    )
    table = Counter(FULL.expected_view(span.start).atoms)
    for shift in span.parts[1].shifts:
        lay(table, shift)
    early = explain(FULL, Anchor(span.start), picture(table))
    assert isinstance(early, Unfinished)
    assert early.waiting == (span.parts[0].turned.ask.id,)
    assert early.moves == ()
    verdict = explain(FULL, Anchor(span.start), picture(table), told(span)[:1])
    assert [type(move) for move in verdict.moves[:2]] == [
        type(part.turned.move) for part in span.parts[:2]
    ]


def test_set_up_is_read_from_one_picture():
    laid = TURNS[0].start
    seats = laid.seats
    options = Options(
        tuple(seat.colour for seat in seats), tracking=tuple(seat.tracking for seat in seats)
    )
    verdict = explain(GAME, Anchor(GAME.setup(options)), Reading(GAME.expected_view(laid).atoms))
    assert not isinstance(verdict, Impossible)
    assert verdict.state.squares == laid.squares


def test_a_tap_is_told():
    with pytest.raises(ValueError, match="told"):
        explain(GAME, Anchor(CAPTURE.start), picture(table_of(CAPTURE)), at_tap=True)


def test_a_score_marker_that_goes_back_has_scored_nothing():
    seat = CAPTURE.start.seats[CAPTURE.seat]
    back = Atom(f"score:{(seat.score - 2) % 100}", f"agent:{seat.colour}")
    on = Atom(f"score:{(seat.score + 2) % 100}", f"agent:{seat.colour}")
    assert GAME.attempts(CAPTURE.start, frozenset(), frozenset({back})) == ()
    assert len(GAME.attempts(CAPTURE.start, frozenset(), frozenset({on}))) == 1


def test_a_score_between_two_fields_does_not_settle_how_far_a_marker_went():
    asked = 0
    for span in TURNS[:30]:
        step = next((s for s in span.before_tap() if s.piece.startswith("marker:")), None)
        if step is None:
            continue
        table, agent = after(span), agent_of(span)
        track, number = step.to.rsplit(":", 1)
        lay(table, replace(step, origin=step.to, to=f"{track}:{int(number) + 1}"))
        seen = picture(table)
        score = next(a for a in seen.atoms if a.piece == agent and a.place.startswith("score:"))
        further = Atom(f"score:{int(score.place.partition(':')[2]) + 1}", agent)
        too_far = look(span, table, tap=True)
        twice = look(span, table, tap=True, atoms=seen.atoms - {score} | {further})
        if not isinstance(twice, Explained) or isinstance(too_far, Explained | Question):
            continue
        follower, hands = Follower(GAME, Anchor(span.start)), {score.place, f"{track}:{number}"}
        hands |= {place for shift in span.before_tap() for place in shift.places}
        touched = dict.fromkeys(hands, Stir(0.0, 1.0))
        between = replace(seen, alike={further: score})
        verdict = follower.explain(between, told(span), at_tap=True, memory=Memory(touched))
        assert isinstance(verdict, Question)
        once = tuple(part.turned.move for part in span.parts)
        assert {once, twice.moves} <= {choice.moves for choice in verdict.choices}
        asked += 1
    assert asked
