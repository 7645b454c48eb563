"""A finished game as a link that the app BG Stats takes up as a play.

The makers document it under "push plays to BG Stats from other apps or websites": one address,
``createPlay.html?data=``, behind ``bgstats://`` or ``https://``, and after it one JSON object::

    {"sourceName", "sourcePlayId", "playDate": "2026-11-16 19:16:58" (UTC, when it ended),
     "durationMin", "comments", "board", "location",
     "game": {"name", "sourceGameId", "highestWins", "noPoints"},
     "players": [{"name", "sourcePlayerId", "score", "rank", "role", "winner"}]}

The app asks its owner which of his games and friends are meant, and remembers that by the source
ids, so that these must stay the same from game to game.  ``winner`` may never be left out.
"""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

import msgspec

from companion.session.texts import Texts
from web.games_port import Line, Player

#: With this beginning the app opens without a detour over the internet.
_ADDRESS = "bgstats://app.bgstatsapp.com/createPlay.html?data="
_SOURCE = "TableCompanion"


def play_link(line: Line, texts: Texts, game: str) -> str:
    """Return the link of a game that is over."""
    data = {
        "sourceName": _SOURCE,
        "sourcePlayId": line.id,
        "playDate": _moment(line.last_at),
        "durationMin": line.minutes,
        "board": ", ".join(map(texts, line.words)),
        "game": {
            "name": texts(line.name) if not isinstance(line.name, str) else line.name,
            "sourceGameId": game,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [_player(player, texts) for player in line.players],
    }
    return _ADDRESS + quote(msgspec.json.encode(data).decode(), safe="")


def _player(player: Player, texts: Texts) -> dict[str, str | int | bool | None]:
    colour = texts(player.title)
    told: dict[str, str | int | bool | None] = {
        "name": player.name or colour,
        "sourcePlayerId": player.name or f"seat-{player.seat}",
        "role": colour,
        "rank": player.rank,
        "score": player.points,
        "winner": player.wins,
    }
    return {key: value for key, value in told.items() if value is not None}


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
