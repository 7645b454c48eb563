"""Every way the rules say no, with the section of the rulebook that says so."""

from __future__ import annotations

from enum import Enum

from companion.engine import Ambiguous, Illegal, Invalid, Text
from companion.games.vienna.terms import card_number


class Rule(Enum):
    """Name a reason for refusing, and its section in the rulebook."""

    # Not a move at all.
    NO_SUCH_SEAT = ("no-such-seat", "setup")
    NO_SUCH_BUILDING = ("no-such-building", "board")
    NO_SUCH_SQUARE = ("no-such-square", "board")
    NO_SUCH_CARD = ("no-such-card", "cards")
    NO_SUCH_DRAWER = ("no-such-drawer", "action-1")
    NOT_PRINTED = ("not-printed", "cards")
    NO_SUCH_COUNT = ("no-such-count", "setup")

    # Set-up.
    ALREADY_LAID = ("already-laid", "setup")
    FLAGS_ARE_PRINTED = ("flags-are-printed", "setup")
    TILE_USED_UP = ("tile-used-up", "setup")
    FLAG_USED_UP = ("flag-used-up", "setup")
    STARTER_GIVEN = ("starter-given", "setup")

    # Order of play.
    NOT_NOW = ("not-now", "round")
    NOT_YOUR_TURN = ("not-your-turn", "action-phase")

    # Cards.
    CARD_ELSEWHERE = ("card-elsewhere", "card-phase")
    CARD_NOT_IN_HAND = ("card-not-in-hand", "card-phase")
    HAND_FULL = ("hand-full", "card-phase")
    HAND_NOT_FULL = ("hand-not-full", "card-phase")
    ALREADY_PLANNED = ("already-planned", "card-phase")
    SAME_ABILITY = ("same-ability", "action-1")
    WHICH_DRAWER = ("which-drawer", "action-1")
    ABILITY_NOT_READY = ("ability-not-ready", "abilities")
    ABILITY_GIVES_OTHER = ("ability-gives-other", "abilities")
    WHICH_BRIBE = ("which-bribe", "abilities")
    WHICH_MARKER = ("which-marker", "abilities")

    # Action III.
    OWN_AGENT_THERE = ("own-agent-there", "action-3")
    SUPPLY_EMPTY = ("supply-empty", "action-3")
    NO_AGENT_THERE = ("no-agent-there", "action-3")
    CANNOT_PAY = ("cannot-pay", "action-3")
    WRONG_PRICE = ("wrong-price", "action-3")
    ONE_AGENT_A_TURN = ("one-agent-a-turn", "action-3")
    AGENT_BEFORE_MARKER = ("agent-before-marker", "action-phase")

    FELD_WAITS = ("feld-waits", "feld")
    NO_ROAD_THERE = ("no-road-there", "feld")
    THIRD_MAN_WAITS = ("third-man-waits", "third-man")
    THIRD_MAN_NOT_THERE = ("third-man-not-there", "third-man")

    # Orders, money, purchase and payday.
    NO_SUCH_ORDER = ("no-such-order", "orders")
    ORDER_ELSEWHERE = ("order-elsewhere", "orders")
    NO_SUCH_FIELD = ("no-such-field", "orders")
    NOT_ON_DISPLAY = ("not-on-display", "orders")
    NOT_YOUR_ORDER = ("not-your-order", "orders")
    OTHER_FLAG = ("other-flag", "orders")
    NO_FREE_SLOT = ("no-free-slot", "orders")
    ACCEPT_OR_FULFIL = ("accept-or-fulfil", "orders")
    NOT_MET = ("not-met", "orders")
    STASH_TOO_MUCH = ("stash-too-much", "cash-box")
    BOUGHT_ALREADY = ("bought-already", "purchase")
    NOBODY_FOR_HIRE = ("nobody-for-hire", "purchase")
    CANNOT_AFFORD = ("cannot-afford", "purchase")
    WRONG_SUM = ("wrong-sum", "purchase")
    NO_MAP = ("no-map", "payday")
    CANNOT_PAY_AGENT = ("cannot-pay-agent", "payday")
    FELD_IS_PAID = ("feld-is-paid", "payday")
    MONEY_LEFT = ("money-left", "payday")
    AGENTS_MUST_LEAVE = ("agents-must-leave", "end")
    ENTRY_ONLY_BRIBES = ("entry-only-bribes", "action-3")

    # Action IV and bonuses seen from above.
    MARKER_NOT_ADVANCED = ("marker-not-advanced", "action-4")
    TOO_MANY_STEPS = ("too-many-steps", "action-4")
    NO_CARD_GIVES_THAT = ("no-card-gives-that", "abilities")

    # Tracking.
    TURN_UNDER_WAY = ("turn-under-way", "tracking")
    TRACKED_SO_ALREADY = ("tracked-so-already", "tracking")
    KNOWN_ALREADY = ("known-already", "tracking")

    def __init__(self, key: str, section: str) -> None:
        """Give the rule its two text ids."""
        self.id = f"vienna.rule.{key}"
        self.section = f"vienna.section.{section}"


def invalid(rule: Rule, **params: str | int | Text) -> Invalid:
    """Refuse what is not a move."""
    return Invalid(rule.id, _shown(params), rule.section)


def illegal(rule: Rule, *, to: int | None = None, **params: str | int | Text) -> Illegal:
    """Refuse a move that breaks this rule."""
    return Illegal(rule.id, _shown(params), rule.section, to)


def ambiguous(rule: Rule, *, to: int | None = None, **params: str | int | Text) -> Ambiguous:
    """Ask for one more fact."""
    return Ambiguous(rule.id, _shown(params), rule.section, to)


def _shown(params: dict[str, str | int | Text]) -> dict[str, str | int | Text]:
    """Write card numbers as they are printed."""
    card = params.get("card")
    return {**params, "card": card_number(card)} if isinstance(card, int) else params
