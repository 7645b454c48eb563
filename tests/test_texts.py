"""The text catalogue: sound in all four languages, and said as it should be."""

import logging
import re

import pytest
from text_files import MISSING, all_forms, catalogues, forms, messages, placeholders, text_id

from companion.engine import Refused, Text, answer
from companion.games import Wish, kits
from companion.session.texts import LANGUAGES, Texts, pick_language

#: What really is the same word as in English.
COGNATES = {
    "de": {"Orange", "Religion", "USA"},
    "fr": {
        "Action III (agent)",
        "Administration",
        "Culture",
        "France",
        "IMAGES...",
        "Magazine",
        "Microfilm",
        "Orange",
        "PHOTO",
        "Photo {number}",
        "Points",
        "Religion",
        "Science",
        "Table",
        "USA",
        "Violet",
        "[OPTIONS]",
        "points",
        "{count} point",
        "{count} points",
        "{count} shilling",
        "{count} shillings",
    },
    "nl": {"Extra agent", "Microfilm", "USA", "USSR", "{count} shilling"},
}
#: The game's own name.
NAMES = {"vienna.name"}

#: A word that follows a number follows it in number, too.
COUNTED = re.compile(r"\{count\}[ \u00a0]\w")


# --- the files -----------------------------------------------------------------------------------


def test_every_file_says_the_same_in_every_language():
    for language in LANGUAGES:
        assert messages(language).keys() == messages("en").keys(), language


def test_no_id_is_written_twice():
    written = [text_id(m) for file in catalogues("en") for m in file if m.id]
    assert len(written) == len(set(written))


def test_no_sentence_is_empty_or_doubtful():
    assert [(lang, name) for lang, name, form in all_forms() if not form.strip()] == []
    doubtful = [(lang, m.id) for lang in LANGUAGES for m in messages(lang).values() if m.fuzzy]
    assert doubtful == []


def test_every_language_fills_in_the_same():
    for name, english in messages("en").items():
        wanted = placeholders(forms(english)[0])
        for language in LANGUAGES:
            for form in forms(messages(language)[name]):
                assert placeholders(form) == wanted, (language, name)


def test_placeholders_are_plain_names():
    gaps = {gap for _, _, form in all_forms() for gap in placeholders(form)}
    assert {gap for gap in gaps if not gap.isidentifier()} == set()


def test_words_that_follow_a_number_have_a_plural():
    lonely = [
        (language, name)
        for language in LANGUAGES
        for name, message in messages(language).items()
        if not message.pluralizable and COUNTED.search(message.string)
    ]
    assert lonely == []


def test_plurals_are_plural_in_all_languages_and_have_all_forms():
    for language in LANGUAGES:
        for name, message in messages(language).items():
            assert message.pluralizable == messages("en")[name].pluralizable, (language, name)
            assert len(forms(message)) == 2 or not message.pluralizable, (language, name)


def test_no_translation_is_a_copy_of_the_english():
    copies = [
        (language, name, form)
        for language, name, form in all_forms()
        if language != "en" and name not in NAMES
        if form in forms(messages("en")[name])
        if re.search(r"[^\W\d_]", re.sub(r"\{\w+\}", "", form))
        if form not in COGNATES[language]
    ]
    assert copies == []


def test_no_cognate_is_listed_in_vain():
    for language, listed in COGNATES.items():
        said = {form for lang, _, form in all_forms() if lang == language}
        assert listed <= said


def test_german_says_du_and_has_one_word_for_the_host():
    formal = re.compile(r"\b\w+en Sie\b|\bIhnen\b|Gastgeber")
    told = [name for lang, name, form in all_forms() if lang == "de" and formal.search(form)]
    assert told == []


def test_typography():
    straight = [(lang, name) for lang, name, form in all_forms() if "'" in form]
    assert straight == []
    loose = [n for lang, n, form in all_forms() if lang == "fr" and re.search(r" [:;!?»]|« ", form)]
    tight = [
        n for lang, n, form in all_forms() if lang == "fr" and re.search(r"\w[;!?]|[\w}]:\s", form)
    ]
    assert (loose, tight) == ([], [])


# --- how texts are said --------------------------------------------------------------------------


@pytest.fixture
def texts(tmp_path) -> Texts:
    """Return a small catalogue of our own."""
    (tmp_path / "fr.po").write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
        'msgid "test.points"\nmsgid_plural "test.points"\n'
        'msgstr[0] "{who} a {count} point"\nmsgstr[1] "{who} a {count} points"\n\n'
        'msgid "test.who"\nmsgstr "Élise"\n\n'
        'msgid "test.always"\nmsgstr "{count} × {who}"\n',
        encoding="utf-8",
    )
    return Texts.load("fr", tmp_path)


@pytest.mark.parametrize(("count", "said"), [(0, "0 point"), (1, "1 point"), (2, "2 points")])
def test_count_picks_the_plural_by_the_rules_of_the_language(texts, count, said):
    assert texts(Text("test.points", {"who": "Rouge", "count": count})) == f"Rouge a {said}"


def test_a_text_within_a_text_is_put_into_words_as_well(texts):
    assert texts(Text("test.points", {"who": Text("test.who"), "count": 2})) == "Élise a 2 points"


def test_a_sentence_may_do_without_a_plural(texts):
    assert texts(Text("test.always", {"count": 2, "who": "Vin"})) == "2 × Vin"


def test_what_is_filled_in_is_not_filled_in_again(texts):
    assert texts(Text("test.always", {"count": 1, "who": "{count}"})) == "1 × {count}"


def test_the_companions_own_sentences_are_always_there(texts):
    assert texts(Text("core.refused.ask-closed")).startswith("Cette question")


def test_a_missing_text_is_shown_by_its_id_and_reported_once(texts, caplog):
    with caplog.at_level(logging.WARNING):
        assert texts(Text("test.nothing", {"count": 1})) == "«test.nothing»"
        assert texts(Text("test.nothing")) == "«test.nothing»"
    assert [record.getMessage() for record in caplog.records] == ["no text for test.nothing in fr"]


def test_a_missing_word_leaves_the_rest_of_the_sentence(texts):
    assert texts(Text("test.always", {"count": 3})) == "3 × «test.always:who»"


def test_catalogues_are_read_once(tmp_path, texts):
    assert Texts.load("fr", tmp_path) is texts
    assert Texts.load("fr") is not texts
    assert texts.language == "fr"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_closed_question_is_refused_kindly(language):
    kit = kits()["vienna"]
    game, options = kit.open(Wish(2, "entry"))
    refused = answer(game, game.setup(options), "no such ask", None)
    assert isinstance(refused, Refused)
    assert not MISSING.search(Texts.load(language)(refused.text))


@pytest.mark.parametrize(
    ("wanted", "environ", "language"),
    [
        (None, {}, "en"),
        (None, {"LANG": "de_AT.UTF-8"}, "de"),
        (None, {"LANG": "de_AT.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        (None, {"LC_MESSAGES": "fr_FR", "LC_ALL": "nl-BE"}, "nl"),
        (None, {"LC_ALL": "nl_BE", "COMPANION_LANGUAGE": "en"}, "en"),
        ("de", {"COMPANION_LANGUAGE": "en"}, "de"),
        ("DE", {}, "de"),
        ("xx", {"LANG": "fr_FR"}, "fr"),
        (None, {"LC_ALL": "C.UTF-8", "LANG": "nl_NL@euro"}, "nl"),
        (None, {"LANG": "ja_JP.UTF-8"}, "en"),
    ],
)
def test_language_is_the_first_of_ours_that_somebody_asked_for(wanted, environ, language):
    assert pick_language(wanted, environ) == language
