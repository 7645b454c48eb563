"""What nobody can see for sure: people are asked to look there, before anything is made up."""

from __future__ import annotations

from collections import Counter

from explain_turns import lay, picture, told, turns
from msgspec.structs import replace

from companion.engine import Atom
from companion.games.vienna.moves import Place, Relocate, SetThirdMan
from companion.play.people_turns import Span
from companion.session.evidence import Reading, Stir
from companion.session.explain import Follower
from companion.session.explain_early import Memory
from companion.session.explain_tree import Node, options_seen
from companion.session.explain_verdicts import (
    Anchor,
    Explained,
    Impossible,
    Question,
    Unfinished,
    Unsure,
)

GAME, TURNS = turns(("full", (), 3, "board"), 1)
GUESTS, GUEST_TURNS = turns(("full", ("feld",), 3, "board"), 2)


def after(game, span: Span) -> Counter[Atom]:
    """Do all of a turn."""
    table = Counter(game.expected_view(span.start).atoms)
    for shift in span.before_tap():
        lay(table, shift)
    return +table


def judge(game, span: Span, reading: Reading, memory: Memory | None = None):
    """Explain a picture at the tap."""
    follower = Follower(game, Anchor(span.start))
    return follower.explain(reading, told(span), at_tap=True, memory=memory or Memory())


def hands(span: Span) -> dict[str, Stir]:
    """Say that hands were wherever a turn moves something."""
    return {place: Stir(1.0, 2.0) for shift in span.before_tap() for place in shift.places}


def steps(span: Span):
    """Return the markers that a turn advances."""
    return [s for s in span.before_tap() if s.piece.startswith("marker:") and s.origin and s.to]


def field(place: str, further: int) -> str:
    track, _, number = place.rpartition(":")
    return f"{track}:{int(number) + further}"


STEPS = [(span, steps(span)[0]) for span in TURNS if len(steps(span)) == 1]


def test_a_marker_that_is_seen_nowhere_is_looked_for_where_it_may_stand():
    """It went two fields instead of one, to one of its own colour."""
    tried = 0
    for span, step in STEPS:
        table = after(GAME, span)
        table[Atom(step.to, step.piece)] -= 1
        too_far = Atom(field(step.to, 1), step.piece)
        if too_far.place not in {place.id for place in GAME.places(span.start)}:
            continue
        seen = replace(picture(+table), vague=frozenset({too_far}))
        verdict = judge(GAME, span, seen)
        if isinstance(verdict, Unsure):
            assert too_far.place in verdict.places
            tried += 1
        else:  # unless two steps fit as well
            assert isinstance(verdict, Question)
    assert tried > 10


def test_points_are_no_bonus_while_a_marker_may_have_moved_unseen():
    """Whatever it was that moved there may be what they are for."""
    looked = 0
    for span, step in STEPS:
        table = after(GAME, span)
        scored = [s for s in span.before_tap() if (s.to or "").startswith("score:")]
        others = [a for a in table if a.piece.startswith("marker:") and a.piece != step.piece]
        if not scored:
            continue
        lay(table, replace(scored[-1], origin=scored[-1].to, to=field(scored[-1].to, 1)))
        still = sorted(others)[0]
        plain = judge(GAME, span, picture(table), Memory(hands(span)))
        table[still] -= 1
        doubtful = replace(picture(+table), vague=frozenset({still}))
        stirred = Memory(hands(span) | {still.place: Stir(1.0, 2.0)})
        verdict = judge(GAME, span, doubtful, stirred)
        if isinstance(plain, Explained):
            assert isinstance(verdict, Unsure)
            assert still.place in verdict.places
            looked += 1
    assert looked > 3


def test_a_step_that_nobody_can_have_made_in_this_turn_is_looked_at():
    looked = 0
    for span, step in STEPS:
        rest = [s for part in span.parts if step not in part.shifts for s in part.shifts]
        made = {
            place
            for part in span.parts
            for s in part.shifts
            if step in part.shifts
            for place in s.places
        }
        stirred = {place: Stir(1.0, 2.0) for s in rest for place in s.places - made}
        assert isinstance(
            judge(GAME, span, picture(after(GAME, span)), Memory(hands(span))), Explained
        )
        verdict = judge(GAME, span, picture(after(GAME, span)), Memory(stirred))
        if stirred:
            assert isinstance(verdict, Unsure)
            assert verdict.places & made
            looked += 1
    assert looked > 10


def test_what_lies_wrong_is_named_beside_what_cannot_be_seen():
    """A tile was taken from another square, and a marker of this turn cannot be made out."""
    tried = 0
    for span, step in STEPS:
        table = after(GAME, span)
        tiles = [s for s in span.before_tap() if s.piece.startswith("tile:")]
        wrong = next(
            (a for a in sorted(table) if a.place.startswith("s") and ":" not in a.place), None
        )
        if len(tiles) != 1 or wrong is None:
            continue
        table[wrong] -= 1
        table[Atom(tiles[0].origin, tiles[0].piece)] += 1
        track = step.to.rpartition(":")[0]
        vague = frozenset(
            Atom(p.id, step.piece)
            for p in GAME.places(span.start)
            if p.id.rpartition(":")[0] == track
        )
        table -= Counter(vague)
        verdict = judge(GAME, span, replace(picture(+table), vague=vague))
        if isinstance(verdict, Unsure) and verdict.state == span.last.after:
            assert {wrong.place, tiles[0].origin} <= verdict.places
            tried += 1
    assert tried > 3


def walks(game, span: Span, come: Atom) -> list[Atom]:
    """Return the like of a newcomer that may seem to have walked to its place."""
    view = game.expected_view(span.start).atoms
    return sorted(a for a in view if a.piece == come.piece and a.place.startswith("b"))


def newcomers(game, spans, *, feld: bool):
    """Return the turns that bring a figure from the supply, and who it is."""
    for span in spans:
        for part in span.parts:
            move = part.turned.move
            if isinstance(move, Place) and move.feld is feld:
                name = f"{'feld' if feld else 'agent'}:{span.start.seats[move.seat].colour.value}"
                yield span, Atom(move.building, name)


def test_who_was_seen_beside_a_newcomer_has_not_walked_there():
    """He fell over since; the newcomer is from the supply."""
    asked = 0
    for span, come in newcomers(GAME, TURNS, feld=False):
        for fallen in walks(GAME, span, come)[:3]:
            table = after(GAME, span)
            table[fallen] -= 1
            seen = picture(+table)
            blind = judge(GAME, span, seen, Memory(hands(span)))
            known = Memory(hands(span), together={come.place: frozenset({fallen})})
            verdict = judge(GAME, span, seen, known)
            if isinstance(blind, Explained) and any(isinstance(m, Relocate) for m in blind.moves):
                assert isinstance(verdict, Question)
                assert span.last.after in [choice.state for choice in verdict.choices]
                asked += 1
    assert asked > 0


def test_a_newcomer_may_be_what_it_seems_to_be_though_another_could_have_walked_there():
    asked = 0
    for span, come in newcomers(GUESTS, GUEST_TURNS, feld=True):
        like = replace(come, piece=come.piece.replace("feld:", "agent:"))
        for fallen in walks(GUESTS, span, like):
            table = after(GUESTS, span)
            if not table[come]:
                continue
            table[fallen] -= 1
            seen = replace(picture(+table), alike={like: come})
            verdict = judge(GUESTS, span, seen, Memory(hands(span)))
            if isinstance(verdict, Question):
                assert span.last.after in [choice.state for choice in verdict.choices]
                asked += 1
            else:
                assert not isinstance(verdict, Explained)
    assert asked > 0


def test_nothing_comes_or_goes_where_nobody_was():
    agent, tile = Atom("b05", "agent:red"), Atom("s01", "tile:flask")
    ghost, elsewhere = Atom("b07", "agent:blue"), Atom("b09", "agent:red")
    known = frozenset({agent, tile})
    gone = Reading(frozenset({tile}))
    assert gone.unless_touched(known, {"s01"}).atoms == known
    assert gone.unless_touched(known, {"b05"}) == gone
    assert Reading(known | {ghost}).unless_touched(known, {"b05"}) == Reading(
        known, vague=frozenset({ghost})
    )
    # Who is seen where a hand was has gone from where he stood, whoever saw the hand there.
    walked = Reading(frozenset({tile, elsewhere}))
    assert walked.unless_touched(known, {"b09"}) == walked
    hidden = Reading(frozenset({tile}), silent=frozenset({"b05"}))
    assert hidden.unless_touched(known, {"s01"}) == hidden


def test_a_score_beside_its_field_is_looked_at_before_it_begins_the_next_turn():
    """Where a marker is at its end, a step brings a point and moves nothing else."""
    tried = 0
    for span in [one for seed in (1, 2) for one in turns(("full", (), 3, "board"), seed)[1]]:
        ended = span.last.after
        later = Node(GAME, ended)
        for move in options_seen(later):
            child = later.after(move)
            if not isinstance(child, Node) or child.turn in (None, span.seat):
                continue
            changed = child.come | child.gone
            if len(changed) != 2 or not all(atom.place.startswith("score:") for atom in changed):
                continue
            table = after(GAME, span)
            table.subtract(child.gone)
            table.update(child.come)
            fell = {atom.place: Stir(0.5, 0.6) for atom in changed}
            memory = Memory(hands(span) | fell, tapped_s=3.0)
            verdict = judge(GAME, span, picture(+table), memory)
            assert isinstance(verdict, Unsure | Question), verdict
            if isinstance(verdict, Unsure):
                assert {atom.place for atom in child.come} <= verdict.places
                tried += 1
    assert tried > 1


def test_a_late_score_between_two_fields_bears_no_order_out_where_a_step_is_unclear():
    """On the one field it is on its way by the moves in one order, on the other by another."""
    tried = 0
    game, spans = turns(("entry", (), 2, "board"), 1)
    for span in spans:
        scored = [s for s in span.before_tap() if (s.to or "").startswith("score:")]
        stepped = {Atom(step.to, step.piece) for step in steps(span)}
        for lag in scored[:-1] if stepped else ():
            last, table = scored[-1], after(game, span)
            if lag.piece != last.piece:
                continue
            lay(table, replace(last, origin=last.to, to=field(lag.to, 1)))
            seen = picture(table)
            beside = {Atom(lag.to, last.piece): Atom(field(lag.to, 1), last.piece)}
            unclear = replace(
                seen, atoms=seen.atoms - stepped, vague=frozenset(stepped), alike=beside
            )
            verdict = judge(game, span, unclear, Memory())
            right = getattr(verdict, "state", None) == span.last.after
            assert right or not getattr(verdict, "likely", False) or not verdict.todo, verdict
            tried += 1
    assert tried > 9


def test_a_tap_may_wait_for_nothing_but_what_is_out_of_sight():
    """Where the third man may go to either of two houses, no turn ends before he has gone."""
    tried = 0
    for game, spans in (turns(("full", ("third-man",), 3, "board"), seed) for seed in (10, 26)):
        for span in spans:
            if not any(isinstance(part.turned.move, SetThirdMan) for part in span.parts):
                continue
            houses = [p.id for p in game.places(span.start) if "third_man" in p.holds]
            vague = frozenset(Atom(house, "third_man") for house in houses)
            table = after(game, span) - Counter(vague)
            verdict = judge(game, span, replace(picture(table), vague=vague), Memory(hands(span)))
            assert isinstance(verdict, Unsure)
            assert span.last.after in [verdict.state, *(way.state for way in verdict.choices)]
            tried += 1
    assert tried > 2


def test_nobody_is_told_to_move_a_figure_because_he_took_a_tile_beside_another_house():
    """Where a figure stands that is nowhere to be seen, nobody is sworn to have been put elsewhere."""
    game, spans = turns(("full", ("feld",), 2, "full"), 2)
    asked = 0
    for span in spans:
        guest = f"feld:{span.start.seats[1 - span.seat].colour}"
        houses = [place.id for place in game.places(span.start) if guest in place.holds]
        right = next((s for s in span.before_tap() if s.piece.startswith("tile:")), None)
        lying = after(game, span)
        for wrong in [a for a in lying if right and a.piece == right.piece and a.place[0] == "s"]:
            table = lying - Counter([wrong]) + Counter([Atom(right.origin, right.piece)])
            vague = frozenset(Atom(house, guest) for house in houses) - table.keys()
            verdict = judge(game, span, replace(picture(table), vague=vague))
            if isinstance(verdict, Question):
                assert span.last.after in [choice.state for choice in verdict.choices]
                asked += 1
            else:
                assert isinstance(verdict, Unfinished)
                assert verdict.state == span.last.after
    assert asked


def test_nobody_is_accused_because_somebody_may_stand_where_nobody_sees():
    """Phones have told what follows a figure that is late; another may be hidden, and explains that."""
    game, spans = turns(("full", ("third-man", "feld"), 4, "full"), 11)
    span = spans[25]
    table = Counter(game.expected_view(span.start).atoms)
    for shift in span.before_tap():
        if ":" in (shift.to or shift.origin) or shift.piece.startswith("tile:"):
            lay(table, shift)
    follower = Follower(game, Anchor(span.start))
    verdict = follower.explain(picture(table, frozenset({"b13"})), told(span)[:-2])
    assert not isinstance(verdict, Impossible)
