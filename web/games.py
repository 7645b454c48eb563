"""The pages of kept games: history and statistics, replay, and files to take away."""

from __future__ import annotations

from io import BytesIO

import msgspec
from flask import (
    Blueprint,
    Response,
    make_response,
    redirect,
    render_template,
    request,
    send_file,
)
from werkzeug.wrappers import Response as AnyResponse

from companion.games import kits
from web import desk as at
from web.api import as_json, limit
from web.games_chart import chart
from web.games_port import PUBLIC, Games, Kind, Making
from web.games_shown import Shown, curves, row, shown_step, stand
from web.games_statistics import statistics_rows
from web.host import host_page
from web.openapi_call import Call
from web.pages import page
from web.rooms import Room
from web.wording import Words, words_of

#: A file that is not made by then is shown being made.
_PATIENCE_S, _AGAIN_S = 0.8, 2
_MIMES = {
    Kind.JSON: "application/json",
    Kind.CSV: "text/csv",
    Kind.PDF: "application/pdf",
    Kind.PNG: "image/png",
    Kind.GIF: "image/gif",
    Kind.MP4: "video/mp4",
    Kind.ZIP: "application/zip",
}


class Progress(msgspec.Struct, frozen=True):
    """How far a file has come, and why it will not be made, if it will not."""

    done: int
    total: int
    ready: bool
    failed: str


CALLS = {
    "/games/{game}/steps.json": Call("all steps of a game in words", tuple[Shown, ...]),
    "/games/{game}/making/{kind}": Call("how far a file has come", Progress),
}


def games_room(games: Games) -> Room:
    """Make the room where kept games are looked at; it is open to all guests."""
    pages = GamePages(games)
    blueprint = Blueprint("games", __name__, url_prefix="/games")
    blueprint.before_request(at.need_guest)
    add = blueprint.add_url_rule
    add("", "history", pages.history)
    add("/<game>", "replay", pages.replay)
    add("/<game>/steps.json", "steps", pages.steps)
    add("/<game>/board.svg", "board", pages.board)
    add("/<game>/pieces/<int:number>.svg", "pieces", pages.pieces)
    add("/<game>/picture/<digest>.jpg", "picture", pages.picture)
    add("/<game>/file/<kind>", "file", pages.file)
    add("/<game>/making/<kind>", "making", pages.making)
    add("/<game>/play", "play", pages.play, methods=["POST"])
    return Room(
        blueprint, "/games", "games.title", tools=pages.unfinished, public=True, calls=CALLS
    )


def _words() -> Words:
    """Return the words of this phone, with those of every game that may be on the shelf."""
    return words_of(at.language(), *(kit.texts for kit in kits().values()))


def _running() -> str:
    """Return the game that is played now, if there is one."""
    play = at.desk().house.play
    return "" if play is None else play.session.snapshot.game


def _nothing() -> at.Denied:
    return at.Denied(404, "games.no-such-game")


class GamePages:
    """Answer for the games of one house."""

    def __init__(self, games: Games) -> None:
        """Take the shelf they stand on."""
        self._games = games

    def history(self) -> str:
        """List all games, and sum up those that are over."""
        words = _words()
        lines = self._games.lines()
        found = statistics_rows(self._games.statistics(), request.args.get("of", ""), words)
        return page(
            "games.html",
            words("games.title"),
            lines=[row(line, words) for line in lines],
            statistics=found,
        )

    def unfinished(self) -> str:
        """Fill what the host's page has of this room: the games that can be taken up again."""
        words, runs = _words(), _running()
        lines = self._games.unfinished(at.desk().house.kit.name)
        rows = [row(line, words) for line in lines if line.id != runs]
        return render_template(
            "_unfinished.html", t=words, token=at.token(), lines=rows, playing=bool(runs)
        )

    def play(self, game: str) -> str | AnyResponse:
        """Take a game up again; everybody sits where he sat."""
        at.check_token()
        at.need_host()
        here = at.desk()
        lines = self._games.unfinished(here.house.kit.name)
        line = next((line for line in lines if line.id == game), None)
        if line is None:
            raise _nothing()
        names = {player.seat: player.name for player in line.players}
        refused = here.house.resume(game, lambda: here.keys.seat_again(names))
        if refused is not None:
            return host_page(_words().say(refused))
        here.relay.meet()
        here.relay.ring()
        return redirect("/host", 303)

    def replay(self, game: str) -> str:
        """Show one game; the address may say at which step."""
        found = self._games.replay(game)
        if found is None:
            raise _nothing()
        words = _words()
        last = len(found.steps) - 1
        wanted = request.args.get("at", "")
        given = wanted.isascii() and wanted.isdigit() and len(wanted) < 7
        number = min(int(wanted), last) if given else last
        lines = curves(found, words)
        label = ", ".join(f"{curve.name} {curve.points[-1]}" for curve in lines)
        return page(
            "replay.html",
            words("games.replay"),
            line=row(found.line, words),
            step=shown_step(found.steps[number], words),
            pictured=any(step.picture for step in found.steps),
            people=stand(found, number, words),
            number=number,
            last=last,
            turns=_turn_ends(found.steps, number),
            chart=chart(lines, words("games.chart", what=label), number, words("games.axis")),
            kinds=[kind for kind in Kind if found.line.over or (at.is_host() and kind in PUBLIC)],
            play_link=self._games.play_link(game, at.language()),
        )

    def steps(self, game: str) -> Response:
        """Return all steps in words, for a page that leafs through them."""
        found = self._games.replay(game)
        if found is None:
            raise _nothing()
        words = _words()
        return as_json([shown_step(step, words) for step in found.steps])

    def board(self, game: str) -> Response:
        """Draw the bare table."""
        return _drawing(self._games.board(game), 3600)

    def pieces(self, game: str, number: int) -> Response:
        """Draw what lay on the table after a step."""
        return _drawing(self._games.pieces(game, number), 600)

    def picture(self, game: str, digest: str) -> Response:
        """Send a picture that was kept with a step."""
        jpeg = self._games.picture(game, digest)
        if jpeg is None:
            raise at.Denied(404, "games.no-picture")
        response = Response(jpeg, mimetype="image/jpeg")
        response.headers["Cache-Control"] = "private, max-age=3600"
        return response

    def file(self, game: str, kind: str) -> AnyResponse:
        """Send a file, or show how far it has come."""
        made, wanted = self._make(game, kind, _PATIENCE_S)
        if made.file is None:
            words = _words()
            problem = "" if made.failed is None else words.say(made.failed)
            title = words("games.making")
            shown = make_response(page("making.html", title, made=made, problem=problem, game=game))
            if not problem:  # it asks again by itself, and gets the file once there is one
                shown.headers["Refresh"] = str(_AGAIN_S)
            return shown
        content, name = BytesIO(made.file.read_bytes()), made.name
        response = send_file(content, _MIMES[wanted], as_attachment=True, download_name=name)
        response.headers["Cache-Control"] = "no-store"
        return response

    def making(self, game: str, kind: str) -> Response:
        """Say how far a file has come."""
        made, _ = self._make(game, kind, 0.0)
        failed = "" if made.failed is None else _words().say(made.failed)
        ready = made.file is not None
        return as_json(Progress(made.done, made.total, ready, failed))

    def _make(self, game: str, kind: str, patience_s: float) -> tuple[Making, Kind]:
        limit("files")
        if kind not in tuple(Kind):
            raise _nothing()
        if any(line.id == game and not line.over for line in self._games.lines()):
            at.need_host()
        made = self._games.make(game, Kind(kind), at.language(), patience_s)
        if made is None:
            raise at.Denied(404, "games.no-such-file")
        return made, Kind(kind)


def _drawing(svg: str | None, keep_s: int) -> Response:
    if svg is None:
        raise _nothing()
    response = Response(svg, mimetype="image/svg+xml")
    response.cache_control.private, response.cache_control.max_age = True, keep_s
    return response


class Ends(msgspec.Struct, frozen=True):
    """Where the turn before and the turn after begin."""

    before: int
    after: int


def _turn_ends(steps: tuple[msgspec.Struct, ...], number: int) -> Ends:
    turns = [getattr(step, "turn", None) for step in steps]
    starts = [n for n in range(1, len(turns)) if turns[n] is not None and turns[n] != turns[n - 1]]
    before = max((n for n in starts if n < number), default=0)
    return Ends(before, min((n for n in starts if n > number), default=len(turns) - 1))
