"""The text catalogue and the code: nothing missing, nothing dead, nothing said past it."""

import random
import re
from collections import deque
from collections.abc import Iterator

import click
import pytest
from msgspec.structs import replace
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
from companion.app.doctor_finding import Outcome
from companion.app.page import Page
from companion.app.settings_plan import KINDS, SECTIONS
from companion.engine import Accepted, Game, Refused, TableView, Text, fold
from companion.games import Wish, kits
from companion.games.vienna import box, events, full_events, lore, moves, state, words
from companion.games.vienna.box import DATA
from companion.games.vienna.cards import Effect
from companion.games.vienna.labels import label
from companion.games.vienna.moves import Move, TellDrawer, Track
from companion.games.vienna.narration import narrate
from companion.games.vienna.rulebook import Rule
from companion.packs.fault import Severity
from companion.session.texts import LANGUAGES, Texts
from hardware.button_gesture import meanings
from hardware.lamp_glow import lamp_names
from vision.health import LIMITS, TABLE_LIMITS, Verdict
from vision.register_evidence import Reason
from vision.wording import Wording
from web.games_port import Kind
from web.teach import STAGES

# --- what the code says --------------------------------------------------------------------------

TERMS = (
    words.Colour,
    words.Bribe,
    words.Hue,
    words.Info,
    words.Flag,
    words.Seal,
    words.Good,
    words.RoofTile,
    lore.CardPart,
    lore.OrderPart,
    state.Tracking,
    state.Source,
)


def terms() -> set[str]:
    return {f"vienna.{kind.__name__.lower()}.{word}" for kind in TERMS for word in kind}


def tags(union: object) -> set[str]:
    return {kind.__struct_config__.tag for kind in union.__args__}


#: Moves and events that read otherwise where a field says something special.
SPECIAL_MOVES = {"place-feld", "tell-drawer-empty", "tell-order-none"}
SPECIAL_EVENTS = {
    "card-replaced",
    "drawer-empty",
    "feld-placed",
    "last-round-began",
    "no-order-left",
    "orders-told",
    "roof-tile-waits",
}


def told_moves() -> set[str]:
    return {f"vienna.move.{tag}" for tag in tags(Move) | SPECIAL_MOVES}


def told_events() -> set[str]:
    """Leave out the events that nobody hears of."""
    silent = tags(events.StageEntered | events.CardPlayed | events.FeldUnlocked)
    return {f"vienna.event.{tag}" for tag in (tags(events.Event) - silent) | SPECIAL_EVENTS}


def effects() -> set[str]:
    """Leave out what is part of a price or of a step: nobody is offered that by itself."""
    silent = {Effect.DISCOUNT, Effect.WILD_BRIBE, Effect.OTHER_MARKER}
    there = {card.effect for card in box.full_box().cards.values()} - silent
    return {f"vienna.effect.{effect}" for effect in there}


def asks() -> set[str]:
    """Add the kinds of questions that the code puts together."""
    kinds = ask_kinds("vienna") | {"count-money", "count-bribes"}
    kinds |= {f"read-card-{part}" for part in lore.CardPart}
    kinds |= {f"read-order-{part}" for part in lore.OrderPart}
    return {f"vienna.ask.{kind}" for kind in kinds}


#: Ids that the code puts together, by how they begin.
FAMILIES = {
    "vienna.": terms(),
    "vienna.rule.": {rule.id for rule in Rule},
    "vienna.section.": {rule.section for rule in Rule},
    "vienna.move.": told_moves(),
    "vienna.event.": told_events(),
    "vienna.effect.": effects(),
    "vienna.bribe.": set(),
    "vienna.info.": set(),
    "vienna.ask.": asks(),
    "vienna.tie.": {f"vienna.tie.{what}" for what in ("money", "bribes", "agents", "order")},
    "cards.": set(),  # places in a file, no texts
    "orders.": set(),
    "cli.": set(),  # pages of the command line: see below
    "cli.overlay.": set(),
    "overlay.unknown.": {f"overlay.unknown.{part}" for part in kits()["vienna"].unread(())},
    "cli.metavar.": {f"cli.metavar.{sign}" for sign in keyword_values("metavar")},
    "cli.error.": {"cli.error.option-needs-value", "cli.error.option-takes-no-value"},
    "cli.calibrate.": set(),  # options of a page: see below
    "cli.calibrate.step.": {
        f"cli.calibrate.step.{step}"
        for step in ("find", "photo", "pieces", "proof", "again", "report")
    },
    "check.": {f"check.{name}" for name in (*LIMITS, *TABLE_LIMITS)},
    "advice.": {f"advice.{name}" for name in (*LIMITS, *TABLE_LIMITS)},
    "see.learn.": {
        f"see.learn.{reason}" for reason in ("nothing-found", "surface-unclear", "taps-do-not-fit")
    },
    "see.missing.": {f"see.missing.{reason}" for reason in Reason},
    "see.report.": {
        f"see.report.{section}{part}"
        for section in ("where", "colours", "tiles", "photos", "light", "figures")
        for part in ("", ".about")
    },
    "device.lamp.": {f"device.lamp.{lamp.partition('-')[0]}" for lamp in lamp_names(1)},
    "device.button.": {f"device.button.{button}" for button in meanings(0, 1)},
    "doctor.outcome.": {f"doctor.outcome.{outcome}" for outcome in Outcome},
    "settings.": {f"settings.{section}" for section in SECTIONS}
    | {
        f"settings.{section or 'top'}.{key.replace('_', '-')}"
        for section, keys in KINDS.items()
        for key in keys
    },
    "pack.check.": {f"pack.check.{severity}" for severity in Severity},
    "deck.one.": {f"deck.one.{kind}" for kind in ("cards", "orders")},
    "deck.pile.": {f"deck.pile.{kind}" for kind in ("cards", "orders")},
    "deck.state.": {f"deck.state.{state}" for state in ("known", "partly", "unknown")},
    "games.file.": {f"games.file.{kind}" for kind in Kind},
    "web.theme.": {f"web.theme.{theme}" for theme in ("auto", "light", "dark")},
    "web.tracking.": {f"web.tracking.{level}" for level in state.Tracking},
    "web.switch.": {f"web.switch.{level}" for level in state.Tracking},
    "teach.light.": {f"teach.light.{name}" for name in LIMITS},
    "teach.stage.": {f"teach.stage.{stage}" for stage in STAGES},
    "teach.verdict.": {f"teach.verdict.{verdict.value}" for verdict in Verdict},
    "cli.teach.": set(),  # options of a page: see below
    "simulate.": {f"simulate.{row}" for row in ("games", "rounds", "decisions", "speed")},
}


def table_words() -> set[str]:
    """Return the names of everything an eye may see on the table of a game."""
    plan = kits()["vienna"].plan(DATA / "reference" / "full")
    words = Wording("vienna")
    pieces = {*plan.pieces, *(f"feld:{colour}" for colour in ("yellow", "red", "blue", "green"))}
    return {words.surface(name).id for name in plan.surfaces} | {words.piece(p).id for p in pieces}


def option_ids() -> set[str]:
    """Return the ids of options whose help is found by their name."""
    photos = {f"cli.calibrate.{name}" for name in ("pack", "empty", "teach", "corners", "out")}
    asked = ("pack", "camera", "out", "guests", "piece", "find", "forget")
    return photos | {f"cli.teach.{name}" for name in asked}


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


def offers() -> set[str]:
    """Return the names of what a host may choose for a new game."""
    found = set()
    for name, kit in kits().items():
        found |= {f"{name}.version.{word}" for word in kit.versions}
        found |= {f"{name}.expansion.{word}" for word in kit.expansions}
        found |= {f"{name}.colour.{word}" for word in kit.colours}
        for choice, ways in kit.choices.items():
            found |= {f"{name}.choice.{choice}", *(f"{name}.choice.{choice}.{w}" for w in ways)}
    return found


def used_ids() -> set[str]:
    starts, ids = page_ids()
    names = {f"{name}.name" for name in kits()} | offers()
    return (named_ids() - starts).union(ids, names, table_words(), option_ids(), *FAMILIES.values())


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


#: How often somebody looks at a screen, and changes how closely he is tracked.
LOOKING = 0.1
SWITCHING = 0.02

OURS = DATA / "reference"
BOTH = tuple(words.Expansion)
#: Every version, edition and expansion; what is played at random is read out as it comes.
WISHES = {
    "entry": Wish(2, "entry"),
    "entry, board only": Wish(4, "entry", tracking="board"),
    "entry, third man, boxed": Wish(
        3, "entry", ("third-man",), board=OURS / "entry", edition="boxed"
    ),
    "full": Wish(2, "full"),
    "full, both expansions": Wish(4, "full", BOTH),
    "full, both expansions, board only": Wish(3, "full", BOTH, tracking="board"),
    "full, both expansions, boxed": Wish(2, "full", BOTH, board=OURS / "full", edition="boxed"),
}


def read_out(wish: Wish, rng: random.Random) -> Iterator[Text]:
    """Play a game at random, slips included, and yield whatever is said on the way."""
    game, options = kits()["vienna"].open(wish)
    table = game.setup(replace(options, flags=rng.choice(tuple(state.FlagSource))))
    looked_at: set[str] = set()
    earlier: deque[Move] = deque(maxlen=50)
    while waiting := [ask for ask in game.asks(table) if ask.blocks or rng.random() < 0.5]:
        ask = rng.choice(waiting)
        if ask.kind not in looked_at or rng.random() < LOOKING:
            looked_at.add(ask.kind)
            yield from spoken(game.view(table, ask.seat))
            yield from spoken(game.view(table, None))
        if earlier:
            slip = game.decide(table, rng.choice(earlier))
            yield from said_no(slip) if isinstance(slip, Refused) else ()
        move = rng.choice(plausible(table, game.options(table, ask)))
        track = Track(rng.randrange(wish.players), rng.choice(tuple(state.Tracking)))
        switching = wish.tracking == "full" and rng.random() < SWITCHING
        if switching and isinstance(game.decide(table, track), Accepted):
            move = track
        earlier.append(move)
        verdict = game.decide(table, move)
        assert isinstance(verdict, Accepted), (move, verdict)
        yield from told(game, table, verdict, wish.players)
        table = fold(game, table, verdict.events)
    yield from spoken(game.view(table, None))
    yield from summed_up(game, table)


def plausible(table: state.State, moves: tuple[Move, ...]) -> list[Move]:
    """Leave out what nobody finds in his drawer: cards of the discard."""
    return [m for m in moves if not isinstance(m, TellDrawer) or m.card not in table.discards]


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
        yield from (choice.note for choice in prompt.choices if choice.note is not None)


def summed_up(game: Game, table: object) -> Iterator[Text]:
    outcome = game.outcome(table)
    assert outcome is not None
    if outcome.decided_by:
        yield outcome.decided_by
    for line in (line for sheet in outcome.sheets for line in sheet.lines):
        yield line.label
        yield from line.detail


#: What a sentence must not show: gaps, missing texts, and words of our own language.
SPOILT = re.compile(rf"[{{}}]|{MISSING.pattern}|\b(?:None|True|False|Unknown)\b|[('\[]'")


@pytest.mark.parametrize("name", WISHES)
def test_whole_games_are_told_without_a_gap(name):
    games = (read_out(WISHES[name], random.Random(f"{name}, {n}")) for n in range(2))
    said = {repr(text): text for game in games for text in game}
    assert len({text.id for text in said.values()}) > 50
    for language in LANGUAGES:
        texts = Texts.load(language, kits()["vienna"].texts)
        spoilt = [(text, texts(text)) for text in said.values() if SPOILT.search(texts(text))]
        assert spoilt == [], language


#: What random games bring seldom or never.
RARE_EVENTS = (
    events.TrackingChanged(0, state.Tracking.BOARD),
    events.CardStowed(0, 1, 7, 8),
    events.CardDrawnAhead(0, 7),
    events.DrawerTold(0, 1, 7),
    events.DrawerTold(0, 1, None),
    events.BribesTold(0, words.Bribe.WINE, 2),
    events.BribesCounted(0, 1),
    events.FlagLaid("b01", words.Flag.USA),
    events.AgentPlaced(0, "b01", feld=True),
    events.RoundBegan(9, 0, last=True),
    full_events.FeldRoamed(0, "b01"),
    full_events.MoneyCounted(0, 1),
    full_events.MoneyTold(0, 2),
    full_events.OrderShown("A1", None),
    full_events.OrderTold(0, "A-01"),
    full_events.OrderTold(0, None),
    full_events.RoofTileFound("L", words.RoofTile.PAYDAY, oriel=True),
    lore.CardLearned(171, lore.CardPart.PARAM, 2),
    lore.OrderLearned("A-01", lore.OrderPart.NEEDS, ("wine", "wine", "coffee")),
)
RARE_MOVES = (
    moves.Pay(0, ()),
    moves.Place(0, "b01", feld=True),
    moves.Roam(0, "b01"),
    moves.Settle(0, 1, (words.Bribe.WINE, words.Bribe.WINE, words.Bribe.TOBACCO)),
    moves.PayAgent(0),
    moves.PayAgent(0, words.Bribe.WINE),
    moves.TellDrawer(0, 1, None),
    moves.TellOrder(0, None),
    moves.Track(0, state.Tracking.FULL),
    moves.Use(0, 81),
    moves.Use(0, 126),
    moves.Use(0, 131, bribes=(words.Bribe.WINE, words.Bribe.TOBACCO)),
    moves.Use(0, 141),
    moves.Use(0, 171, bribe=words.Bribe.WINE),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happens_seldom_can_be_told_as_well(language):
    vienna = box.full_box()
    seat = state.Seat(words.Colour.RED, state.Tracking.FULL, 6, {})
    table = state.State("", state.FlagSource.PRINTED, (seat,), 0, {}, {}, {}, 0)
    texts = Texts.load(language, kits()["vienna"].texts)
    said = [narrate(vienna, table, event, 0) for event in RARE_EVENTS]
    said += [label(vienna, move) for move in RARE_MOVES]
    assert None not in said
    sentences_said = [texts(text) for text in said if text is not None]
    assert [sentence for sentence in sentences_said if SPOILT.search(sentence)] == []
    assert len(set(sentences_said)) > len(said) - 3  # the same money, told and counted


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_pages_are_whole(language):
    for ctx, page in pages(build(Texts.load(language))):
        help_page = page.get_help(ctx)
        assert not MISSING.search(help_page), help_page
