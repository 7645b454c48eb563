"""What is written on VIENNA's printed pieces, in the reader's language."""

from __future__ import annotations

from companion.drawing.aid_art import Aid, AidLine
from companion.drawing.card_art import CardFace
from companion.drawing.desk_art import DeskWords
from companion.drawing.order_art import OrderFace
from companion.engine import Text, Unknown
from companion.games.vienna.card_words import in_words
from companion.games.vienna.cards import Card
from companion.games.vienna.order import Order
from companion.games.vienna.terms import term
from companion.games.vienna.words import Colour
from companion.session.texts import Texts

#: A player aid by headings, each with its lines: a sign, and what it says.
_Plan = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
_ROUND = ("vienna.print.aid.round", (("sign-card", "vienna.print.aid.cards"),))
_CITY = (("sign-square", "vienna.print.aid.square"), ("sign-lens", "vienna.print.aid.threshold"))
_ENTRY: _Plan = (
    _ROUND,
    (
        "vienna.print.aid.turn",
        (
            ("I", "vienna.print.aid.drawer"),
            ("II", "vienna.print.aid.bribe"),
            ("III", "vienna.print.aid.agent"),
            ("IV", "vienna.print.aid.marker"),
        ),
    ),
    ("vienna.print.aid.city", _CITY),
    (
        "vienna.print.aid.end",
        (("sign-foreign", "vienna.print.aid.last"), ("sign-points", "vienna.print.aid.score")),
    ),
)
_FULL: _Plan = (
    _ROUND,
    (
        "vienna.print.aid.turn",
        (
            ("I", "vienna.print.aid.drawer"),
            ("II", "vienna.print.aid.bribe"),
            ("III", "vienna.print.aid.agent-full"),
            ("IV", "vienna.print.aid.marker"),
        ),
    ),
    ("vienna.print.aid.city", (*_CITY, ("flag-usa", "vienna.print.aid.order"))),
    (
        "vienna.print.aid.buy",
        (
            ("sign-agent", "vienna.print.aid.hire"),
            ("desk-telephone", "vienna.print.aid.telephone"),
            ("desk-map", "vienna.print.aid.map"),
            ("desk-cash-box", "vienna.print.aid.cash-box"),
            ("desk-signet", "vienna.print.aid.signet"),
            ("desk-side-table", "vienna.print.aid.side-table"),
        ),
    ),
    (
        "vienna.print.aid.end",
        (
            ("roof-payday", "vienna.print.aid.payday"),
            ("sign-foreign", "vienna.print.aid.last-full"),
            ("sign-points", "vienna.print.aid.score-full"),
        ),
    ),
)


def card_face(texts: Texts, card: Card) -> CardFace:
    """Say what is printed on a card of our own edition, where nothing is unknown."""
    if isinstance(card.bribe, Unknown) or isinstance(card.info, Unknown):
        raise TypeError("only known cards can be printed")
    named = None if isinstance(card.param, Unknown) else card.param
    when, gives = in_words(card)
    return CardFace(
        number=card.number,
        bribe=card.bribe,
        info=card.info,
        action=card.action,
        trigger=card.trigger,
        effect=card.effect,
        amount=card.amount,
        named=named,
        lines=(texts(when), texts(gives)),
    )


def order_face(order: Order) -> OrderFace:
    """Say what is printed on an order of our own edition."""
    parts = (order.flag, order.needs, order.money, order.points)
    flag, needs, money, points = parts
    if isinstance(flag, Unknown) or isinstance(needs, Unknown):
        raise TypeError("only known orders can be printed")
    if isinstance(money, Unknown) or isinstance(points, Unknown):
        raise TypeError("only known orders can be printed")
    return OrderFace(order.number, flag, order.want, needs, money, points)


def desk_words(texts: Texts, colour: Colour) -> DeskWords:
    """Say what is written on a desk."""
    drawer, bribe = Text("vienna.print.desk.drawer"), Text("vienna.print.desk.bribe")
    agent, marker = Text("vienna.print.desk.agent"), Text("vienna.print.desk.marker")
    return DeskWords(
        owner=texts(term(colour)),
        actions=(texts(drawer), texts(bribe), texts(agent), texts(marker)),
        drawer=texts(Text("vienna.screen.drawer")),
        order=texts(Text("vienna.print.desk.order")),
    )


def player_aids(texts: Texts) -> tuple[Aid, Aid]:
    """Write the player aids of both versions."""
    return (
        _aid(texts, "vienna.print.aid.entry", _ENTRY),
        _aid(texts, "vienna.print.aid.full", _FULL),
    )


def _aid(texts: Texts, title: str, plan: _Plan) -> Aid:
    parts = tuple(
        (texts(Text(heading)), tuple(AidLine(sign, texts(Text(line))) for sign, line in lines))
        for heading, lines in plan
    )
    return Aid(title.rpartition(".")[2], texts(Text(title)), parts)
