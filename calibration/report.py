"""A page that shows what was learned of a table, and how well: for owners, without a network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

import numpy as np

from calibration import report_pictures as pictures
from calibration.learn import Learned
from calibration.lesson import Lesson
from calibration.proof import Proof
from calibration.remarks import slip_text
from calibration.report_style import CSS
from calibration.separation import CLOSE, Pair, colours_apart, looks_apart
from companion.engine import Text
from companion.session.texts import Texts
from vision.profile_table import Story
from vision.reference import Picture
from vision.wording import Wording, trouble

#: So many of the closest pairs are worth a look.
_PAIRS = 5


def report_page(
    texts: Texts, words: Wording, learned: Learned, photo: Picture, story: Story
) -> str:
    """Return the whole page; ``photo`` is the first one of the empty table."""
    return Report(texts, words, learned, story).page(photo)


class Report:
    """Writes the page section by section; every word of it comes from the catalogue."""

    def __init__(self, texts: Texts, words: Wording, learned: Learned, story: Story) -> None:
        self._texts, self._words = texts, words
        self._learned, self._story = learned, story
        self._know = learned.knowledge

    def page(self, photo: Picture) -> str:
        """Return the page."""
        sections = (
            self._verdict(),
            self._where(photo),
            self._colours(),
            self._tiles(),
            self._photos(),
            self._light(),
            self._figures(),
        )
        title = self._say("see.report.title")
        return (
            f'<!doctype html>\n<html lang="{self._texts.language}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{title}</title><style>{CSS}</style></head><body><main>"
            f'<h1>{title}</h1><p class="soft">{escape(self._story.made[:16].replace("T", " "))}</p>'
            f"{''.join(filter(None, sections))}</main></body></html>\n"
        )

    def _say(self, text_id: str, **params: str | int | Text) -> str:
        return self._html(Text(text_id, params))

    def _html(self, text: Text) -> str:
        return escape(self._texts(text))

    def _section(self, name: str, inside: str) -> str:
        heading, about = self._say(f"see.report.{name}"), self._say(f"see.report.{name}.about")
        return f'<section><h2>{heading}</h2><p class="soft">{about}</p>{inside}</section>'

    def _verdict(self) -> str:
        """Say in one sentence how it went, then what to do about the rest."""
        warnings = self._story.warnings
        rows = "".join(f"<li>{self._html(warning)}</li>" for warning in warnings)
        count = len(self._story.taught)
        if warnings:
            said = self._say("see.report.verdict.warned", count=len(warnings))
            return f'<section class="verdict warn"><strong>{said}</strong><ul>{rows}</ul></section>'
        said = self._say("see.report.verdict.good", count=count)
        advice = self._say("see.report.verdict.advice")
        return f'<section class="verdict"><strong>{said}</strong><p>{advice}</p></section>'

    def _where(self, photo: Picture) -> str:
        drawn = pictures.outlined(photo, self._learned.sight.vantage, self._know.plan)
        caption = self._say("see.report.where.caption", photo=self._story.photos[0])
        return self._section("where", _figure(pictures.data_uri(drawn), caption))

    def _colours(self) -> str:
        samples = self._know.solids.paint.samples
        if not samples:
            return ""
        chips = (
            self._chip(piece, pictures.data_uri(pictures.swatch(pixels), ".png"), "", piece)
            for piece, pixels in samples.items()
        )
        pairs = self._pairs(colours_apart(self._know))
        return self._section("colours", _grid(chips) + pairs)

    def _tiles(self) -> str:
        looks = self._know.flats.looks
        if not looks:
            return ""
        printed = set(self._know.plan.printed.values())
        chips = []
        for look in looks:
            told = "" if look.piece in printed else look.piece
            printed.discard(look.piece)  # the next one of this name is made of cardboard
            chips.append(
                self._chip(look.piece, pictures.data_uri(look.picture, ".png"), " tile", told)
            )
        pairs = self._pairs(looks_apart(self._know))
        return self._section("tiles", _grid(chips) + pairs)

    def _chip(self, piece: str, picture: str, kind: str, told: str) -> str:
        """Show how a piece looks; ``told`` is its name again, unless it is a print on the board."""
        count = self._story.taught.get(told, 0)
        text_id = "see.report.shown" if told else "see.report.printed"
        shown = self._say(text_id, count=count)
        name = self._html(self._words.piece(piece))
        return (
            f'<div class="chip{kind}"><img alt="" src="{picture}">'
            f"<div>{name}<small>{shown}</small></div></div>"
        )

    def _pairs(self, pairs: list[Pair]) -> str:
        """Show the pieces that are most alike, and how far apart they still are."""
        if not pairs:
            return ""
        rows = "".join(map(self._pair, pairs[:_PAIRS]))
        return f"<h3>{self._say('see.report.closest')}</h3>{rows}"

    def _pair(self, pair: Pair) -> str:
        a, b, apart = pair
        both = self._say("see.pair", first=self._words.piece(a), second=self._words.piece(b))
        colour = ' class="warning"' if apart < CLOSE else ""
        return (
            f'<div class="pair"><span{colour}>{both}</span>'
            f'<meter min="0" max="1" low="{CLOSE}" value="{apart:.2f}"></meter>'
            f"<span>{100 * apart:.0f}&#8239;%</span></div>"
        )

    def _photos(self) -> str:
        lessons = list(zip(self._learned.lessons, self._learned.proofs, strict=True))
        if not lessons:
            return ""
        legend = "".join(
            f'<li><i style="background:rgb{colour[::-1]}"></i>{self._say(name)}</li>'
            for name, colour in (
                ("see.report.standing", pictures.STANDING),
                ("see.report.lying", pictures.LYING),
                ("see.report.unsure", pictures.DOUBT),
            )
        )
        shown = "".join(self._photo(lesson, proof) for lesson, proof in lessons)
        return self._section(
            "photos", f'<ul class="legend">{legend}</ul><div class="wide">{shown}</div>'
        )

    def _photo(self, lesson: Lesson, proof: Proof) -> str:
        plan = self._know.plan
        drawn = pictures.found(lesson.glimpse.frame, lesson.vantage, plan, proof.reading)
        told = sum(map(len, lesson.told.values()))
        lines = [self._say("see.report.photo", photo=lesson.name, count=told)]
        remarks = [slip_text(slip, self._words) for slip in proof.slips]
        remarks += map(trouble, proof.troubles)
        lines += [f'<span class="warning">{self._html(remark)}</span>' for remark in remarks]
        return _figure(pictures.data_uri(drawn), "<br>".join(lines))

    def _light(self) -> str:
        shown = [
            _figure(pictures.data_uri(heat), self._html(self._words.surface(name)))
            for name, heat in pictures.light_of(self._know.reference).items()
        ]
        for lesson in self._learned.lessons:
            heat = pictures.change_of_light(lesson.glimpse.light, lesson.vantage, self._know.plan)
            caption = self._say("see.report.light.change", photo=lesson.name)
            shown.append(_figure(pictures.data_uri(heat, ".png"), caption))
        return self._section("light", f'<div class="two">{"".join(shown)}</div>')

    def _figures(self) -> str:
        rows = "".join(
            f"<tr><td>{name}</td><td>{escape(value)}</td></tr>" for name, value in self._numbers()
        )
        return self._section("figures", f"<table>{rows}</table>")

    def _numbers(self) -> Iterator[tuple[str, str]]:
        sight, lens = self._learned.sight, self._learned.sight.vantage.lens
        yield self._say("see.report.figure.confidence"), f"{100 * sight.confidence:.0f} %"
        yield self._say("see.report.figure.picture"), f"{lens.size[0]} × {lens.size[1]}"
        yield self._say("see.report.figure.focal"), f"{lens.f_px:.0f} px"
        for name, pose in sight.vantage.poses.items():
            surface = self._words.surface(name)
            said = self._say("see.report.figure.height", surface=surface)
            yield said, f"{pose.eye_mm[2]:.0f} mm"
            scale = lens.f_px / float(np.linalg.norm(pose.eye_mm))
            said = self._say("see.report.figure.scale", surface=surface)
            yield said, f"{scale:.2f} px/mm"
        yield from self._marks(sight.figures.items())
        yield self._say("see.report.figure.noise"), f"{self._know.flats.noise:.1f}"

    def _marks(self, figures: Iterable[tuple[str, float]]) -> Iterator[tuple[str, str]]:
        """Say how far taps were from the corners they meant."""
        for name, figure in figures:
            surface, _, kind = name.partition(":")
            if kind == "moved_px":
                said = self._say("see.report.figure.moved", surface=self._words.surface(surface))
                yield said, f"{figure:.1f} px"


def _grid(chips: Iterable[str]) -> str:
    return f'<div class="grid">{"".join(chips)}</div>'


def _figure(source: str, caption: str) -> str:
    return f'<figure><img alt="" src="{source}"><figcaption>{caption}</figcaption></figure>'
