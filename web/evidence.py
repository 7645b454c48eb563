"""What is behind a number of points: the entries of the log, and where score markers disagree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec.structs import replace

from companion.engine import Text
from companion.session.sheet import Proof
from companion.session.sheet_known import who_and_how
from companion.session.sheet_marker import disputes as dispute_markers
from web.house import Play
from web.look import Look
from web.shown import Dispute, Evidence


class Photos:
    """The crops of a game that are still kept; nobody looks before one is asked for."""

    def __init__(self, play: Play, game: str) -> None:
        """Take the game by its id."""
        self._play, self._game = play, game

    @cached_property
    def _names(self) -> frozenset[str]:
        with self._play.reader() as reader:
            return reader.picture_names(self._game)

    def name(self, picture: str | None) -> str:
        """Return the name of a crop, or nothing where it is gone."""
        return picture if picture is not None and picture in self._names else ""


def evidence(
    proofs: Iterable[Proof], seat: int, look: Look, photos: Photos
) -> tuple[Evidence, ...]:
    """Tell what brought a seat points, entry by entry; an entry shows its picture once."""
    words, names = look.words, {person.seat: person.name for person in look.people}
    told: list[Evidence] = []
    for proof in proofs:
        again = bool(told) and told[-1].number == proof.number
        told.append(
            Evidence(
                proof.number,
                "" if proof.turn is None else words("web.sheet.turn", turn=proof.turn),
                f"{proof.at.astimezone():%H:%M}",
                f"{proof.points:+d}",
                words.say(proof.cause or proof.sentence or Text("core.sheet.untold")),
                words.say(who_and_how(proof.by, proof.ask, names, but=seat)),
                "" if proof.broken is None else words("core.sheet.let-stand", rule=proof.broken),
                "" if again else photos.name(proof.picture),
            )
        )
    return tuple(told)


def disputes(look: Look, photos: Photos) -> Iterator[Dispute]:
    """Say where a score marker and the log disagree, and what was scored in between."""
    snapshot, play, words = look.snapshot, look.play, look.words
    if not snapshot.astray:
        return
    past = look.now.story.past
    found = dispute_markers(play.game, snapshot.settled, past, snapshot.astray, play.kit.signs)
    for one in found:
        named = replace(one, name=look.name(one.seat))
        yield Dispute(
            one.seat,
            words.say(named.headline),
            words.say(named.when),
            evidence(one.proofs, one.seat, look, photos),
        )
