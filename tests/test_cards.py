"""The cards: the rulebook's families, complete, and tops that favour nobody."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.games.vienna import cards as vienna
from companion.games.vienna.cards import Action, Effect, Trigger, load_cards
from companion.games.vienna.words import Bribe, Flag, Hue, Info, Seal
from companion.packs.fault import PackError

FILE = Path(vienna.__file__).parent / "data" / "reference" / "cards.json"
CARDS = load_cards(FILE)
ENTRY, FULL = range(1, 91), range(91, 176)

#: Rulebook, glossary of the cards: first, last, action, trigger, effect, amount.
GLOSSARY = [
    (1, 10, "II", "bribe", "same-bribe", 1),
    (11, 15, "II", "bribe", "points", 2),
    (16, 20, "II", "bribe", "any-marker", 1),
    (21, 25, "III", "hue", "any-bribe", 1),
    (26, 30, "III", "hue", "points", 3),
    (31, 35, "III", "hue", "any-marker", 1),
    (36, 45, "III", "flag", "discount", 1),
    (46, 55, "III", "flag", "any-bribe", 1),
    (56, 60, "III", "flag", "points", 3),
    (61, 65, "III", "flag", "any-marker", 1),
    (66, 75, "IV", "info", "any-bribe", 1),
    (76, 80, "IV", "info", "points", 2),
    (81, 85, "III", "foreign", "two-bribes", 2),
    (86, 90, "III", "foreign", "points", 5),
    (91, 100, "III", "seal", "discount", 1),
    (101, 110, "III", "seal", "any-bribe", 1),
    (111, 115, "III", "seal", "points", 3),
    (116, 120, "III", "seal", "any-marker", 1),
    (121, 125, "III", "foreign", "discount", 1),
    (126, 130, "III", "foreign", "draw-cards", 2),
    (131, 135, "III", "got-info", "different-bribes", 0),
    (136, 140, "III", "got-info", "points", 8),
    (141, 145, "III", "got-info", "own-marker", 2),
    (146, 155, "III", "pay", "wild-bribe", 1),
    (156, 165, "IV", "depicted", "other-marker", 1),
    (166, 170, "III", "new-info", "points", 5),
    (171, 171, "III", "square", "equal-bribes", 2),
    (172, 172, "III", "square", "equal-bribes", 3),
    (173, 173, "III", "square", "equal-bribes", 4),
    (174, 175, "III", "any-info", "any-bribe", 1),
]


def test_there_are_175_cards() -> None:
    assert sorted(CARDS) == [*ENTRY, *FULL]
    assert all(CARDS[number].number == number for number in CARDS)


@pytest.mark.parametrize("row", GLOSSARY, ids=lambda row: f"{row[0]:03}-{row[1]:03}")
def test_a_family_is_as_the_glossary_has_it(row: tuple[int, int, str, str, str, int]) -> None:
    first, last, *wanted = row
    family = [CARDS[number] for number in range(first, last + 1)]
    assert len({card.family for card in family}) == 1
    assert [[c.action, c.trigger, c.effect, c.amount] for c in family] == [wanted] * len(family)


@pytest.mark.parametrize(
    ("trigger", "words"),
    [
        (Trigger.BRIBE, Bribe),
        (Trigger.HUE, Hue),
        (Trigger.FLAG, Flag),
        (Trigger.SEAL, Seal),
        (Trigger.INFO, Info),
        (Trigger.GOT_INFO, Info),
        (Trigger.PAY, Bribe),
        (Trigger.DEPICTED, Info),
    ],
)
def test_a_family_names_each_word_equally_often(trigger: Trigger, words: Any) -> None:
    families: dict[str, Counter[object]] = {}
    for card in CARDS.values():
        if card.trigger is trigger:
            families.setdefault(card.family, Counter())[card.param] += 1
            assert isinstance(card.param, words)
    assert families
    for tally in families.values():
        assert set(tally) == set(words)
        assert len(set(tally.values())) == 1


def test_cards_that_name_nothing_name_nothing() -> None:
    for card in CARDS.values():
        nothing = card.trigger in (Trigger.NEW_INFO, Trigger.ANY_INFO) or (
            card.trigger is Trigger.FOREIGN and card.effect is not Effect.TWO_BRIBES
        )
        assert (card.param is None) == nothing
    assert [CARDS[number].param for number in (171, 172, 173)] == [2, 3, 4]
    assert all(isinstance(CARDS[number].param, Bribe) for number in range(81, 86))


def test_two_cards_are_the_same_ability_only_with_the_same_family_and_word() -> None:
    copies = Counter(card.ability for card in CARDS.values())
    assert copies[CARDS[1].ability] == 2
    assert copies[CARDS[11].ability] == 1
    assert copies[CARDS[86].ability] == 5
    assert CARDS[174].ability == CARDS[175].ability
    # Rulebook, Jan's drawers: any bribe for the USA, 3 points for the USA, one more wine.
    usa = [card for card in CARDS.values() if card.param is Flag.USA]
    assert len({card.ability for card in usa}) == 4


@pytest.mark.parametrize(("number", "info"), [(131, Info.BRIEFCASE), (141, Info.PISTOL)])
def test_cards_the_rulebook_shows_are_as_it_shows_them(number: int, info: Info) -> None:
    assert CARDS[number].param is info


def test_a_card_with_wine_and_microfilm_serves_action_iii() -> None:
    tops = [c for c in CARDS.values() if (c.bribe, c.info) == (Bribe.WINE, Info.MICROFILM)]
    assert any(card.action is Action.III for card in tops)


@pytest.mark.parametrize("numbers", [ENTRY, FULL])
def test_tops_are_even(numbers: range) -> None:
    cards = [CARDS[number] for number in numbers]
    for words, tops in (
        (Bribe, Counter(card.bribe for card in cards)),
        (Info, Counter(card.info for card in cards)),
    ):
        assert {tops[word] for word in words} == {len(cards) // 5}  # type: ignore[index]
    pairs = Counter((card.bribe, card.info) for card in cards)
    assert {pairs[pair] for pair in product(Bribe, Info)} == {3, 4}


@pytest.mark.parametrize("numbers", [ENTRY, FULL])
def test_what_a_card_names_says_nothing_about_its_top(numbers: range) -> None:
    """No word keeps company with a top much more often than with the others."""
    for kind in (Bribe, Hue, Flag, Seal, Info):
        named = [CARDS[n] for n in numbers if isinstance(CARDS[n].param, kind)]
        for tops in (Bribe, Info):
            top_of = {n.number: n.bribe if tops is Bribe else n.info for n in named}
            table = Counter((card.param, top_of[card.number]) for card in named)
            fair = len(named) / 25
            assert all(abs(table[pair] - fair) <= 1 for pair in product(kind, tops)), table


def test_every_column_says_where_it_comes_from() -> None:
    raw = json.loads(FILE.read_text("utf-8"))
    columns = {key for card in raw["cards"] for key in card} - {"sources"}
    assert raw["sources"].keys() == columns | {"families"}
    assert all(family["source"].startswith("rulebook glossary") for family in raw["families"])
    told = {card["number"] for card in raw["cards"] if "sources" in card}
    assert told == {131, 141}


@pytest.mark.parametrize(
    ("broken", "where", "text"),
    [
        (lambda raw: raw["cards"].pop(6), "families.bribe-again", "cards.missing"),
        (lambda raw: raw["cards"].append(raw["cards"][6]), "cards.7", "cards.twice"),
        (lambda raw: raw["families"].pop(0), "cards.7", "cards.no-family"),
        (
            lambda raw: raw["families"][0].update(last=11),
            "families.bribe-points",
            "cards.two-families",
        ),
        (lambda raw: raw["cards"][6].update(param="violet"), "cards.7", "cards.wrong-param"),
        (lambda raw: raw["cards"][6].update(param=None), "cards.7", "cards.wrong-param"),
        (lambda raw: raw["cards"][170].update(param=5), "cards.171", "cards.wrong-param"),
        (lambda raw: raw["cards"][6].update(bribe="beer"), "cards.7.bribe", "pack.word-unknown"),
        (lambda raw: raw["cards"][6].update(number="7"), "cards.7.number", "pack.not-whole"),
        (
            lambda raw: raw["families"][0].update(first=10**9),
            "families.bribe-again.first",
            "pack.not-at-most",
        ),
        (lambda raw: raw["cards"][6].update(colour=1), "cards.7", "pack.key-unknown"),
        (lambda raw: raw.pop("edition"), "cards.json", "pack.key-missing"),
    ],
)
def test_broken_cards_are_refused_with_their_place(
    tmp_path: Path, broken: Any, where: str, text: str
) -> None:
    raw = json.loads(FILE.read_text("utf-8"))
    broken(raw)
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(raw), "utf-8")
    with pytest.raises(PackError) as refusal:
        load_cards(path)
    assert (where, text) in [(fault.where, fault.text.id) for fault in refusal.value.faults]
