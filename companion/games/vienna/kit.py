"""VIENNA as the rest of the companion finds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from companion.engine import BadOptions, Plan, Signs, Text, Unknown
from companion.games import Wish
from companion.games.prints import Face, Thing
from companion.games.vienna import overlay_notes
from companion.games.vienna.ability_words import ability_words
from companion.games.vienna.blank import blank_of
from companion.games.vienna.blank_pack import pack_of
from companion.games.vienna.board import check_board, load_board
from companion.games.vienna.board_check import REFERENCE, pack_faults
from companion.games.vienna.box import Box, entry_box, full_box
from companion.games.vienna.events import AbilityUsed, CardDrawn, CardDrawnAhead, Event
from companion.games.vienna.game import Vienna
from companion.games.vienna.lore import unknown
from companion.games.vienna.names import point_at
from companion.games.vienna.overlay import Overlay, overlay_text
from companion.games.vienna.overlay_check import load_overlay
from companion.games.vienna.overlay_merge import merge, open_overlay, overlay_of
from companion.games.vienna.readings import pieces_of, read_told, reading_of
from companion.games.vienna.state import FlagSource, Options, State, Tracking
from companion.games.vienna.table_plan import table_plan
from companion.games.vienna.terms import card_number
from companion.games.vienna.words import Colour, Edition, Expansion, Version
from companion.packs.draft import Draft
from companion.packs.draft_blank import Blank
from companion.packs.fault import Fault, PackError, error

#: Whether the flags printed on the board count, or tiles that are drawn from the bag.
FLAGS = "flags"


class ViennaKit:
    """Open the box and count the players."""

    name = "vienna"
    versions: tuple[str, ...] = tuple(Version)
    editions: tuple[str, ...] = tuple(Edition)
    expansions: tuple[str, ...] = tuple(Expansion)
    players = range(2, 5)
    colours: tuple[str, ...] = tuple(Colour)
    choices: Mapping[str, tuple[str, ...]] = {FLAGS: tuple(FlagSource)}
    texts = Path(__file__).parent / "texts"
    signs = Signs(score="score:", track="info:", pawn="roof:", tracking="track")

    def open(self, wish: Wish) -> tuple[Vienna, Options]:
        """Return the game and the options to set it up with."""
        colours = _seated(wish)
        tracking = (Tracking(wish.tracking),) * len(colours)
        flags = FlagSource(wish.choices.get(FLAGS, FlagSource.PRINTED))
        version = Version(wish.version or Version.ENTRY)
        box = _open_box(wish, version)
        expansions = tuple(Expansion(name) for name in dict.fromkeys(wish.expansions))
        return Vienna(box), Options(colours, wish.start, flags, tracking, version, expansions)

    def reopen(
        self,
        setup: bytes,
        edition: str,
        board: Path | None = None,
        overlays: tuple[Path, ...] = (),
    ) -> Vienna:
        """Return the game that a kept set-up was made with."""
        state = Vienna.states.decode(setup)
        known = edition if edition in self.editions else Edition.REFERENCE.value
        wish = Wish(len(state.seats), board=board, edition=known, overlays=overlays)
        other = BadOptions(Text("vienna.options.other-board", {"edition": state.edition}))
        if board is None and state.edition != REFERENCE:
            raise other
        game = Vienna(_open_box(wish, state.version))
        if game.box.board.edition != state.edition:
            raise other
        return game

    def wish(self, setup: bytes, edition: str) -> Wish:
        """Return what was wished for when a kept set-up was made."""
        state = Vienna.states.decode(setup)
        known = edition if edition in self.editions else Edition.REFERENCE.value
        return Wish(
            len(state.seats),
            state.version.value,
            tuple(expansion.value for expansion in state.expansions),
            state.seats[0].tracking.value,
            edition=known,
            printed=state.edition,
            colours=tuple(seat.colour.value for seat in state.seats),
            start=state.start,
            choices={FLAGS: state.flag_source.value},
        )

    def printed(self, game: Vienna) -> object:
        """Return the board pack of an open game."""
        return game.box.board.pack

    def check_pack(self, folder: Path) -> tuple[Fault, ...]:
        """List what is wrong with a board pack."""
        return check_board(folder)

    def blank(self, side: str) -> Blank:
        """Return what has to be filled in to describe a copy."""
        return blank_of(side)

    def pack_of(self, draft: Draft, *, guess: bool = False) -> dict[str, Any]:
        """Return the board pack of a draft."""
        return pack_of(draft, blank_of(draft.side), guess=guess)

    def pack_faults(self, pack: dict[str, Any]) -> tuple[Fault, ...]:
        """List what is wrong with a board pack that lies in no folder yet."""
        return pack_faults(pack, Path())

    def plan(self, folder: Path) -> Plan:
        """Return what an eye must know of the table that a board pack describes."""
        return table_plan(load_board(folder))

    def call(self, place: str) -> Text | str:
        """Name a place as people point at it."""
        return point_at(place)

    def told(self, raw: object, plan: Plan, file: Path) -> Mapping[str, tuple[str, ...]]:
        """Return what a person tells of a photo, place by place."""
        return pieces_of(read_told(raw, plan, file))

    def reading(self, found: Mapping[str, tuple[str, ...]]) -> Mapping[str, Any]:
        """Return what was seen in the words of a reading."""
        return reading_of(found)

    def merge_overlays(self, files: Sequence[Path]) -> tuple[str, tuple[Fault, ...]]:
        """Return what owners' files say together, and where they disagree."""
        merged, disputes = merge({str(path): load_overlay(path) for path in files})
        return overlay_text(merged), disputes

    def learned(self, game: Vienna, state: State) -> str:
        """Return what a game has taught us of the bought cards and orders, as an owner's file."""
        return overlay_text(overlay_of(game.box, state.lore))

    def things(self, files: Sequence[Path]) -> tuple[Thing, ...]:
        """List all cards and orders, with what owners' files say of them."""
        return tuple(overlay_notes.things(_read_box(files)))

    def noted(self, file: Path, place: str, said: Mapping[str, Sequence[str]]) -> str:
        """Return an owner's file with parts of a card or an order written anew."""
        return overlay_text(overlay_notes.note(_overlay_at(file), place, said, file))

    def taken_in(self, own: Path, other: Path) -> tuple[str, tuple[Fault, ...]]:
        """Add what another file says to an owner's own, which stands where the two disagree."""
        both = (own.name, _overlay_at(own)), (other.name, _overlay_at(other))
        joined, disputes = overlay_notes.take_in(both)
        return overlay_text(joined), disputes

    def card_used(self, event: Event) -> tuple[int, str] | None:
        """Return whose card did its work in a drawer, and its number."""
        return (event.seat, card_number(event.card)) if isinstance(event, AbilityUsed) else None

    def card_drawn(self, event: Event) -> tuple[int, str] | None:
        """Return who drew a card, and its number, if anybody told us."""
        if not isinstance(event, CardDrawn | CardDrawnAhead) or isinstance(event.card, Unknown):
            return None
        return event.seat, card_number(event.card)

    def card_face(self, game: Vienna, number: str) -> Face | None:
        """Return what a card does in a drawer."""
        card = game.box.cards.get(int(number))
        if card is None:
            return None
        named = "" if card.param is None or isinstance(card.param, Unknown) else str(card.param)
        return Face((card.trigger, card.effect, card.amount), named, ability_words(card))

    def unread(self, files: Sequence[Path]) -> Mapping[str, tuple[str, ...]]:
        """List the cards and orders of which a part is still unknown."""
        left = unknown(_read_box(files))
        cards = {f"card-{p}": tuple(map(card_number, n)) for p, n in left.cards.items()}
        return cards | {f"order-{p}": numbers for p, numbers in left.orders.items()}


def _seated(wish: Wish) -> tuple[Colour, ...]:
    """Give everybody a colour: the one that was wished for, or the next that is free."""
    chosen = tuple(map(Colour, wish.colours))
    if len(chosen) > wish.players:
        raise BadOptions(Text("vienna.options.players"))
    free = (colour for colour in Colour if colour not in chosen)
    return (*chosen, *islice(free, wish.players - len(chosen)))


def _overlay_at(path: Path) -> Overlay:
    """Read an owner's file; one that is not there says nothing yet."""
    return load_overlay(path) if path.exists() else overlay_notes.empty()


def _read_box(files: Sequence[Path]) -> Box:
    """Open the bought box, with all that these files say of it."""
    overlays = {str(path): load_overlay(path) for path in files}
    return open_overlay(_bought_box(), overlays)


@cache
def _bought_box() -> Box:
    return full_box(edition=Edition.BOXED)


def _open_box(wish: Wish, version: Version) -> Box:
    """Open the box of an edition and fill in what its owner has read to us."""
    edition = Edition(wish.edition)
    if edition is Edition.BOXED and wish.board is None:
        # Our own board is not the one in the box, and guessing would be worse than asking.
        raise BadOptions(Text("vienna.options.boxed-board"))
    if wish.overlays and edition is not Edition.BOXED:
        path = wish.overlays[0]
        raise PackError(path, [error(path.name, "vienna.overlay.not-boxed", edition=edition.value)])
    box = (full_box if version is Version.FULL else entry_box)(wish.board, edition)
    return open_overlay(box, {str(path): load_overlay(path) for path in wish.overlays})


KIT = ViennaKit()
