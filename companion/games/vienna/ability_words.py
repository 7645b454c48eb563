"""What a card can do in a drawer, in words: when its ability helps, and what it gives."""

from __future__ import annotations

from companion.engine import Text, Unknown
from companion.games.vienna.cards import Card, Effect, Trigger
from companion.games.vienna.labels import printed

_WHEN = {
    Trigger.BRIBE: "vienna.print.when.bribe",
    Trigger.HUE: "vienna.print.when.placed",
    Trigger.FLAG: "vienna.print.when.placed",
    Trigger.SEAL: "vienna.print.when.placed",
    Trigger.FOREIGN: "vienna.print.when.foreign",
    Trigger.INFO: "vienna.print.when.info",
    Trigger.GOT_INFO: "vienna.print.when.got-info",
    Trigger.NEW_INFO: "vienna.print.when.new-info",
    Trigger.SQUARE: "vienna.print.when.square",
    Trigger.ANY_INFO: "vienna.print.when.any-info",
    Trigger.PAY: "vienna.print.when.pay",
    Trigger.DEPICTED: "vienna.print.when.depicted",
}
_GIVES = {
    Effect.SAME_BRIBE: "vienna.print.gives.same-bribe",
    Effect.ANY_BRIBE: "vienna.print.gives.any-bribe",
    Effect.TWO_BRIBES: "vienna.print.gives.two-bribes",
    Effect.EQUAL_BRIBES: "vienna.print.gives.equal-bribes",
    Effect.DIFFERENT_BRIBES: "vienna.print.gives.different-bribes",
    Effect.WILD_BRIBE: "vienna.print.gives.wild-bribe",
    Effect.DISCOUNT: "vienna.print.gives.discount",
    Effect.POINTS: "vienna.effect.points",
    Effect.ANY_MARKER: "vienna.print.gives.any-marker",
    Effect.OWN_MARKER: "vienna.print.gives.own-marker",
    Effect.OTHER_MARKER: "vienna.print.gives.other-marker",
    Effect.DRAW_CARDS: "vienna.print.gives.draw-cards",
}
#: What stands for something that nobody has read to us.
_UNREAD = "?"


def ability_words(card: Card) -> tuple[Text, Text]:
    """Say when an ability helps, and what it gives."""
    params: dict[str, str | int | Text] = {"count": card.amount}
    if isinstance(card.param, Unknown):
        params["what"] = _UNREAD
    elif card.param is not None:
        params["what"] = printed(card.param)
    return Text(_WHEN[card.trigger], params), Text(_GIVES[card.effect], params)


def ability(card: Card) -> Text | None:
    """Say in one line what a card does in a drawer, if anybody has read it to us."""
    if isinstance(card.param, Unknown):
        return None
    when, gives = ability_words(card)
    return Text("vienna.ability", {"when": when, "gives": gives})
