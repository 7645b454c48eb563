"""The text catalogue and the code: nothing missing, nothing dead, nothing said past it."""

import random
import re
from collections.abc import Iterator

import click
import pytest
from text_files import MISSING, forms, messages, placeholders
from text_scan import (
    ask_kinds,
    id_prefixes,
    keyword_values,
    named_ids,
    namings,
    refusals,
    sentences,
)

from companion.app.cli import build
from companion.app.page import Page
from companion.engine import Accepted, Game, Refused, TableView, Text, fold
from companion.games import Kit, Wish, kits
from companion.games.vienna import box, events, state, words
from companion.games.vienna.cards import Effect
from companion.games.vienna.moves import Move
from companion.games.vienna.narration import narrate
from companion.games.vienna.rulebook import Rule
from companion.packs.fault import Severity
from companion.session.texts import LANGUAGES, Texts

# --- what the code says --------------------------------------------------------------------------

TERMS = (
    words.Colour,
    words.Bribe,
    words.Hue,
    words.Info,
    words.Flag,
    words.Seal,
    state.Tracking,
    state.Source,
)


def terms() -> set[str]:
    return {f"vienna.{kind.__name__.lower()}.{word}" for kind in TERMS for word in kind}


def tags(union: object) -> set[str]:
    return {kind.__struct_config__.tag for kind in union.__args__}


def told_events() -> set[str]:
    """Leave out the events that nobody hears of."""
    silent = tags(events.StageEntered | events.CardPlayed)
    return {f"vienna.event.{tag}" for tag in tags(events.Event) - silent}


def effects() -> set[str]:
    """Leave out reductions: they are part of a price."""
    there = {card.effect for card in box.entry_box().cards.values()} - {Effect.DISCOUNT}
    return {f"vienna.effect.{effect}" for effect in there}


#: Ids that the code puts together, by how they begin.
FAMILIES = {
    "vienna.": terms(),
    "vienna.rule.": {rule.id for rule in Rule},
    "vienna.section.": {rule.section for rule in Rule},
    "vienna.move.": {f"vienna.move.{tag}" for tag in tags(Move)},
    "vienna.event.": told_events(),
    "vienna.effect.": effects(),
    "vienna.bribe.": set(),
    "vienna.source.": set(),
    "vienna.ask.": {f"vienna.ask.{kind}" for kind in ask_kinds("vienna")},
    "vienna.tie.": {f"vienna.tie.{what}" for what in ("bribes", "agents", "order")},
    "cards.": set(),  # a place in a file, no text
    "cli.": set(),  # pages of the command line: see below
    "cli.metavar.": {f"cli.metavar.{sign}" for sign in keyword_values("metavar")},
    "cli.error.": {"cli.error.option-needs-value", "cli.error.option-takes-no-value"},
    "pack.check.": {f"pack.check.{severity}" for severity in Severity},
    "simulate.": {f"simulate.{row}" for row in ("games", "rounds", "decisions", "speed")},
}


def pages(command: click.Command) -> Iterator[tuple[click.Context, Page]]:
    """Walk through the command line: every command, and those below it."""
    ctx = click.Context(command, info_name=command.name)
    if isinstance(command, Page):
        yield ctx, command
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            yield from pages(command.get_command(ctx, name))


def page_ids() -> tuple[set[str], set[str]]:
    """Return the beginnings of the pages' ids, and the ids: a paragraph and a line for each."""
    starts = {page.text_id for _, page in pages(build(Texts.load("en")))}
    ids = {f"{start}.{part}" for start in starts for part in ("help", "short")}
    return starts - {"cli"}, ids - {"cli.short"}


def used_ids() -> set[str]:
    starts, ids = page_ids()
    names = {f"{name}.name" for name in kits()}
    return (named_ids() - starts).union(ids, names, *FAMILIES.values())


def test_ids_are_put_together_only_in_known_ways():
    assert sorted(id_prefixes() - FAMILIES.keys()) == []


def test_every_text_that_is_used_exists():
    assert sorted(used_ids() - messages("en").keys()) == []


def test_no_text_is_dead():
    assert sorted(messages("en").keys() - used_ids()) == []


def test_what_a_sentence_needs_is_given_where_it_is_named():
    rules = {rule.name: rule.id for rule in Rule}
    given = [*namings(), *(naming._replace(id=rules[naming.id]) for naming in refusals())]
    english = messages("en")
    wanting = [
        (naming.where, naming.id, sorted(missing))
        for naming in given
        if naming.params is not None and naming.id in english
        if (missing := placeholders(forms(english[naming.id])[0]) - naming.params)
    ]
    assert wanting == []


#: Strings that look like sentences and are none.
NO_SENTENCES = {"Georgia, 'DejaVu Serif', 'Times New Roman', serif"}


def test_no_sentence_stands_in_the_code():
    assert [found for found in sentences() if found.text not in NO_SENTENCES] == []


# --- whole games, read out -----------------------------------------------------------------------


def read_out(kit: Kit, wish: Wish, seed: int) -> Iterator[Text]:
    """Play a game at random, slips included, and yield whatever is said on the way."""
    rng = random.Random(seed)
    game, options = kit.open(wish)
    table, earlier = game.setup(options), []
    while waiting := [ask for ask in game.asks(table) if ask.blocks]:
        ask = rng.choice(waiting)
        move = rng.choice(game.options(table, ask))
        if rng.random() < 0.3:
            viewer = rng.choice([None, *range(wish.players)])
            yield from spoken(game.view(table, viewer))
        if earlier:
            slip = game.decide(table, rng.choice(earlier))
            yield from said_no(slip) if isinstance(slip, Refused) else ()
        earlier.append(move)
        verdict = game.decide(table, move)
        assert isinstance(verdict, Accepted)
        yield from told(game, table, verdict, wish.players)
        table = fold(game, table, verdict.events)
    yield from spoken(game.view(table, None))
    yield from summed_up(game, table)


def said_no(refused: Refused) -> Iterator[Text]:
    yield refused.text
    yield Text(refused.section)


def told(game: Game, table: object, verdict: Accepted, players: int) -> Iterator[Text]:
    for event in verdict.events:
        table = game.evolve(table, event)
        heard = (game.narrate(table, event, viewer) for viewer in (None, *range(players)))
        yield from (text for text in heard if text is not None)


def spoken(view: TableView) -> Iterator[Text]:
    yield view.phase
    for panel in view.panels:
        yield panel.title
        for row in panel.rows:
            yield row.label
            if isinstance(row.value, Text):
                yield row.value
    for prompt in view.prompts:
        yield prompt.text
        yield from (choice.label for choice in prompt.choices)


def summed_up(game: Game, table: object) -> Iterator[Text]:
    outcome = game.outcome(table)
    assert outcome is not None
    if outcome.decided_by:
        yield outcome.decided_by
    for line in (line for sheet in outcome.sheets for line in sheet.lines):
        yield line.label
        yield from line.detail


def everything_said(kit: Kit) -> dict[str, Text]:
    said: dict[str, Text] = {}
    for seed, (players, tracking) in enumerate([(2, "full"), (3, "full"), (4, "board")]):
        wish = Wish(players, kit.versions[0], tracking=tracking)
        said.update((repr(text), text) for text in read_out(kit, wish, seed))
    return said


@pytest.mark.parametrize("name", kits())
def test_whole_games_are_told_without_a_gap(name):
    kit = kits()[name]
    said = everything_said(kit)
    assert len({text.id for text in said.values()}) > 50
    for language in LANGUAGES:
        texts = Texts.load(language, kit.texts)
        for text in said.values():
            sentence = texts(text)
            assert not re.search(r"[{}]", sentence), (language, text)
            assert not MISSING.search(sentence), (language, text)


def test_every_event_can_be_told():
    """An event that no random game brings is told with the same words as any other."""
    vienna = box.entry_box()
    seat = state.Seat(words.Colour.RED, state.Tracking.FULL, 6, {})
    table = state.State("", state.FlagSource.PRINTED, (seat,), 0, {}, {}, {}, 0)
    texts = Texts.load("en", kits()["vienna"].texts)
    for event in (
        events.TrackingChanged(0, state.Tracking.BOARD),
        events.DrawerTold(0, 1, 7),
        events.BribesTold(0, words.Bribe.WINE, 2),
        events.BribesCounted(0, 1),
        events.FlagLaid("b01", words.Flag.USA),
    ):
        text = narrate(vienna, table, event, 0)
        assert text is not None
        assert not MISSING.search(texts(text)), event


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_pages_are_whole(language):
    for ctx, page in pages(build(Texts.load(language))):
        help_page = page.get_help(ctx)
        assert not MISSING.search(help_page), help_page
