"""The orders: the rulebook's kinds and examples, fair to every nation, paid by their trouble."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.vienna import order as vienna
from companion.games.vienna.board import load_board
from companion.games.vienna.order import NUMBERS, Order, Want, load_orders, want_of
from companion.games.vienna.words import Bribe, Flag, Info, Seal
from companion.packs.fault import Fault, PackError

REFERENCE = Path(vienna.__file__).parent / "data" / "reference"
FILE = REFERENCE / "orders.json"
ORDERS = load_orders(FILE)
LETTERS = "ABCDEFGHKL"

#: Rulebook, glossary of the orders: first, last, kind.
GLOSSARY = [
    ("S-01", "S-05", "seals"),
    ("A-01", "A-15", "bribes"),
    ("A-16", "A-20", "seals"),
    ("A-21", "A-30", "building"),
    ("B-01", "B-20", "infos"),
    ("B-21", "B-25", "seals"),
]
#: Rulebook, glossary: what Ulrich has.
ULRICH = Counter(briefcase=1, slide=1, flask=1, microfilm=1, pistol=2)


def between(first: str, last: str) -> list[Order]:
    return [ORDERS[number] for number in NUMBERS if first <= number <= last]


def wanting(want: Want, series: str = "SAB") -> list[Order]:
    return [o for o in ORDERS.values() if o.want is want and o.series in series]


def shown(orders: Iterable[Order]) -> Counter[str]:
    """Tell what meets all these orders at once: one thing may serve several of them."""
    least: Counter[str] = Counter()
    for order in orders:
        least |= Counter(order.needs)
    return least


def pay(*numbers: str) -> tuple[int, int]:
    """Return the Schillings and points that orders pay together."""
    orders = [ORDERS[number] for number in numbers]
    return sum(order.money for order in orders), sum(order.points for order in orders)


def worth(order: Order) -> float:
    """Compare rewards: a Schilling counts like one and a half points."""
    return order.points + 1.5 * order.money


# -- what the rulebook says ----------------------------------------------------------------------


def test_there_are_5_s_30_a_and_25_b() -> None:
    assert tuple(ORDERS) == NUMBERS
    assert len(ORDERS) == 60
    assert Counter(order.series for order in ORDERS.values()) == {"S": 5, "A": 30, "B": 25}
    assert all(ORDERS[number].number == number for number in ORDERS)


@pytest.mark.parametrize(("first", "last", "kind"), GLOSSARY)
def test_kinds_are_as_the_glossary_has_them(first: str, last: str, kind: str) -> None:
    orders = between(first, last)
    assert {order.want for order in orders} == {kind}
    assert {want_of(order.number) for order in orders} == {kind}


def test_the_glossary_leaves_no_order_out() -> None:
    assert sum(len(between(first, last)) for first, last, _ in GLOSSARY) == 60


def test_each_letter_is_asked_for_once() -> None:
    assert sorted(o.needs for o in wanting(Want.BUILDING)) == [(letter,) for letter in LETTERS]
    assert sorted(load_board(REFERENCE / "full").lettered) == list(LETTERS)


def test_katrin_meets_s_01_and_a_16() -> None:
    """V-23."""
    orders = [ORDERS["S-01"], ORDERS["A-16"]]
    assert {order.flag for order in orders} == {Flag.FRANCE}
    assert shown(orders) == {"religion": 1, "nobility": 2}
    assert pay("S-01", "A-16") == (5, 2)


def test_ulrich_meets_b_03_and_b_14_and_could_show_b_20() -> None:
    """V-24."""
    assert [ORDERS[n].flag for n in ("B-03", "B-14", "B-20")] == ["austria", "austria", "usa"]
    assert shown([ORDERS["B-03"], ORDERS["B-14"]]) <= ULRICH
    assert shown(ORDERS[n] for n in ("B-03", "B-14", "B-20")) == ULRICH
    assert pay("B-03", "B-14") == (1, 13)


def test_jan_meets_two_american_orders_with_flask_and_pistol() -> None:
    """V-20 and V-21: either of them could be the one that he has already."""
    jan = Counter(flask=1, pistol=1)
    infos = [order for order in wanting(Want.INFOS) if order.flag is Flag.USA]
    met = [order for order in infos if shown([order]) <= jan]
    assert [order.number for order in met] == ["B-01", "B-08"]
    assert shown(met) == jan
    assert pay("B-01", "B-08") == (7, 3)


def test_an_order_pays_3_schilling() -> None:
    """V-18: Anna puts 2 of 3 into the cash box."""
    assert [order.number for order in ORDERS.values() if (order.money, order.points) == (3, 0)]


# -- what is ours: even, and paid by its trouble -------------------------------------------------


@pytest.mark.parametrize(
    "orders",
    [
        *(between(first, last) for first, last, _ in GLOSSARY),
        *(between(f"{series}-01", f"{series}-99") for series in "SAB"),
    ],
    ids=lambda orders: f"{orders[0].number}-{orders[-1].number}",
)
def test_flags_are_even(orders: list[Order]) -> None:
    flags = Counter(order.flag for order in orders)
    assert flags == dict.fromkeys(Flag, len(orders) // 5)


@pytest.mark.parametrize(
    ("want", "words", "times"),
    [(Want.SEALS, Seal, 8), (Want.BRIBES, Bribe, 9), (Want.INFOS, Info, 8)],
)
def test_words_are_even(want: Want, words: type[Seal | Bribe | Info], times: int) -> None:
    tally = Counter(word for order in wanting(want) for word in order.needs)
    assert tally == dict.fromkeys(words, times)


@pytest.mark.parametrize(("want", "words"), [(Want.BRIBES, Bribe), (Want.INFOS, Info)])
def test_no_nation_asks_for_one_word_much_more_than_for_another(
    want: Want, words: type[Bribe | Info]
) -> None:
    for flag in Flag:
        tally = Counter(w for o in wanting(want) if o.flag is flag for w in o.needs)
        assert tally.keys() == set(words)
        assert set(tally.values()) == {1, 2}


@pytest.mark.parametrize(
    ("want", "series", "sizes"),
    [
        (Want.SEALS, "S", {2: 5}),
        (Want.SEALS, "A", {2: 1, 3: 4}),
        (Want.SEALS, "B", {3: 4, 4: 1}),
        (Want.BRIBES, "A", {2: 5, 3: 5, 4: 5}),
        (Want.BUILDING, "A", {1: 10}),
        (Want.INFOS, "B", {1: 5, 2: 10, 3: 5}),
    ],
)
def test_orders_are_as_big_as_we_want_them(want: Want, series: str, sizes: dict[int, int]) -> None:
    orders = wanting(want, series)
    assert Counter(len(order.needs) for order in orders) == sizes
    by_size = [[worth(o) for o in orders if len(o.needs) == size] for size in sorted(sizes)]
    for easy, hard in pairwise(by_size):
        assert max(easy) < min(hard)


def test_no_two_orders_of_a_series_ask_for_the_same() -> None:
    asked = Counter((o.series, *sorted(o.needs)) for o in ORDERS.values())
    assert set(asked.values()) == {1}


def test_a_seal_order_can_be_met_where_its_flag_flies() -> None:
    """As printed: the agent who brings the order in may be one of those it asks for."""
    buildings = load_board(REFERENCE / "full").buildings.values()
    for order in wanting(Want.SEALS):
        near = {str(b.seal) for b in buildings if b.flag is order.flag}
        assert near & set(order.needs), order.number


def test_most_building_orders_take_two_agents_and_the_others_pay_less() -> None:
    board = load_board(REFERENCE / "full")
    easy: list[float] = []
    hard: list[float] = []
    for order in wanting(Want.BUILDING):
        flag = board.buildings[board.lettered[order.needs[0]]].flag
        (easy if flag is order.flag else hard).append(worth(order))
    assert (len(easy), len(hard)) == (2, 8)
    assert max(easy) < min(hard)


@pytest.mark.parametrize(
    ("series", "money", "points", "rewards"),
    [
        ("S", range(2, 4), range(3), (4, 5)),
        ("A", range(5), (0, *range(2, 6)), (4, 8)),
        ("B", range(5), range(3, 10), (5.5, 11)),
    ],
)
def test_rewards_keep_within_their_series(
    series: str, money: range, points: Any, rewards: tuple[float, float]
) -> None:
    for order in between(f"{series}-01", f"{series}-99"):
        assert order.money in money
        # Jan's two orders pay 3 points together, so that one of them pays hardly any.
        assert order.points in points or order.number == "B-01"
        assert rewards[0] <= worth(order) <= rewards[1]


def test_rewards_mix_money_and_points_and_favour_no_nation() -> None:
    for series in "AB":
        orders = between(f"{series}-01", f"{series}-99")
        by_flag = [sum(worth(o) for o in orders if o.flag is flag) for flag in Flag]
        assert max(by_flag) - min(by_flag) <= 2
        assert any(order.points == 0 for order in orders)
        assert any(order.money == 0 for order in orders)
        assert sum(1 for order in orders if order.points and order.money) > len(orders) / 2


# -- the file ------------------------------------------------------------------------------------


def test_every_column_says_where_it_comes_from() -> None:
    raw = json.loads(FILE.read_text("utf-8"))
    columns = set(msgspec.structs.asdict(ORDERS["S-01"]))
    assert all(order.keys() == columns for order in raw["orders"])
    told = {"S-01", "A-16", "B-01", "B-03", "B-08", "B-14", "B-20"}
    assert raw["sources"].keys() == columns | told
    assert all(raw["sources"][number].startswith("rulebook") for number in told)
    assert all(text.startswith(("ours", "rulebook")) for text in raw["sources"].values())


def faults_of(folder: Path, broken: Callable[[dict[str, Any]], object]) -> tuple[Fault, ...]:
    raw = json.loads(FILE.read_text("utf-8"))
    raw["orders"] = {order["number"]: order for order in raw["orders"]}
    broken(raw)
    if isinstance(raw["orders"], dict):
        raw["orders"] = list(raw["orders"].values())
    path = folder / "orders.json"
    path.write_text(json.dumps(raw), "utf-8")
    with pytest.raises(PackError) as refusal:
        load_orders(path)
    assert refusal.value.path == path
    return refusal.value.faults


def change(number: str, /, **facts: object) -> Callable[[dict[str, Any]], object]:
    return lambda raw: raw["orders"][number].update(facts)


@pytest.mark.parametrize(
    ("broken", "where", "text", "params"),
    [
        (
            lambda raw: raw["orders"].pop("A-07"),
            "orders",
            "orders.missing",
            {"order": "A-07"},
        ),
        (
            lambda raw: raw["orders"].update(more=raw["orders"]["A-07"]),
            "orders.A-07",
            "orders.twice",
            {"order": "A-07"},
        ),
        (
            lambda raw: raw["orders"].update(more={**raw["orders"]["S-05"], "number": "S-06"}),
            "orders.S-06",
            "orders.unknown",
            {"order": "S-06"},
        ),
        (
            change("B-07", want="bribes"),
            "orders.B-07.want",
            "orders.wrong-kind",
            {"want": "infos", "got": "bribes"},
        ),
        (
            change("B-07", needs=["pistol", "wine"]),
            "orders.B-07.needs",
            "orders.wrong-word",
            {"word": "wine", "known": "flask, pistol, briefcase, microfilm, slide"},
        ),
        (
            change("A-29", needs=["J"]),
            "orders.A-29.needs",
            "orders.wrong-word",
            {"word": "J", "known": "A, B, C, D, E, F, G, H, K, L"},
        ),
        (change("A-29", needs=[]), "orders.A-29.needs", "orders.no-needs", {"order": "A-29"}),
        (change("A-29", needs=["A", "B"]), "orders.A-29.needs", "orders.one-building", {"got": 2}),
    ],
)
def test_broken_orders_are_refused_with_their_place(
    tmp_path: Path, broken: Any, where: str, text: str, params: dict[str, object]
) -> None:
    (fault,) = faults_of(tmp_path, broken)
    assert (fault.where, fault.text.id, fault.text.params) == (where, text, params)


@pytest.mark.parametrize(
    ("broken", "where", "text"),
    [
        (change("B-07", flag="italy"), "orders.B-07.flag", "pack.word-unknown"),
        (change("B-07", want="wishes"), "orders.B-07.want", "pack.word-unknown"),
        (change("B-07", money=-1), "orders.B-07.money", "pack.not-at-least"),
        (change("B-07", points=1.5), "orders.B-07.points", "pack.not-whole"),
        (change("B-07", needs="pistol"), "orders.B-07.needs", "pack.not-a-list"),
        (change("B-07", needs=["pistol", 2]), "orders.B-07.needs[1]", "pack.not-a-text"),
        (change("B-07", reward=3), "orders.B-07", "pack.key-unknown"),
        (lambda raw: raw["orders"]["B-07"].pop("needs"), "orders.B-07", "pack.key-missing"),
        (change("B-07", number=7), "orders.7.number", "pack.not-a-text"),
        (lambda raw: raw.update(orders="none"), "orders", "pack.not-a-list"),
        (lambda raw: raw.pop("sources"), "orders.json", "pack.key-missing"),
        (lambda raw: raw.update(edition=""), "edition", "pack.not-a-text"),
    ],
)
def test_a_misshapen_file_is_refused_with_the_place(
    tmp_path: Path, broken: Any, where: str, text: str
) -> None:
    faults = faults_of(tmp_path, broken)
    assert (where, text) in [(fault.where, fault.text.id) for fault in faults]


@pytest.mark.parametrize("number", ["b-07", "B-7", "B-26", "B-00", "B-", "B-x7", "X-01", "B-07 "])
def test_a_number_that_no_order_has_is_refused_and_its_own_is_missing(
    tmp_path: Path, number: str
) -> None:
    faults = faults_of(tmp_path, change("B-07", number=number))
    assert [(fault.where, fault.text.id, fault.text.params) for fault in faults] == [
        (f"orders.{number}", "orders.unknown", {"order": number}),
        ("orders", "orders.missing", {"order": "B-07"}),
    ]


def test_all_faults_come_at_once(tmp_path: Path) -> None:
    def broken(raw: dict[str, Any]) -> None:
        change("B-07", needs=["wine", "wine"])(raw)
        change("S-02", want="infos")(raw)
        raw["orders"].pop("A-07")

    found = [(fault.where, fault.text.id) for fault in faults_of(tmp_path, broken)]
    assert found == [
        ("orders", "orders.missing"),
        ("orders.S-02.want", "orders.wrong-kind"),
        ("orders.B-07.needs", "orders.wrong-word"),
        ("orders.B-07.needs", "orders.wrong-word"),
    ]
