"""On which keys calls fall: one spread for each enum value, shares by skew, shards and counts."""

import pytest

from modeler.core.capacity.populations import Population
from modeler.core.capacity.spreads import Asked, identifying, key_spreads
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.pattern_facts import Skew
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType, AttributeValue, string

S, N, BOOL = AttributeType.S, AttributeType.N, AttributeType.BOOL


def enum(name, **values):
    return Attribute(name, name, S, "enum", values)


def letters(name, count):
    return enum(name, **{f"{name}{number}": 1.0 for number in range(count)})


ATTRIBUTES = (
    Attribute("id", "id", S, "id"), Attribute("shard", "shard", N, "shard(4)"), Attribute("at", "at", S, "iso"),
    enum("kind", A=0.2, B=0.5, C=0.3), enum("pair", AB=0.3, AC=0.3, B=0.4), enum("only", X=1.0),
    enum("never", P=0, Q=0),
    enum("partly", P=0, Q=3.0), Attribute("flag", "flag", BOOL), letters("e", 8), letters("f", 8), letters("g", 9),
    Attribute("day", "day", S, "date"), Attribute("other", "other", S, "id"), enum("two", m=1.0, n=1.0),
    Attribute("drawn", "drawn", S, "shard(4)", {"0": 0.5, "1": 0.5}),
)  # fmt: skip


def entity(*identity, count=1000):
    return Entity("e", "E", ATTRIBUTES, (), (), identity or ("id",), count)


def spreads(template, made=None, **asked):
    parsed = parse(template)
    return key_spreads((parsed,), Asked(made or entity(), Population(), **asked))


def weights(template, **asked):
    return {one.label: pytest.approx(one.weight) for one in spreads(template, **asked)}


def share(template, made=None, **asked):
    (one,) = spreads(template, made, **asked)
    return one.share


class TestEnums:
    def test_each_value_is_a_key_of_its_own(self):
        assert weights("K#{kind}") == {"K#A": 0.2, "K#B": 0.5, "K#C": 0.3}
        assert weights("K#{id}#{kind}") == {"K#{id}#A": 0.2, "K#{id}#B": 0.5, "K#{id}#C": 0.3}
        assert weights("{flag}") == {"true": 0.5, "false": 0.5}
        assert weights("K#{kind}#{two}")["K#B#n"] == 0.25

    def test_shares_are_of_all_and_even_where_none_is_told(self):
        assert weights("{never}") == {"P": 0.5, "Q": 0.5}
        assert weights("{partly}") == {"Q": 1}

    def test_values_with_one_text_are_one_key(self):
        first, second = spreads("T#{pair:first(1)}#{shard}")
        assert (first.label, first.weight, first.share, first.separate, first.certain) == (
            "T#A#{shard}", pytest.approx(0.6), 0.25, True, False,
        )  # fmt: skip
        assert (second.label, second.weight) == ("T#B#{shard}", pytest.approx(0.4))
        whole = spreads("T#{pair:first(1)}")[0]
        assert (whole.share, whole.certain, whole.separate) == (1, False, False)

    def test_a_value_that_is_told_is_the_only_one(self):
        assert weights("K#{kind}", known={"kind": string("C")}) == {"K#C": 1}
        assert weights("{flag}", known={"flag": AttributeValue(BOOL, True)}) == {"true": 1}
        assert weights("K#{id}", known={"id": string("x")}) == {"K#{id}": 1}

    def test_a_time_among_values_is_read_by_its_format(self):
        waves = {"1780272000000": 0.25, "1782864000000": 0.75}  # the first of June and of July 2026, in milliseconds
        made = Entity("e", "E", (Attribute("wave", "wave", N, "epoch_millis", waves),))
        assert {one.label: one.weight for one in spreads("{wave:month}", made)} == {"2026-06": 0.25, "2026-07": 0.75}

    def test_sixty_four_combinations_are_spelled_out_and_no_more(self):
        assert len(spreads("{e}#{f}")) == 64
        assert {one.label for one in spreads("{e}#{g}")} == {f"e{number}#{{g}}" for number in range(8)}
        assert len(spreads("{e}#{f}#{two}")) == 64
        assert spreads("{e}#{g}")[0].share == pytest.approx(1 / 9)

    def test_shards_are_not_spelled_out(self):
        assert weights("D#{drawn}") == {"D#{drawn}": 1}


class TestSkewOfValues:
    @pytest.mark.parametrize(
        ("hottest", "expected"),
        [(0.8, {"K#A": 0.08, "K#B": 0.8, "K#C": 0.12}), (3.0, {"K#A": 0, "K#B": 1, "K#C": 0}),
         (0.5, {"K#A": 0.2, "K#B": 0.5, "K#C": 0.3})],
    )  # fmt: skip
    def test_the_most_frequent_value_is_as_hot_as_told(self, hottest, expected):
        assert weights("K#{kind}", skew=Skew(hottest), skewed=frozenset({"kind"})) == expected

    def test_only_where_it_is_the_values_that_are_uneven(self):
        even = {"K#A": 0.2, "K#B": 0.5, "K#C": 0.3}
        assert weights("K#{kind}", skew=Skew(0.8), skewed=frozenset({"other"})) == even
        assert weights("K#{kind}", skew=Skew(None, 1.0), skewed=frozenset({"kind"})) == even
        ids = weights("K#{kind}#{id}", skew=Skew(0.8), skewed=frozenset({"kind", "id"}))
        assert ids == {f"{label}#{{id}}": weight for label, weight in even.items()}
        assert weights("K#{only}", skew=Skew(0.3), skewed=frozenset({"only"})) == {"K#X": 1}


class TestShards:
    def test_a_shard_of_what_stands_in_the_key_tells_nothing_more_apart(self):
        assert share("{id}#{id:shard(4)}") == pytest.approx(1 / 1000)

    @pytest.mark.parametrize(("count", "filled"), [(1000, 5), (3, 3), (1, 1)])
    def test_no_more_shards_are_filled_than_there_are_values(self, count, filled):
        (found,) = spreads("S#{id:shard(5)}", entity(count=count))
        assert (found.share, found.how) == (pytest.approx(1 / filled), (f"÷ {filled} shards",))
        assert found.separate

    def test_a_shard_that_is_drawn_is_filled_whatever_its_items_are(self):
        assert share("D#{shard}", entity("two", "shard", count=2)) == pytest.approx(1 / 4)

    @pytest.mark.parametrize(
        ("skew", "count", "hot"),
        [(Skew(0.5), 1000, 0.5), (Skew(None, 1.0), 3, 6 / 11), (Skew(0.1), 3, 1 / 3), (Skew(None, 1.0), None, None)],
    )
    def test_the_hottest_value_is_whole_in_one_shard(self, skew, count, hot):
        found = share("S#{id:shard(5)}", entity(count=count), skew=skew, skewed=frozenset({"id"}))
        assert found == pytest.approx(1 / 5 if hot is None else hot + (1 - hot) / 5)
        assert share("S#{id:shard(5)}", skew=skew, skewed=frozenset({"at"})) == pytest.approx(1 / 5)


class TestKeys:
    @pytest.mark.parametrize(
        ("template", "told", "separate", "certain"),
        [
            ("ALL", ("one key",), False, True), ("{id}", ("evenly over 1,000 id",), False, False),
            ("{at:date}", ("as if every call were about the current {at:date}",), True, False),
            ("{at}", ("each moment has a different at",), False, False), ("{only}", ("one key",), False, True),
        ],
    )  # fmt: skip
    def test_it_says_from_what_it_is_known(self, template, told, separate, certain):
        (found,) = spreads(template)
        assert (found.how, found.separate, found.certain, found.lacking) == (told, separate, certain, "")

    def test_a_moment_meets_hardly_another_and_many_values_divide_a_key_further(self):
        assert share("{at}") == 0
        assert spreads("{e}#{f}#{id}#{g}", entity(count=10))[0].share == pytest.approx(1 / 10 / 9)

    def test_a_key_of_several_attributes_is_shown_with_all_of_them(self):
        (made,) = key_spreads((parse("A#{id}"), parse("{at:date}")), Asked(entity(), Population()))
        assert (made.label, len(made.shape)) == ("A#{id} + {at:date}", 2)

    def test_keys_that_can_be_the_same_text_have_one_shape(self):
        """Whatever their attributes are called, where a literal says of which kind they are."""
        shapes = {text: spreads(text)[0].shape for text in ("A#{id}", "A#{other}", "A#{id:lower}", "{id}", "{other}")}
        assert shapes["A#{id}"] == shapes["A#{other}"] == ("A#{_}",)
        assert len(set(shapes.values())) == 4

    def test_a_skew_of_one_attribute_is_that_of_the_key_where_it_decides_the_others(self):
        assert share("{id}#{other}", skew=Skew(0.5), skewed=frozenset({"id"})) == 0.5
        (present,) = spreads("{day}")
        assert (present.how, present.separate) == (("as if every call were about the current {day}",), True)

    def test_a_skew_of_one_attribute_needs_the_number_of_its_values_where_another_divides_the_key_further(self):
        (found,) = spreads("{id}#{other}", skew=Skew(0.5), skewed=frozenset({"other"}))
        assert found.share is None
        assert found.lacking.startswith("the number of id, other is not given")

    def test_without_a_skew_nothing_is_uneven(self):
        (found,) = spreads("{id}", skewed=frozenset({"id"}))
        assert (found.share, found.how) == (1 / 1000, ("evenly over 1,000 id",))

    def test_it_says_what_is_lacking(self):
        (found,) = spreads("{id}", entity(count=None))
        assert found.how == ("one of an unknown number of keys",)
        assert (found.share, found.hottest) == (None, 0)
        assert found.lacking.startswith("the number of id is not given")

    @pytest.mark.parametrize(
        ("template", "names"),
        [
            ("{id}#{kind}", {"id"}), ("{kind}#{two}", {"kind", "two"}), ("{id:shard(4)}#{kind}", {"id"}),
            ("{at:date}#{shard}", set()), ("{id}#{at:date}", {"id"}), ("ALL", set()), ("{at}", set()),
        ],
    )  # fmt: skip
    def test_uneven_is_what_tells_keys_apart(self, template, names):
        assert identifying((parse(template),), entity()) == names
