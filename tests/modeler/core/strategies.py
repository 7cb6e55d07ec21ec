"""Hypothesis strategies: values, templates, designs (healthy or ill) and logs of changes on their parts."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import strategies as st

from modeler.core.documents import reading
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string

names = st.text("abcdeXYZ09_-#. é😀", min_size=1, max_size=8)
attribute_names = st.one_of(names, st.sampled_from(["a:b", "{x}", '"q"', "@at", " pad ", "x|y", "status", "ttl"]))
words = st.text("abc#é😀 '\"{}\\\n", max_size=6)

decimals = st.decimals(
    allow_nan=False, allow_infinity=False, places=4, min_value=Decimal("-1e20"), max_value=Decimal("1e20")
)
scalars = st.one_of(
    words.map(string),
    st.integers(-(10**12), 10**12).map(lambda n: number(str(n))),
    decimals.map(lambda n: number(n)),
    st.binary(max_size=6).map(lambda data: AttributeValue(AttributeType.B, data)),
    st.booleans().map(lambda flag: AttributeValue(AttributeType.BOOL, flag)),
    st.just(AttributeValue(AttributeType.NULL, True)),
)


def _containers(inner):
    return st.one_of(
        st.lists(inner, max_size=3).map(lambda found: AttributeValue(AttributeType.L, tuple(found))),
        st.dictionaries(names, inner, max_size=3).map(
            lambda found: AttributeValue(AttributeType.M, tuple(sorted(found.items())))
        ),
    )


sets = st.one_of(
    st.lists(words, max_size=3).map(lambda found: AttributeValue(AttributeType.SS, tuple(found))),
    st.lists(st.integers(-99, 99), max_size=3).map(
        lambda found: AttributeValue(AttributeType.NS, tuple(number(n).data for n in found))
    ),
)
values = st.recursive(st.one_of(scalars, sets), _containers, max_leaves=6)

formats = st.sampled_from(
    ["", ":lower", ":upper", ":first(3)", ":pad(4)", ":reverse(6)", ":month", ":shard(7)", ":lower|hash(8)"]
)


@st.composite
def templates(draw, attributes=("a", "b", "status")):
    """Texts of key templates over some attributes: mostly well formed, now and then half typed."""
    pieces = draw(
        st.lists(
            st.one_of(
                st.sampled_from(["ORDER#", "#", "X", "{{", "}}", "CUST#"]),
                st.tuples(st.sampled_from(list(attributes)), formats).map(lambda pair: f"{{{pair[0]}{pair[1]}}}"),
            ),
            min_size=1,
            max_size=4,
        )
    )
    text = "".join(pieces)
    return draw(st.sampled_from([text] * 9 + [text + "{"]))


@st.composite
def entity_documents(draw, name, indexes):
    """One entity with attributes a, b, status; overloads of the base and of some indexes; a few items."""
    attributes = [
        {"name": "a", "type": "S", "format": draw(st.sampled_from(["id", "text", ""]))},
        {"name": "b", "type": draw(st.sampled_from(["S", "N"]))},
        {"name": "status", "type": "S", "format": "enum", "values": {"OPEN": 0.2, "DONE": 0.8}},
    ]
    overloads = [{"index": None, "keys": {"PK": draw(templates()), "SK": draw(templates())}}]
    for index in indexes:
        if draw(st.booleans()):
            when = draw(st.sampled_from(["", "status = 'OPEN'", "attribute_exists(b)", "status ="]))
            overloads.append(
                {
                    "index": index,
                    "when": when,
                    "keys": {f"{index}PK": draw(templates()), f"{index}SK": draw(templates())},
                }
            )
    item = st.fixed_dictionaries(
        {"a": st.text("xyz#", min_size=1, max_size=4), "status": st.sampled_from(["OPEN", "DONE"])},
        optional={"b": st.integers(0, 999).map(str)},
    )
    return {
        "name": name,
        "count": draw(st.one_of(st.none(), st.integers(0, 10**7))),
        "identity": draw(st.sampled_from([[], ["a"], ["a", "b"]])),
        "attributes": attributes,
        "overloads": overloads,
        "items": draw(st.lists(item, max_size=3)),
    }


@st.composite
def design_documents(draw):
    """Own-JSON documents without ids: one table, up to two GSIs, up to three entities, a few patterns."""
    indexes = draw(st.sampled_from([[], ["GSI1"], ["GSI1", "GSI2"]]))
    entities = [
        draw(entity_documents(name, indexes)) for name in draw(st.sampled_from([["A"], ["A", "B"], ["A", "B", "C"]]))
    ]
    pattern = st.fixed_dictionaries(
        {
            "operation": st.sampled_from(["Query", "GetItem", "UpdateItem"]),
            "name": st.text("pqr", max_size=4),
            "table": st.sampled_from(["main", ""]),
            "entities": st.sampled_from([["A"], ["A", "Nobody"], []]),
            "key": st.fixed_dictionaries({"PK": templates()}),
            "parameters": st.dictionaries(st.sampled_from(["a", "b", "other"]), st.just("1"), max_size=2),
        },
        optional={
            "index": st.sampled_from(["GSI1", "Missing", None]),
            "filter": st.sampled_from(["status = 'OPEN'", "b > 3 AND", "size(a) < 4"]),
            "set": st.fixed_dictionaries({"status": st.sampled_from(["OPEN", "DONE", None])}),
        },
    )
    return {
        "keysheet": 1,
        "name": draw(st.text("Design é", min_size=1, max_size=8)),
        "tables": [
            {
                "name": "main",
                "partition_key": [{"name": "PK", "type": "S"}],
                "sort_key": [{"name": "SK", "type": "S"}],
                "indexes": [
                    {
                        "name": index,
                        "kind": "GSI",
                        "partition_key": [{"name": f"{index}PK", "type": "S"}],
                        "sort_key": [{"name": f"{index}SK", "type": "S"}],
                        "projection": draw(st.sampled_from([{"type": "ALL"}, {"type": "KEYS_ONLY"}])),
                    }
                    for index in indexes
                ],
                "settings": draw(st.sampled_from([{}, {"billing": "PAY_PER_REQUEST"}])),
                "entities": entities,
            }
        ],
        "access_patterns": draw(st.lists(pattern, max_size=3)),
    }


def designs():
    """Designs, healthy or ill."""
    return design_documents().map(reading.from_document)
