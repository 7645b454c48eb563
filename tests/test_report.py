"""The report of a calibration: whole, escaped, in one file, and true."""

import re
from html.parser import HTMLParser

import pytest

from calibration.separation import colours_apart, looks_apart
from companion.app.see import plan_of
from vision.profile import load_profile

VOID = {"meta", "img", "br", "link", "input", "hr"}


class Reader(HTMLParser):
    """Read a page and remember what it is made of; complain where tags do not match."""

    def __init__(self, page):
        super().__init__()
        self.open, self.counts, self.sources, self.words = [], {}, [], []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        self.sources += [value for name, value in attrs if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.fixture(scope="module")
def page(profile):
    return (profile / "report.html").read_text("utf-8")


@pytest.fixture(scope="module")
def parsed(page):
    return Reader(page)


def test_the_page_needs_nothing_but_itself(page, parsed):
    assert parsed.sources
    assert all(source.startswith("data:image/") for source in parsed.sources)
    assert not re.search(r"https?://|@import|url\(", page)
    assert len(page) < 4_000_000


def test_the_verdict_comes_first_then_seven_sections(parsed):
    said = "".join(parsed.words)
    assert said.index("The table is learned") < said.index("Where everything is")
    assert parsed.counts["section"] == 7


def test_names_of_files_cannot_break_the_page(page, photos):
    assert "<b>" in str(photos.folder)
    assert "b" not in Reader(page).counts
    assert "&lt;b&gt;table &amp; &#x27;co&#x27;" in page


def test_every_piece_is_shown_with_its_name(parsed):
    said = "".join(parsed.words).casefold()
    for name in ("red agent", "third man", "flask marker", "pistol tile", "payday tile"):
        assert name in said
    assert "«" not in said


def test_no_two_pieces_are_called_the_same(profile):
    _, knowledge = load_profile(profile, plan_of)
    colours, looks = colours_apart(knowledge), looks_apart(knowledge)
    agents = {(a, b) for a, b, _ in colours if a.startswith("agent") and b.startswith("agent")}
    assert len(agents) == 6
    assert [pair[2] for pair in colours] == sorted(pair[2] for pair in colours)
    assert all(0.8 < apart <= 1 for a, b, apart in colours if (a, b) in agents)
    assert all(0.2 < apart <= 1 for _, _, apart in looks)
