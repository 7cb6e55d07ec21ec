"""What order an attribute means, and values that tell whether its texts keep it."""

from datetime import datetime
from decimal import Decimal
from itertools import pairwise

import pytest

from modeler.core.algebra.meant_values import Meaning, known_range, meaning_of, meant_values
from modeler.core.design.items import Attribute, SizeFact
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType


def attribute(form="", kind="S", **more):
    return Attribute("a", "x", AttributeType(kind), form, **more)


def values(made, template="{x}", behind="", meaning=None):
    """The values as they are stored."""
    reference = parse(template).references[0]
    meaning = meaning or meaning_of(made, [call.name for call in reference.formats])
    return [one.data for one in meant_values(made, reference, meaning, behind)]


class TestMeaning:
    @pytest.mark.parametrize(
        ("form", "kind", "meaning"),
        [
            ("uuid4", "S", Meaning.RANDOM), ("hash", "S", Meaning.RANDOM), ("shard(10)", "N", Meaning.RANDOM),
            ("shard(10)", "S", Meaning.RANDOM), ("date", "S", Meaning.TIME), ("epoch_millis", "N", Meaning.TIME),
            ("integer", "S", Meaning.NUMBER), ("", "N", Meaning.NUMBER), ("ulid", "S", Meaning.MADE),
            ("text", "S", Meaning.WORDS), ("email", "S", Meaning.WORDS), ("html", "S", Meaning.WORDS),
            ("id", "S", Meaning.NONE), ("", "S", Meaning.NONE),
        ],
    )  # fmt: skip
    def test_a_format_or_a_type_means_an_order(self, form, kind, meaning):
        assert meaning_of(attribute(form, kind)) is meaning

    @pytest.mark.parametrize("name", ["iso", "year", "month", "date", "hour", "minute"])
    def test_what_a_time_is_made_of_is_a_time(self, name):
        assert meaning_of(attribute(), [name]) is Meaning.TIME
        assert meaning_of(attribute("", "N"), [name]) is Meaning.TIME
        assert meaning_of(attribute(), ["lower", name]) is Meaning.WORDS

    @pytest.mark.parametrize("name", ["lower", "upper"])
    def test_ids_in_one_case_mean_the_order_of_words(self, name):
        assert meaning_of(attribute("id"), [name]) is Meaning.WORDS
        assert meaning_of(attribute("ulid"), [name]) is Meaning.MADE

    def test_listed_texts_mean_their_list_and_listed_numbers_their_value(self):
        assert meaning_of(attribute("enum", values={"B": 1, "A": 1})) is Meaning.ENUM
        assert values(attribute("enum", values={"B": 1, "A": 1})) == ["B", "A"]
        listed = attribute("", "N", values={"10": 1, "x": 1, "9": 1, "-1": 1})
        assert meaning_of(listed) is Meaning.NUMBER
        assert values(listed) == ["-1", "9", "10"]


class TestNumbers:
    @pytest.mark.parametrize(
        ("form", "bounds", "template", "numbers"),
        [
            ("integer", (0, 99), "{x}", [0, 1, 2, 9, 10, 99]), ("integer", (3, 12), "{x}", [3, 9, 10, 12]),
            ("integer", (-10, 1), "{x}", [-10, -9, -2, -1, 0, 1]), ("integer", (-2, 2000), "{x}",
             [-2, -1, 0, 1, 2, 9, 10, 99, 100, 999, 1000, 2000]),
            ("money", (0, 5), "{x}", [0, "0.5", 1, "1.5", 2, 5]), ("decimal", (0, 1), "{x}", [0, "0.5", 1]),
            ("", (10, 11), "{x}", [10, "10.25", 11]), ("money", (0, 5), "{x:pad(3)}", [0, 1, 2, 5]),
            ("integer", None, "{x:pad(3)}", [0, 1, 2, 9, 10, 99, 100, 999]),
            ("integer", None, "{x:reverse(2)}", [0, 1, 2, 9, 10, 99]),
            ("integer", None, "{x:upper|pad(1)}", [0, 1, 2, 9]), ("sequence", (1, 2), "{x}", [1, 2]),
        ],
    )  # fmt: skip
    def test_both_ends_and_where_digits_are_added(self, form, bounds, template, numbers):
        made = values(attribute(form, "N", range=bounds), template)
        assert [Decimal(one) for one in made] == [Decimal(one) for one in numbers]

    def test_without_a_range_they_are_as_wide_as_the_format_allows_and_twelve_digits_at_most(self):
        counted, whole = (values(attribute(form, "N")) for form in ("sequence", "integer"))
        assert (counted[0], counted[-1]) == ("0", "999999999999")
        assert (whole[0], whole[-1]) == ("-999999999999", "999999999999")
        assert values(attribute("integer", "N", size=SizeFact(2, 3)))[-1] == "999"
        assert [Decimal(one) for one in whole] == sorted(Decimal(one) for one in whole)

    def test_a_range_without_an_end_is_none(self):
        assert known_range(attribute("integer", "N", range=(0.0, float("inf")))) is None
        assert known_range(attribute("integer", "N")) is None
        assert known_range(attribute("decimal", "N", range=(0.5, 2))) == (Decimal("0.5"), Decimal(2))


class TestTimes:
    def test_seconds_and_milliseconds_about_which_digits_are_added(self):
        seconds = ["0", "9", "10", "999999999", "1000000000", "1780302600", "4102444800"]
        assert values(attribute("epoch_seconds", "N", range=(0, 4102444800))) == seconds
        millis = attribute("epoch_millis", "N", range=(0, 4102444800000))
        assert values(millis) == ["0", *(f"{one}000" for one in seconds[1:])]
        assert values(attribute("", "N"), "{x:iso}") == seconds[1:]

    def test_without_a_range_they_are_of_this_century_and_of_one_width(self):
        assert values(attribute("epoch_seconds", "N")) == ["1000000000", "1780302600", "4102444800"]
        assert {len(text) for text in values(attribute("epoch_millis", "N"))} == {13}

    @pytest.mark.parametrize("form", ["epoch_seconds", "epoch_millis"])
    def test_a_declared_range_is_kept_with_its_ends(self, form):
        between = {"epoch_seconds": ["999999999", "1000000000"], "epoch_millis": ["9000", "10000"]}[form]
        assert values(attribute(form, "N", range=(10, 1_000_000_001))) == ["10", *between, "1000000001"]

    @pytest.mark.parametrize(("form", "length"), [("date", 10), ("month", 7), ("year", 4)])
    def test_days_months_and_years_have_one_length(self, form, length):
        made = values(attribute(form))
        assert {len(text) for text in made} == {length}
        assert all(one < other for one, other in pairwise(made))
        assert {text[:4] for text in made} >= {"1999", "2001", "2026", "2027"}

    def test_times_of_several_precisions_follow_each_other(self):
        made = values(attribute("iso"))
        moments = [datetime.fromisoformat(text) for text in made]
        assert all(one < other for one, other in pairwise(moments))
        assert {"2026-06-01T08:30:00Z", "2026-06-01T08:30:00.5Z", "2026-12-31T23:59:59.999Z"} <= {*made}
        assert len({len(text) for text in made}) == 3

    @pytest.mark.parametrize("made", [attribute("iso", size=SizeFact(24, 24)), attribute()])
    def test_times_of_one_length_do_too(self, made):
        found = values(made, meaning=Meaning.TIME)
        assert {len(text) for text in found} == {24}
        assert found == sorted(found)
        assert "2026-06-01T08:30:00.500Z" in found


class TestTexts:
    def test_words_are_in_the_order_of_the_alphabet_whatever_their_case(self):
        made = values(attribute("text"))
        assert made == sorted(made, key=str.lower)
        assert made.index("adam") < made.index("Zoe")
        assert {f"{name}@x.org" for name in ("adam", "Zoe")} <= {*values(attribute("email"))}
        assert "adam" not in values(attribute("email"))

    def test_in_capitals_they_are_in_the_order_of_capitals(self):
        """An underscore stands between capital and small letters."""
        lower, upper = (values(attribute("id"), f"{{x:{name}}}", "_") for name in ("lower", "upper"))
        assert (lower.index("a_") < lower.index("aZ"), upper.index("a_") > upper.index("aZ")) == (True, True)

    def test_a_value_may_go_on_with_what_sorts_before_the_text_behind_it(self):
        """The last three such characters, the first of that text among them; unprintable ones if there is no other."""
        plain = {*values(attribute("json"), behind="")}
        assert {*values(attribute("json"), behind="#")} - plain == {"a!", 'a"', "a#"}
        assert {*values(attribute("json"), behind="\x02")} - plain == {"a\x00", "a\x01", "a\x02"}
        assert {*values(attribute("id"), behind="#")} == {*values(attribute("id"))}

    def test_a_value_of_one_length_does_not_go_on(self):
        assert {len(text) for text in values(attribute("country"), behind="#")} == {2}
        assert {len(text) for text in values(attribute("country"), behind="Z")} == {2}
