"""What a taught table has to say, in the words of somebody who never saw a file."""

from __future__ import annotations

from companion.app.teach_drawing import draw_lesson
from companion.app.teach_learn import Board
from companion.app.teach_words import doubt_text, with_photo
from companion.engine import Text
from companion.games import kits
from companion.games.vienna.box import DATA
from companion.packs.header import FILE
from companion.packs.json_file import read_json
from companion.session.texts import Texts
from vision.wording import Wording

KIT, PACK = kits()["vienna"], DATA / "reference" / "full"
BOARD = Board(KIT, PACK, "reference", KIT.plan(PACK))
SAY = Texts.load("en", KIT.texts)
WORDS = Wording("vienna", KIT.call)


def warned(photo):
    places = WORDS.places(["b16", "s03", "flag:b02"])
    return SAY(with_photo(Text("see.doubted", {"photo": photo, "places": places}), BOARD))


def test_photos_go_by_their_number_and_places_by_what_they_are():
    said = warned("lesson-2")
    assert said.startswith("Photo 2, read back, is not certain here: Building b16, Square s03,")
    assert warned("agent-red").startswith("Photo of one piece (red agent), read back")
    assert warned("empty").startswith("Photo of the empty boards")
    assert warned("mine.jpg").startswith("mine.jpg, read back")  # somebody's own file
    plain = Text("see.nothing")
    assert with_photo(plain, BOARD) is plain


def test_what_is_not_sure_is_a_place_or_where_somebody_stands():
    def say(name):
        text = doubt_text(BOARD.plan, WORDS, name)
        return SAY(text) if isinstance(text, Text) else text

    assert say("roof:A") == "roof field A"
    assert say("investigator") == "investigator (where on its track)"
    assert say("score:red") == "red agent (where on its track)"
    assert say("info:flask") == "flask marker (where on its track)"


def test_in_a_lesson_the_print_steps_back_and_what_is_to_be_laid_is_large():
    source, laid = read_json(PACK / FILE), {"b01": ("agent:red",), "b02": ("agent:blue",)}
    rings = frozenset({"b01"})
    seen = draw_lesson(source, BOARD.plan, "board", laid, rings)
    lesson = draw_lesson(source, BOARD.plan, "board", laid, rings, ways=())
    assert 'opacity="0.62"' in lesson
    assert 'opacity="0.62"' not in seen
    assert lesson.count(" scale(2)") == seen.count(" scale(2)") + 1  # an agent is 12 mm wide
