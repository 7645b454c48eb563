"""Cards and orders of a bought game: what is still unknown, and a few taps to tell it."""

from __future__ import annotations

import re

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.games.prints import Part, Thing
from web import desk as at
from web.api import limit
from web.cards_port import Cards, Taken
from web.cards_shown import dispute_rows, pile_rows, thing_rows
from web.cards_signs import sign_picture, works_picture
from web.pages import page
from web.rooms import Room

#: A whole box, described by somebody who likes long lines.
_LARGEST_FILE = 256 * 1024
_SEAT = re.compile(r"/api/seats/([0-9]{1,2})")
_WORD = re.compile(r"[a-zA-Z0-9-]{1,24}")


def cards_room(cards: Cards) -> Room:
    """Make the room where cards and orders are filled in."""
    pages = CardPages(cards)
    blueprint = Blueprint("cards", __name__, url_prefix="/cards")
    blueprint.before_request(at.need_guest)
    add = blueprint.add_url_rule
    add("", "overview", pages.overview)
    add("/file", "file", pages.file)
    add("/file", "import", pages.take_in, methods=["POST"])
    add("/sign/<kind>/<word>.svg", "sign", pages.sign)
    add("/works/<number>/<word>.svg", "works", pages.works)
    add("/<kind>/<number>", "thing", pages.thing)
    add("/<kind>/<number>", "note", pages.note, methods=["POST"])
    return Room(blueprint, "/cards", "deck.title")


class CardPages:
    """Answer for the cards of one owner."""

    def __init__(self, cards: Cards) -> None:
        """Take the owner's file."""
        self._cards = cards

    def overview(self) -> str:
        """Show what is known and what is not."""
        return self._overview()

    def _overview(self, taken: Taken | None = None) -> str:
        words, things = at.words(), self._cards.things()
        parts = [part for thing in things for part in thing.parts]
        only_unknown = request.args.get("show") == "unknown"
        return page(
            "cards.html",
            words("deck.title"),
            piles=pile_rows(things, only_unknown=only_unknown),
            only_unknown=only_unknown,
            things=len(things),
            complete=sum(not thing.missing for thing in things),
            known=sum(bool(part.known) for part in parts),
            parts=len(parts),
            next=next((thing for thing in things if thing.missing), None),
            taken=taken,
            disputes=dispute_rows(things, self._cards.disputes(), words) if at.is_host() else [],
            wrong=[] if taken is None else [(w, words.say(text)) for w, text in taken.wrong],
        )

    def file(self) -> Response:
        """Send the owner's file."""
        response = Response(self._cards.file(), mimetype="application/json")
        response.headers["Content-Disposition"] = 'attachment; filename="cards.json"'
        response.headers["Cache-Control"] = "no-store"
        return response

    def take_in(self) -> str:
        """Add what a friend's file says; only the host may."""
        request.max_content_length = _LARGEST_FILE
        at.check_token()
        at.need_host()
        limit("cards")
        given = request.files.get("file")
        if given is None or not given.filename:
            raise at.Denied(400, "deck.no-file")
        return self._overview(self._cards.take_in(given.filename, given.read()))

    def sign(self, kind: str, word: str) -> Response:
        """Draw a sign."""
        return _picture(sign_picture(kind, word) if _WORD.fullmatch(word) else None)

    def works(self, number: str, word: str) -> Response:
        """Draw what a card does, with a word filled in."""
        parts = self._find("cards", number).parts
        works = next((part.works for part in parts if part.works is not None), None)
        known = works is not None and _WORD.fullmatch(word)
        return _picture(works_picture(works, word) if works is not None and known else None)

    def thing(self, kind: str, number: str) -> str:
        """Ask for what is printed on a card or an order."""
        return self._thing(self._find(kind, number))

    def _thing(self, thing: Thing, problems: tuple[str, ...] = ()) -> str:
        words = at.words()
        back = request.values.get("back", "")
        return page(
            "card.html",
            words(f"deck.one.{thing.kind}", number=thing.number),
            thing=thing,
            rows=thing_rows(_asked(thing), words),
            told=thing_rows([part for part in thing.parts if part.known], words),
            back=back if _way_back(back) != "/cards" else "",
            problems=problems,
            hurry=_hurry(thing),
        )

    def note(self, kind: str, number: str) -> str | AnyResponse:
        """Note what somebody has read; what is known already only the host may change."""
        at.check_token()
        limit("cards")
        if not at.is_host() and not at.my_seats():
            raise at.Denied(403, "deck.who")
        thing = self._find(kind, number)
        said = {part.name: _words_of(part) for part in thing.parts}
        said = {name: words for name, words in said.items() if words}
        words = at.words()
        taken = [part for part in thing.parts if _differs(part, said.get(part.name, ()))]
        if taken and not at.is_host():
            return self._thing(thing, tuple(words("deck.known", part=one.label) for one in taken))
        wrong = self._cards.note(thing.place, said) if said else ()
        if wrong:
            return self._thing(thing, words.all(wrong))
        at.desk().relay.ring()
        return redirect(_way_back(request.form.get("back", "")), 303)

    def _find(self, kind: str, number: str) -> Thing:
        place = f"{kind}.{number}"
        found = next((thing for thing in self._cards.things() if thing.place == place), None)
        if found is None:
            raise at.Denied(404, "deck.no-such-thing")
        return found


def _asked(thing: Thing) -> list[Part]:
    """Return the parts that may be told: what is missing, and for a host what may be wrong."""
    host = at.is_host()
    return [part for part in thing.parts if not part.sure and (host or not part.known)]


def _hurry(thing: Thing) -> bool:
    """Tell whether the last tap sends it; whoever changes something, or counts signs, says when."""
    return not any((part.known and not part.sure) or part.most > 1 for part in thing.parts)


def _words_of(part: Part) -> tuple[str, ...]:
    given = request.form.get(part.name, "")[:200]
    return tuple(word.strip() for word in given.split(",") if word.strip())


def _differs(part: Part, said: tuple[str, ...]) -> bool:
    return bool(part.known and said) and sorted(part.known) != sorted(said)


def _way_back(told: str) -> str:
    """Return the page that somebody came from: his seat, the host's, or the overview."""
    seat = _SEAT.fullmatch(told)
    if seat is not None:
        return f"/seat/{int(seat[1])}"
    return "/host" if told == "/api/host" else "/cards"


def _picture(svg: str | None) -> Response:
    if svg is None:
        raise at.Denied(404, "deck.no-such-thing")
    response = Response(svg, mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response
