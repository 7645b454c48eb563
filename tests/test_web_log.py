"""The host's way back: every line of the log says something, in every language."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from msgspec import inspect
from msgspec.structs import replace
from test_texts_used import RARE_EVENTS, SPOILT
from web_house import FULL, KIT, Browser

from companion.engine import Text
from companion.games import Wish
from companion.games.vienna import events, narration
from companion.games.vienna.terms import term
from companion.session.commands import Done, Switch
from companion.session.store_entry import HOST, By, How
from companion.session.texts import LANGUAGES, Texts
from web.history import Chapter as History
from web.history import Gain, Story
from web.look import Look
from web.scene import TOLD
from web.screens import host_screen, table_screen
from web.wording import tell, words_of

BY_HOST = By(HOST, How.HOST)
_LINE = re.compile(
    r'<li id="back-\d+"><span class="quiet">[\d:]+</span> <span>(.*?)</span> *<button'
)


def lines(host: Browser, language: str) -> list[str]:
    """Return the lines of the log on the host's page, the last one first."""
    host.get(f"/?language={language}")
    found = _LINE.findall(host.text("/host").replace("\n", " "))
    return [html.unescape(re.sub("<[^>]+>", "", line)).strip() for line in found]


def test_every_line_of_a_game_told_in_full_says_something(house, host):
    house.sit(FULL, 9)
    host.app.extensions["companion"].relay.meet()
    for language in LANGUAGES:
        told = lines(host, language)
        assert len(told) > 15
        assert [line for line in told if line in ("", "–") or SPOILT.search(line)] == [], language


def test_a_seat_that_is_tracked_otherwise_is_in_the_log(house, host):
    house.sit(("entry", (), 2, "board"), 0)
    reply = house.session.ask(Switch(BY_HOST, house.session.snapshot.version, 1, "full"))
    assert isinstance(reply, Done)
    host.app.extensions["companion"].relay.catch_up(reply.version)
    changed = house.session.snapshot.settled.seats[1]
    for language in LANGUAGES:
        texts = Texts.load(language, KIT.texts)
        (line,) = lines(host, language)
        assert texts(term(changed.colour)) in line
        assert texts(term(changed.tracking)) in line


def sample(kind: type) -> Any:
    """Make an event of a kind, with some value in every field."""
    return kind(**{field.name: some(field.type) for field in inspect.type_info(kind).fields})


def some(field: inspect.Type) -> Any:
    """Return some value that fits a field; where several kinds do, the first."""
    if isinstance(field, inspect.UnionType):
        return some(next(one for one in field.types if not isinstance(one, inspect.CustomType)))
    if isinstance(field, inspect.EnumType):
        return next(iter(field.cls))
    if isinstance(field, inspect.VarTupleType):
        return ()
    if isinstance(field, inspect.StructType):
        return field.cls()
    return {inspect.IntType: 1, inspect.StrType: "b01", inspect.BoolType: False}[type(field)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_event_is_told_or_is_nobody_elses_business(language):
    """What not everybody may hear has a line all the same; everything else is a sentence."""
    game, options = KIT.open(Wish(2, "full", tuple(KIT.expansions)))
    state, texts = game.setup(options), Texts.load(language, KIT.texts)
    rare = {type(event): event for event in RARE_EVENTS}
    untold = set()
    for kind in events.Event.__args__:
        text = game.narrate(state, rare.get(kind) or sample(kind), None)
        if text is None:
            untold.add(kind)
        else:
            assert not SPOILT.search(texts(text)), kind
    assert untold == {*narration._SECRET, *narration._SILENT}


def test_a_round_of_secrets_does_not_empty_the_log(house, host):
    """Everybody draws, plans and tells in secret: what was played before is still to be read."""
    house.sit(FULL, 9)
    relay = host.app.extensions["companion"].relay
    relay.meet()
    chapters = relay.now.chapters
    secret = [one for one in chapters if not one.sentences] * 2
    assert len(secret) > TOLD
    late = Story((*chapters, *(replace(one, number=10_000 + n) for n, one in enumerate(secret))))
    words = words_of("en", KIT.texts)
    screen = table_screen(replace(relay.now, story=late), words, host.keys)
    assert len(screen.log) == min(TOLD, len(chapters) - len(secret) // 2)
    assert all(chapter.text for chapter in screen.log)
    back = host_screen(replace(relay.now, story=late), words, host.keys).log
    assert len([one for one in back if one.number >= 10_000]) == 1  # all of them in one line
    assert back[0].number == 10_000  # and it goes back to before the first


def test_secrets_in_a_row_are_one_line_of_the_way_back(house, host):
    house.sit(FULL, 9)
    relay = host.app.extensions["companion"].relay
    relay.meet()
    back = host_screen(relay.now, words_of("en", KIT.texts), host.keys).log
    secret = [bool(one.untold) for one in back]
    assert any(secret)
    assert not any(one and two for one, two in pairwise(secret))
    assert any("told the table things that only they may know" in one.untold for one in back)


def test_the_log_calls_people_by_their_names(house, host):
    house.sit(FULL, 9)
    host.keys.sit(0, "Hedwig")
    relay = host.app.extensions["companion"].relay
    relay.meet()
    words = words_of("en", KIT.texts)
    colour = words.say(term(house.session.snapshot.state.seats[0].colour))
    screen = table_screen(relay.now, words, host.keys)
    told = " ".join(chapter.text for chapter in screen.log)
    assert "Hedwig" in told
    assert colour not in told
    turn = Text(
        "vienna.phase.turn", {"round": 3, "colour": Text(f"vienna.colour.{colour.lower()}")}
    )
    assert Look(relay.now, None, words, host.keys).say(turn) == "Round 3: Hedwig to play"


def test_a_long_turn_with_its_scoring_is_told_in_full():
    """Only what is laid out, tile after tile, is cut; whatever brought points never is."""
    words, at = words_of("en", KIT.texts), datetime(2026, 1, 1, tzinfo=UTC)
    points = Text("vienna.event.points-scored", {"colour": "Anna", "count": 3, "source": "Markers"})
    turn = History(1, at, (points,) * 30, (Gain(0, 3, points),))
    assert tell(words, turn).count("Anna scores 3 points") == 30
    tile = Text("vienna.event.tile-laid", {"info": "Pistol", "square": "s01"})
    laid = tell(words, History(2, at, (tile,) * 30 + (points,)))
    assert laid.count("Pistol") == 2
    assert "and 28 more of the same kind. Anna scores" in laid
