"""A time-lapse as one page: pictures, words, a slider and two buttons; no network, no other file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from html import escape
from pathlib import Path
from string import Template

import cv2
import msgspec

from companion.app.replay_frames import Painter, Picture, Shot
from companion.app.replay_game import Kept
from companion.app.replay_lines import head
from companion.engine import Text

_FILE = Path(__file__).parent / "data" / "replay.html"
_QUALITY = 80
#: Columns and rows of a picture.
_SIZE = (1100, 534)


class Sight(msgspec.Struct, frozen=True):
    """One picture of the page and its words."""

    title: str
    told: str
    scores: tuple[tuple[str, str, str], ...]
    picture: str
    crops: tuple[str, ...]


def page(kept: Kept, painter: Painter, taken: Iterable[Shot]) -> str:
    """Write the page."""
    sights = [_sight(painter, shot) for shot in taken]
    say = kept.texts
    # A "</script>" inside a string would end the script.
    data = msgspec.json.encode(sights).decode().replace("<", "\\u003c")
    return Template(_FILE.read_text(encoding="utf-8")).substitute(
        language=say.language,
        title=escape(say(head(kept))),
        play=escape(say(Text("cli.replay.page-play"))),
        back=escape(say(Text("cli.replay.page-back"))),
        forward=escape(say(Text("cli.replay.page-forward"))),
        slider=escape(say(Text("cli.replay.page-slider"))),
        data=data,
    )


def _sight(painter: Painter, shot: Shot) -> Sight:
    crops = (painter.crop(name) for name in shot.crops)
    return Sight(
        painter.title(shot),
        painter.told(shot),
        tuple(painter.scores(shot)),
        _uri(painter.table(shot.state, _SIZE)),
        tuple(_uri(crop) for crop in crops if crop is not None),
    )


def _uri(picture: Picture) -> str:
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
    return f"data:image/jpeg;base64,{b64encode(jpeg).decode()}"
