"""Key conditions: what they select, and what DynamoDB refuses.

facts/expressions#key-conditions, facts/ordering#key-order.
"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.design.tables import KeyAttribute, Table
from modeler.core.evaluator import evaluate
from modeler.core.values.attribute_values import AttributeType, number
from tests.modeler.core.evaluator.tables import PLAIN, holding, ids, refusals, run
from tests.modeler.core.order_management import conditions, gsi, key, pattern, values

NUMBERED = Table("t", "t", key("pk"), key("n", "N"))


def query(**keys):
    return pattern("Query", key=conditions(**keys))


def braces(text: str) -> str:
    """A text as a template that means it."""
    return text.replace("{", "{{").replace("}", "}}")


class TestRefused:
    @pytest.mark.parametrize(
        ("read", "message"),
        [
            (query(), "Query condition missed key schema element: pk"),
            (query(pk="a", other="b"), "Query condition missed key schema element: sk"),
            (query(pk="a", sk="b", other="c"), "Query key condition not supported"),
            (query(pk={"begins_with": "a"}), "Query key condition not supported"),
            (query(pk="a", sk={"contains": "a"}), "Invalid operator used in KeyConditionExpression: contains"),
            (
                query(pk="a", sk={"begins_with": ""}),
                "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain "
                "an empty string value. Key: sk",
            ),
            (
                query(pk="a", sk={"between": ["b", "a"]}),
                "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal "
                "to lower bound; lower bound operand: AttributeValue: {S:b}, "
                "upper bound operand: AttributeValue: {S:a}",
            ),
        ],
    )
    def test_in_dynamodbs_words(self, read, message):
        assert [refusal.message for refusal in evaluate(holding(), read).refusals] == [message]

    def test_one_condition_a_key(self):
        read = replace(query(pk="a"), key=conditions(sk={">": "a"}) + conditions(sk={"<": "b"}, pk="a"))
        assert refusals(holding(), read) == ["key.twice"]

    def test_a_number_begins_with_nothing(self):
        design = holding(table=NUMBERED)
        assert refusals(design, query(pk="a", n={"begins_with": "1"})) == ["key.begins_with_number"]

    def test_a_text_is_no_number(self):
        assert evaluate(holding(table=NUMBERED), query(pk="a", n="x")).problems


class TestSeveralAttributes:
    SORT = (KeyAttribute("city", AttributeType.S), KeyAttribute("rank", AttributeType.N))
    TABLE = replace(PLAIN, indexes=(gsi("M", (*key("country"), *key("year", "N")), SORT),))
    DESIGN = holding(
        *(
            values(pk=str(n), sk="x", country="nl", year=2026, city=city, rank=rank)
            for n, (city, rank) in enumerate([("ams", 10), ("ams", 9), ("rtm", 1), ("ams", 100)])
        ),
        table=TABLE,
    )

    def read(self, **keys):
        return pattern("Query", index="M", key=conditions(country="nl", year="2026", **keys))

    def test_the_order_goes_from_left_to_right_each_in_its_type(self):
        assert ids(run(self.DESIGN, self.read())) == ["i1", "i0", "i3", "i2"]

    def test_the_last_used_may_be_a_range(self):
        assert ids(run(self.DESIGN, self.read(city="ams", rank={">=": "10"}))) == ["i0", "i3"]
        assert ids(run(self.DESIGN, self.read(city={"begins_with": "r"}))) == ["i2"]

    def test_every_partition_attribute_is_needed(self):
        read = pattern("Query", index="M", key=conditions(country="nl"))
        (refusal,) = evaluate(self.DESIGN, read).refusals
        assert refusal.message == "Query condition missed key schema element: year"

    @pytest.mark.parametrize("keys", [{"rank": "1"}, {"city": {">": "a"}, "rank": "1"}])
    def test_a_gap_or_a_range_before_the_last_is_refused(self, keys):
        (refusal,) = evaluate(self.DESIGN, self.read(**keys)).refusals
        assert refusal.code == "key.gap"
        assert "city" in refusal.message


TEXTS = st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4)
OPERATORS = {
    "=": lambda value, bound: value == bound,
    "<": lambda value, bound: value < bound,
    "<=": lambda value, bound: value <= bound,
    ">": lambda value, bound: value > bound,
    ">=": lambda value, bound: value >= bound,
    "begins_with": lambda value, bound: value.startswith(bound),
}


class TestLaws:
    @given(texts=st.lists(TEXTS, unique=True, max_size=12), operator=st.sampled_from(list(OPERATORS)), bound=TEXTS)
    def test_a_query_returns_what_the_bytes_say_in_their_order(self, texts, operator, bound):
        design = holding(*(values(pk="a", sk=text) for text in texts))
        found = run(design, query(pk="a", sk={operator: braces(bound)}))
        wanted = [text for text in texts if OPERATORS[operator](text.encode(), bound.encode())]
        assert [one.key[1].data for one in found.returned] == sorted(wanted, key=str.encode)

    @given(texts=st.lists(TEXTS, unique=True, max_size=12), operator=st.sampled_from(list(OPERATORS)), bound=TEXTS)
    def test_it_is_a_contiguous_run_and_descending_is_the_reverse(self, texts, operator, bound):
        design = holding(*(values(pk="a", sk=text) for text in texts))
        whole = ids(run(design, query(pk="a")))
        read = query(pk="a", sk={operator: braces(bound)})
        part = ids(run(design, read))
        if part:
            start = whole.index(part[0])
            assert whole[start : start + len(part)] == part
        assert ids(run(design, replace(read, descending=True))) == part[::-1]

    @given(st.sets(st.integers(-200, 200), max_size=12), st.integers(-200, 200), st.integers(0, 100))
    def test_numbers_between_two_bounds(self, numbers, low, width):
        design = holding(*(values(pk="a", n=number(n)) for n in numbers), table=NUMBERED)
        found = run(design, query(pk="a", n={"between": [str(low), str(low + width)]}))
        assert [int(one.key[1].data) for one in found.returned] == sorted(n for n in numbers if low <= n <= low + width)

    @given(st.lists(TEXTS, unique=True, max_size=12), st.integers(1, 12))
    def test_a_limit_cuts_a_prefix(self, texts, limit):
        design = holding(*(values(pk="a", sk=text) for text in texts))
        whole, cut = run(design, query(pk="a")), run(design, replace(query(pk="a"), limit=limit))
        assert ids(cut) == ids(whole)[:limit]
        assert cut.more == (len(texts) > limit)
