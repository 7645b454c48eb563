"""One turn at a running table: hands, a picture, a tap, and what people say about it."""

from __future__ import annotations

from table_room import ALL, BY_HOST, CARDS, ENTRY, Room, by, two_agents

from companion.engine import Atom, CueKind
from companion.games.vienna.moves import Advance, Done, Place, Stash
from companion.games.vienna.words import Info
from companion.play.match import Turned
from companion.session.commands import Answer, Choose, No, Override, Sight
from companion.session.commands import Done as Yes
from companion.session.evidence import SURE, Evidence, Reading
from companion.session.ports import Press
from companion.session.snapshot import Mode
from companion.session.store_entry import CHOSEN, CONFIRMED, HOST, By, How, Kind, Role, seat


def kinds(room):
    return {cue.kind for cue in room.snapshot.cues}


# --- the tap ------------------------------------------------------------------------------------------


def test_a_turn_is_seen_then_tapped_and_then_on_the_disk(room):
    room.hands()
    assert len(room.snapshot.seen) > 0
    assert room.standing == ()
    assert isinstance(room.say(room.tap.move), Yes)
    assert room.moves() == ["place", "advance", "done"]
    assert [entry.by.how for entry in room.standing] == [How.CAMERA, How.CAMERA, How.PHONE]
    assert {entry.turn for entry in room.standing} == {1}
    assert room.snapshot.settled == room.tap.after
    assert not room.snapshot.looking


def test_a_tap_before_the_picture_is_there_waits_for_it(store):
    room = Room(store)
    assert isinstance(room.say(room.tap.move), Yes)
    assert room.snapshot.looking
    assert CueKind.LOOKING in kinds(room)
    room.wait()
    assert room.standing == ()
    room.show(room.tap.before)
    assert room.moves() == ["place", "advance", "done"]
    assert not room.snapshot.looking


def test_a_tap_while_hands_move_is_judged_by_the_picture_after_it(room):
    first = room.answers[room.at].after
    room.move()
    room.show(first)
    room.move()
    assert isinstance(room.say(room.tap.move), Yes)
    room.wait()
    assert room.snapshot.looking
    assert room.snapshot.wrong is None
    assert room.standing == ()
    room.show(room.tap.before)
    assert room.snapshot.settled == room.tap.after


def test_a_tap_without_a_move_names_the_rule_and_can_be_overridden_by_the_host_alone(room):
    room.say(Done(0))
    room.wait()
    wrong = room.snapshot.wrong
    assert wrong is not None
    assert wrong.rule.endswith("marker-not-advanced")
    assert CueKind.WRONG in kinds(room)
    refusal = room.override(by(0))
    assert refusal.text.id == "core.table.host-only"
    assert room.standing == ()
    assert isinstance(room.override(), Yes)
    assert room.moves() == ["done"]
    assert room.standing[0].by.who.role is Role.HOST
    assert room.snapshot.wrong is None
    assert room.game.asks(room.snapshot.state)[0].seat == 1


def test_a_second_tap_finds_its_question_closed(room):
    room.hands()
    ask = room.tap.ask.id
    assert isinstance(room.table.take(Answer(by(0), ask, Done(0))), Yes)
    room.wait(2)
    assert room.table.take(Answer(by(0), ask, Done(0))).text.id == "core.refused.ask-closed"
    assert room.moves().count("done") == 1


def test_nobody_taps_for_another_seat(room):
    room.hands()
    ask = room.tap.ask.id
    for who, move in ((by(1), Done(0)), (by(0), Done(1)), (BY_HOST, Done(1))):
        refusal = room.table.take(Answer(who, ask, move))
        assert refusal.text.id == "core.refused.not-your-ask"
    assert not room.snapshot.looking


def test_the_next_player_waits_until_the_tap_before_his_is_settled(room):
    tap = room.tap
    room.move()
    room.say(tap.move)
    room.show(tap.before, silent=[atom.place for atom in room.game.expected_view(tap.before).atoms])
    assert room.snapshot.looking
    after = room.game.asks(tap.after)[0]
    reply = room.table.take(Answer(by(1), after.id, Done(1)))
    assert isinstance(reply, No)
    assert room.table.turn.tapped.told.move == Done(0)


# --- told ---------------------------------------------------------------------------------------------


def test_what_is_told_in_a_turn_is_on_the_disk_at_once_and_counts_with_the_tap(store):
    room = Room(store, ALL)
    room.at = next(n for n, one in enumerate(room.answers) if one.ask.kind == "buy") + 4
    bought = next(one for one in room.answers[: room.at] if "cash" in str(one.move))
    seat = bought.move.seat
    at = next(
        n
        for n, one in enumerate(room.answers)
        if n >= room.at and isinstance(one.move, Place) and one.move.seat == seat
    )
    room = Room(store, ALL, at=at)
    room.show()
    room.hands()
    assert isinstance(room.say(Stash(seat, 1)), Yes)
    assert [entry.kind for entry in room.standing] == [Kind.TOLD]
    room.say(room.tap.move)
    kinds_of = [entry.kind for entry in room.standing]
    assert kinds_of[0] is Kind.TOLD
    assert sorted(room.moves()) == sorted(["stash", "stash", "place", "advance", "done"])


def test_two_answers_to_one_ask_while_hands_move_are_not_both_taken(store):
    room = Room(store, CARDS)
    at = next(n for n, one in enumerate(room.answers) if one.ask.kind == "act")
    room = Room(store, CARDS, at=at)
    room.show()
    room.move()
    act = room.answers[at]
    assert isinstance(room.table.take(Answer(by(act.ask.seat), act.ask.id, act.move)), Yes)
    again = room.table.take(Answer(by(act.ask.seat), act.ask.id, act.move))
    assert again.text.id == "core.refused.ask-closed"
    assert room.snapshot.state == act.after
    assert len(room.standing) == 1


def test_four_phones_plan_their_cards_at_the_same_time(store):
    table = ("full", ("third-man", "feld"), 4, "full")
    answers = Room(store, table).answers
    at = next(n for n, one in enumerate(answers) if one.ask.kind == "plan")
    room = Room(store, table, at=at)
    room.show()
    plans = [one for one in answers[at : at + 4] if one.ask.kind == "plan"]
    assert len(plans) == 4
    for one in reversed(plans):
        reply = room.table.take(Answer(by(one.ask.seat), one.ask.id, one.move))
        assert isinstance(reply, Yes)
    assert room.moves() == ["plan"] * 4
    assert [e.by.who.seat for e in room.standing] == [one.ask.seat for one in reversed(plans)]
    assert room.snapshot.settled == plans[-1].after


def test_what_a_person_says_counts_more_than_what_was_seen(room):
    place = room.answers[room.at]
    room.move()
    room.show(place.after)
    assert len(room.snapshot.seen) > 0
    assert isinstance(room.say(place.move), Yes)
    room.show(room.tap.before)
    room.say(Done(0))
    # Told and seen, and still but once.
    moves = [e for e in room.standing if e.kind is Kind.MOVE]
    assert [room.game.moves.decode(bytes(e.move)) for e in moves] == [
        one.move for one in room.answers[room.at : room.at + 3]
    ]
    assert moves[0].by.how is How.PHONE


# --- a finger that bounces ----------------------------------------------------------------------------


def test_done_pressed_twice_ends_one_turn(room):
    room.hands()
    tap = room.tap
    assert isinstance(room.press(Press.DONE), Yes)
    room.wait(0.4)
    assert isinstance(room.press(Press.DONE), Yes)
    room.wait()
    assert room.moves() == ["place", "advance", "done"]
    assert (room.snapshot.settled, room.snapshot.wrong, room.snapshot.looking) == (
        tap.after,
        None,
        False,
    )
    # Whoever is next plays and presses as ever, and also at once if he is quick.
    room.at = room.answers.index(tap) + 1
    room.hands()
    room.press(Press.DONE)
    assert room.moves().count("done") == 2


def test_the_next_player_who_is_quick_is_heard(room):
    room.hands()
    tap = room.tap
    room.press(Press.DONE)
    room.at = room.answers.index(tap) + 1
    room.wait(1.0)
    room.hands()
    room.press(Press.DONE)
    assert room.moves().count("done") == 2


def test_done_much_later_with_nothing_moved_is_told_off(room):
    room.hands()
    room.press(Press.DONE)
    room.wait(2)
    room.press(Press.DONE)
    room.wait(2)
    assert room.snapshot.wrong is not None


def test_a_thumb_that_taps_twice_confirms_nothing_unseen(room):
    hide_marker(room)
    room.wait(0.4)
    assert isinstance(room.confirm(by(0)), Yes)
    assert isinstance(room.say(Done(0)), Yes)
    assert room.standing == ()
    room.wait(1.5)
    assert isinstance(room.confirm(by(0)), Yes)
    assert room.moves()[-1] == "done"


def test_a_tap_that_was_taken_back_may_be_given_again_at_once(room):
    room.say(Done(0))
    room.undo(who=by(0))
    room.say(Done(0))
    assert room.snapshot.looking


def test_on_red_confirm_says_how_to_let_it_stand_and_a_long_one_does(room):
    state, agent = two_agents(room)
    room.move()
    room.show(state, plus=(agent,))
    room.wait()
    assert room.snapshot.wrong is not None
    assert room.press(Press.CONFIRM).text.id == "core.table.hold-to-override"
    assert room.snapshot.refused.id == "core.table.hold-to-override"
    assert isinstance(room.press(Press.OVERRIDE), Yes)
    assert (room.snapshot.wrong, room.snapshot.refused) == (None, None)
    assert room.standing[-1].by == By(HOST, How.BUTTON)
    # Where nothing is wrong, a long one says yes like a short one.
    assert room.press(Press.OVERRIDE).text.id == "core.table.nothing-to-do"


# --- doubt --------------------------------------------------------------------------------------------


def test_a_question_at_the_tap_is_answered_and_the_rest_is_put_right(room):
    state, agent = two_agents(room)
    room.move()
    room.show(room.tap.before, plus=(agent,))
    room.say(Done(0))
    assert room.snapshot.doubt is None  # the picture may be older than the tap
    room.wait()
    doubt = room.snapshot.doubt
    assert doubt is not None
    assert CueKind.ASKED in kinds(room)
    assert agent.place in doubt.places
    placed = [next(m.building for m in c.moves if isinstance(m, Place)) for c in doubt.choices]
    assert sorted(placed) == sorted((agent.place, state.seats[0].agents[-1]))
    assert room.table.take(Choose(by(0), room.snapshot.version, 2)).text.id == "core.table.stale"
    true = next(n for n, building in enumerate(placed) if building != agent.place)
    assert isinstance(room.table.take(Choose(by(1), room.snapshot.version, true)), Yes)
    assert room.snapshot.settled == room.tap.after
    assert room.snapshot.doubt is None
    room.wait()
    things = (*room.snapshot.todo, *room.snapshot.overdue)
    assert agent.place in {place for todo in things for place in todo.places}
    room.at += 3
    room.move()
    room.show()
    assert (room.snapshot.overdue, room.snapshot.wrong) == ((), None)
    room.turn()
    assert room.snapshot.settled == room.state


def test_what_is_hidden_at_the_tap_can_be_confirmed_by_a_person(room):
    tap = room.tap
    marker = next(
        atom.place
        for atom in room.game.expected_view(tap.before).atoms
        if atom.place.startswith("info:pistol")
    )
    old = next(
        atom.place
        for atom in room.game.expected_view(room.state).atoms
        if atom.place.startswith("info:pistol")
    )
    room.move()
    room.show(tap.before, silent=(marker, old))
    room.say(Done(0))
    room.wait()
    assert room.snapshot.looking
    assert room.snapshot.wrong is None
    assert {marker, old} & set(room.snapshot.unseen)
    assert room.standing == ()
    assert isinstance(room.confirm(by(0)), Yes)
    assert room.snapshot.settled == tap.after
    room.at = room.answers.index(tap) + 1
    room.show(room.state)
    room.turn()
    assert room.snapshot.settled == room.state


def test_the_log_says_who_chose_what_was_played(room):
    _, agent = two_agents(room)
    room.move()
    room.show(room.tap.before, plus=(agent,))
    room.say(Done(0))
    room.wait()
    placed = [next(m for m in c.moves if isinstance(m, Place)) for c in room.snapshot.doubt.choices]
    room.table.take(Choose(by(1), room.snapshot.version, 0))
    said = {entry.ask: entry for entry in room.standing}
    assert said[CHOSEN].by == by(1)
    assert room.game.moves.decode(bytes(said[CHOSEN].move)) == placed[0]
    assert said["watch"].by == by(0)
    seen = [entry.by for entry in room.standing if entry.by.how is How.CAMERA]
    assert all(one.who == seat(0) and 0 < one.confidence < 1 for one in seen)


def hide_marker(room):
    """Do a turn with hands while something covers where its marker comes from and goes to."""
    views = (room.game.expected_view(state) for state in (room.state, room.tap.before))
    atoms = frozenset().union(*(view.atoms for view in views))
    room.move()
    room.show(room.tap.before, silent=[a.place for a in atoms if a.place.startswith("info:pistol")])
    room.say(Done(0))


def test_the_log_says_who_confirmed_what_nobody_saw(room):
    hide_marker(room)
    room.wait(1.0)
    room.confirm(by(1))
    *moves, tap = room.standing
    assert moves
    assert {(entry.by, entry.ask) for entry in moves} == {(by(1), CONFIRMED)}
    assert tap.by == by(0)


def test_nobody_is_quite_sure_of_what_counts_though_it_was_hidden(room):
    hide_marker(room)
    room.wait(10)
    *moves, _ = room.standing
    assert {entry.by.how for entry in moves} == {How.CAMERA}
    assert min(entry.by.confidence for entry in moves) < 0.6


def test_nobody_is_surer_of_a_move_than_of_its_worst_place_or_than_was_seen_of_it():
    atoms = [Atom(place, "agent:red") for place in ("b01", "b02", "b03")]
    sureness = {"b01": 0.7, "b02": 0.95}
    seen = Evidence(Reading(frozenset(atoms), sureness=sureness))
    assert seen.confidence(frozenset(atoms)) == 0.7
    assert Evidence(Reading(frozenset(atoms))).confidence(frozenset(atoms)) == SURE
    hidden = Evidence(Reading(frozenset(), frozenset({"b01", "b03"}), sureness=sureness))
    assert hidden.confidence(frozenset(atoms[:2])) == 0.475
    assert hidden.confidence(frozenset(atoms[2:])) == 0


def test_turns_that_look_the_same_are_asked_about_when_no_better_picture_comes(room):
    """A marker was moved on, and both tracks that it may have been are out of sight."""
    room.move()
    done, tap = room.tap.before, room.tap
    moved = next(m.move for m in room.answers[room.at :] if isinstance(m.move, Advance)).info
    other = next(info for info in Info if info is not moved)
    places = [place.id for place in room.game.places(room.state)]
    hidden = [p for p in places if p.startswith((f"info:{moved}:", f"info:{other}:"))]
    room.show(done, silent=hidden)
    room.say(tap.move)
    room.wait(3)
    assert (room.snapshot.doubt, room.snapshot.looking) == (None, True)
    room.wait(2)
    states = [choice.state for choice in room.snapshot.doubt.choices]
    assert len(states) == 2
    room.table.take(Choose(by(0), room.snapshot.version, states.index(tap.after)))
    assert room.snapshot.settled == tap.after
    assert How.PHONE in {entry.by.how for entry in room.standing}


def test_stale_versions_are_refused_kindly(room):
    _, agent = two_agents(room)
    room.move()
    room.show(room.tap.before, plus=(agent,))
    room.say(Done(0))
    early = room.snapshot.version
    room.wait()
    assert room.snapshot.doubt is not None
    asked = room.snapshot.version
    for version in (early, asked + 1):
        assert room.table.take(Choose(by(0), version, 0)).text.id == "core.table.stale"
    assert room.confirm().text.id == "core.table.nothing-to-do"
    assert room.override().text.id == "core.table.stale"
    assert room.standing == ()
    # A hand over the table makes no question old.
    room.move()
    assert room.snapshot.version > asked
    assert isinstance(room.table.take(Choose(by(0), asked, 0)), Yes)
    assert room.table.take(Choose(by(0), asked, 0)).text.id == "core.table.stale"


def test_an_override_of_something_else_is_stale(room):
    state, agent = two_agents(room)
    room.move()
    room.show(state, plus=(agent,))
    room.wait()
    first = room.snapshot.version
    assert isinstance(room.table.take(Override(BY_HOST, first)), Yes)
    written = len(room.standing)
    reply = room.table.take(Override(BY_HOST, first))
    assert reply.text.id == "core.table.stale"
    assert len(room.standing) == written


# --- the rules ----------------------------------------------------------------------------------------


def test_a_broken_rule_is_named_and_goes_away_when_it_is_put_right(room):
    state, agent = two_agents(room)
    room.move()
    room.show(state, plus=(agent,))
    assert room.snapshot.wrong is None  # people hesitate
    room.wait()
    assert room.snapshot.wrong is not None
    assert set(room.snapshot.wrong.places) <= {agent.place, state.seats[0].agents[-1]}
    assert room.snapshot.wrong.todo
    room.move()
    room.show(state)
    assert room.snapshot.wrong is None


def test_the_host_overrides_and_play_goes_on_from_there(room):
    state, agent = two_agents(room)
    room.move()
    room.show(state, plus=(agent,))
    room.wait()
    assert isinstance(room.override(), Yes)
    forced = room.standing[-1]
    assert forced.by.who.role is Role.HOST
    assert agent in room.game.expected_view(room.snapshot.settled).atoms
    assert room.snapshot.wrong is None
    step = Advance(0, Info.FLASK)
    verdict = room.game.decide(room.snapshot.settled, step)
    after = room.snapshot.settled
    for event in verdict.events:
        after = room.game.evolve(after, event)
    room.move()
    room.show(after)
    room.wait()
    assert room.snapshot.wrong is None
    assert isinstance(room.say(Done(0)), Yes)
    room.wait()
    assert room.moves()[-1] == "done"


def test_an_override_after_the_tap_lets_the_tap_count(room):
    _, agent = two_agents(room)
    room.say(room.answers[room.at].move)
    room.move()
    room.show(room.tap.before, plus=(agent,))
    room.say(Done(0))
    room.wait()
    assert room.snapshot.wrong is not None
    assert agent.place in room.snapshot.wrong.places
    assert isinstance(room.override(), Yes)
    room.wait()
    assert room.moves()[-1] == "done"
    assert room.game.asks(room.snapshot.settled)[0].seat == 1


# --- pictures that come and go ------------------------------------------------------------------------


def test_a_camera_lost_in_the_middle_of_a_turn_and_back(room):
    place, step, tap = room.answers[room.at : room.at + 3]
    room.move()
    room.show(place.after)
    room.say(tap.move)
    room.table.take(Sight(blind=True))
    assert CueKind.TROUBLE in kinds(room)
    assert not room.snapshot.looking
    assert room.snapshot.state == place.after
    assert isinstance(room.say(step.move), Yes)
    assert isinstance(room.say(tap.move), Yes)
    assert room.moves() == ["place", "advance", "done"]
    assert room.snapshot.settled == tap.after
    room.at += 3
    place = room.answers[room.at]
    assert isinstance(room.say(place.move), Yes)
    room.table.take(Sight())
    # Hands come after words: what was told is not there yet, and nobody is blamed.
    room.show(place.before)
    room.wait()
    assert room.snapshot.wrong is None
    room.show(place.after)
    room.turn()
    room.turn()
    assert room.snapshot.settled == room.state
    assert room.snapshot.overdue == ()


def test_a_tap_that_was_refused_may_be_repeated_at_once_when_the_camera_is_back(room):
    room.move()
    room.table.take(Sight(blind=True))
    assert isinstance(room.say(room.tap.move), No)
    room.table.take(Sight())
    assert isinstance(room.say(room.tap.move), Yes)
    room.show(room.tap.before)
    room.wait()
    assert room.snapshot.settled == room.tap.after


def test_without_a_camera_people_tell_everything(store):
    room = Room(store, ENTRY, at=0, eyes=False)
    for one in room.answers:
        reply = room.table.take(Answer(by(one.ask.seat), one.ask.id, one.move))
        assert isinstance(reply, Yes), (one, reply)
        assert room.snapshot.settled == one.after
    assert room.snapshot.mode is Mode.OVER
    assert room.snapshot.outcome == room.game.outcome(room.answers[-1].after)
    assert [entry.kind for entry in room.standing].count(Kind.END) == 1


def test_facts_that_come_late_still_change_the_score_sheet(store):
    answers = Room(store, ALL).answers
    at = next(n for n, one in enumerate(answers) if one.ask.kind == "count-money")
    assert not answers[at].ask.blocks
    room = Room(store, ALL, at=at - 1, eyes=False)
    last = answers[at - 1]
    room.table.take(Answer(by(last.ask.seat), last.ask.id, last.move))
    assert room.snapshot.mode is Mode.OVER
    sheets = [room.snapshot.outcome]
    for one in answers[at:]:
        reply = room.table.take(Answer(by(one.ask.seat), one.ask.id, one.move))
        assert isinstance(reply, Yes)
        sheets.append(room.snapshot.outcome)
    assert sheets[-1] == room.game.outcome(answers[-1].after)
    assert sheets[-1] != sheets[0]
    assert [entry.kind for entry in room.standing].count(Kind.END) == 1


ENDS = {"buy": CueKind.PURCHASE, "payday": CueKind.PAYDAY}


def announced(room):
    """Return whom the lamps call to a purchase or payday, in their order."""
    return [(cue.kind, cue.seat) for cue in room.snapshot.cues if cue.kind in ENDS.values()]


def test_purchase_and_payday_are_announced_in_their_rounds_and_no_others(store):
    room = Room(store, ALL, eyes=False)
    rounds: dict[int, list[tuple[Turned, list[tuple[CueKind, int]]]]] = {}
    for one in room.answers[room.at :]:
        rounds.setdefault(one.before.round, []).append((one, announced(room)))
        assert isinstance(room.table.take(Answer(by(one.ask.seat), one.ask.id, one.move)), Yes)
    assert announced(room) == []
    kinds_seen = []
    for members in rounds.values():
        turns = [said for one, said in members if one.ask.kind == "watch"]
        ends = [(ENDS[one.ask.kind], one.ask.seat) for one, _ in members if one.ask.kind in ENDS]
        calls = [said for one, said in members if one.ask.kind in ENDS]
        # Everybody in the order of play is called, and whoever is done is called no more.
        assert calls == [ends[n:] for n in range(len(ends))]
        is_last = members[-1][0].ask.kind == "count-money"  # it always ends with a payday
        if not ends or is_last:
            assert turns == [[]] * len(turns)
            continue
        began = turns.index(ends)
        assert turns == [[]] * began + [ends] * (len(turns) - began)
        kinds_seen.append(ends[0][0])
    assert kinds_seen.count(CueKind.PURCHASE) == 5
    assert kinds_seen.count(CueKind.PAYDAY) == 1
