"""The lettered cases of 3.1 and 3.2, and the thin and fat lists of section 5."""

from decimal import Decimal

import pytest

from modeler.core.decisions.indexes import (
    IndexNeed,
    IndexUse,
    ProjectedAttribute,
    UnitPrices,
    fat_units,
    fat_wins_below,
    index_kind,
    projection,
    thin_units,
)
from modeler.core.design.tables import IndexKind, ProjectionType

PRICES = UnitPrices(Decimal("0.125") / 1_000_000, Decimal("0.625") / 1_000_000, Decimal("0.25"))
D = Decimal


@pytest.mark.parametrize(
    ("case", "need", "kind", "strong_get"),
    [
        ("a", IndexNeed(True, strong=True, live=True, collection_gb=1), IndexKind.GSI, True),
        ("a", IndexNeed(True, sorted=False), IndexKind.GSI, False),
        ("a", IndexNeed(True, lsis=5), IndexKind.GSI, False),
        ("b", IndexNeed(False), IndexKind.GSI, False),
        ("b", IndexNeed(False, strong=True, collection_gb=1), IndexKind.GSI, True),
        ("c", IndexNeed(True, strong=True, collection_gb=9.9, lsis=4), IndexKind.LSI, False),
        ("d", IndexNeed(True, strong=True, collection_gb=10), IndexKind.GSI, True),
        ("d", IndexNeed(True, strong=True), IndexKind.GSI, True),
        ("e", IndexNeed(True, collection_gb=1), IndexKind.GSI, False),
    ],
)
def test_index_kind(case, need, kind, strong_get):
    made = index_kind(need)
    assert (made.case, made.kind, made.strong_get) == (case, kind, strong_get)
    assert made.reason


def test_a_thin_list_of_50_rows_and_their_items():
    assert thin_units(50, 80, 4096) == D("25.5")
    assert thin_units(50, 80, 4096, consistent=True) == D("50.5")


@pytest.mark.parametrize(
    ("size", "units"),
    [(250, "2"), (400, "2.5"), (500, "3.5"), (800, "5"), (1024, "6.5"), (2048, "12.5"), (4096, "25")],
)
def test_a_fat_list_of_50_rows(size, units):
    assert fat_units(50, size) == D(units)


def test_fat_wins_while_unread_attributes_change_less_than_so_often_a_read():
    assert fat_wins_below(50, 80, 1024, PRICES) == D("3.8")


def parts(*sizes, **more):
    return tuple(ProjectedAttribute(f"p{number}", size, **more) for number, size in enumerate(sizes))


def use(*needs, **more):
    return IndexUse(frozenset(needs), **{"rows": 50, "keys": 80, **more})


def test_keys_only_where_nothing_else_is_read_or_one_item_is_read_after():
    assert (projection(parts(500), use(), PRICES).case, projection(parts(500), use(), PRICES).type) == (
        "a",
        ProjectionType.KEYS_ONLY,
    )
    assert projection(parts(500), use("p0", rows=1, then_get=True), PRICES).type is ProjectionType.KEYS_ONLY


def test_include_where_a_list_reads_a_part():
    made = projection(parts(100, 900), use("p0"), PRICES)
    assert (made.case, made.type, made.attributes) == ("b", ProjectionType.INCLUDE, ("p0",))


def test_all_where_nearly_everything_is_read():
    made = projection(parts(900, 100), use("p0"), PRICES)
    assert (made.case, made.type, made.attributes) == ("c", ProjectionType.ALL, ())


def test_all_where_more_is_read_than_can_be_listed():
    made = projection(parts(*[10] * 30), use(*[f"p{number}" for number in range(21)]), PRICES)
    assert (made.case, made.type) == ("c", ProjectionType.ALL)


def test_what_is_sensitive_and_not_read_stays_out():
    sensitive = (ProjectedAttribute("p0", 900), ProjectedAttribute("p1", 100, sensitive=True))
    assert projection(sensitive, use("p0"), PRICES).type is ProjectionType.INCLUDE


def test_large_values_go_elsewhere_first():
    made = projection(
        (
            ProjectedAttribute("note", 100),
            ProjectedAttribute("scan", 40_000),
            ProjectedAttribute("raw", 10, binary=True),
        ),
        use("note"),
        PRICES,
    )
    assert (made.case, made.apart, made.type) == ("d", ("scan", "raw"), ProjectionType.ALL)


def test_the_cheapest_is_taken_by_the_arithmetic():
    made = projection(parts(100, 900), use("p0", reads=D(10), entries=1_000_000), PRICES)
    assert (made.case, made.type, made.attributes) == ("e", ProjectionType.INCLUDE, ("p0",))
    keys, include, everything = made.options
    assert (keys.read_units, include.read_units, everything.read_units) == (D("25.5"), D("1.5"), D("7"))
    assert include.reads == D(10) * D("1.5") * 2_628_000 * PRICES.read
    assert include.storage == D(1_000_000) * (180 + 100) / 1024**3 * PRICES.storage
    assert min(keys.total, everything.total) > include.total == include.reads + include.writes + include.storage


def test_thin_wins_where_it_is_written_often_and_hardly_read():
    written = (ProjectedAttribute("p0", 900, D(50)), ProjectedAttribute("p1", 100))
    made = projection(written, use("p0", reads=D("0.01")), PRICES)
    assert (made.case, made.type) == ("e", ProjectionType.KEYS_ONLY)


def test_within_ten_percent_all_is_taken_unless_something_must_stay_out():
    asked = use("p0", reads=D(10))
    near = (ProjectedAttribute("p0", 2000), ProjectedAttribute("p1", 20))
    assert (projection(near, asked, PRICES).case, projection(near, asked, PRICES).type) == ("f", ProjectionType.ALL)
    hidden = (ProjectedAttribute("p0", 2000), ProjectedAttribute("p1", 20, sensitive=True))
    assert projection(hidden, asked, PRICES).type is ProjectionType.INCLUDE
    hot = (ProjectedAttribute("p0", 2000), ProjectedAttribute("p1", 20, D(11)))
    assert projection(hot, asked, PRICES).type is ProjectionType.INCLUDE


def test_more_names_than_can_be_listed_are_no_option_beside_none_and_all():
    asked = use(*[f"p{number}" for number in range(21)], reads=D(10))
    made = projection(parts(*[100] * 30), asked, PRICES)
    assert [option.type for option in made.options] == [ProjectionType.KEYS_ONLY, ProjectionType.ALL]
    assert made.type is ProjectionType.ALL


def test_an_lsi_that_is_read_strongly_costs_twice_as_much_to_read():
    read = {"rows": 10, "reads": D(1), "entries": 1000}
    once, twice = (projection(parts(500), use("p0", consistent=one, **read), PRICES).options for one in (False, True))
    assert [one.read_units * 2 for one in once] == [one.read_units for one in twice]
    assert [one.writes for one in once] == [one.writes for one in twice]
