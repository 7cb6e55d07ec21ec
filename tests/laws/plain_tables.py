"""Tables, items and calls as plain values for both calculators: own JSON for the one, dictionaries for the other."""

import base64

from hypothesis import strategies as st

TEXTS = st.text("aé😀｡#~", max_size=5)
DIGITS = st.integers(0, 10**38 - 1).map(str)
NUMBERS = st.one_of(
    st.integers(-(10**6), 10**6).map(str),
    st.tuples(st.sampled_from(["", "-"]), DIGITS).map("".join),
    st.tuples(st.sampled_from(["0.", "-12.", "7."]), st.text("0123456789", min_size=1, max_size=30)).map("".join),
    st.tuples(st.integers(-99, 99).map(str), st.integers(-120, 120).map("E{}".format)).map("".join),
)
BYTES = st.binary(max_size=5).map(lambda data: base64.b64encode(data).decode())


def distinct(members, same=str):
    return st.lists(members, min_size=1, max_size=4, unique_by=same)


SCALARS = st.one_of(
    TEXTS.map(lambda text: {"S": text}),
    NUMBERS.map(lambda text: {"N": text}),
    BYTES.map(lambda text: {"B": text}),
    st.booleans().map(lambda flag: {"BOOL": flag}),
    st.just({"NULL": True}),
    distinct(TEXTS).map(lambda members: {"SS": members}),
    distinct(st.integers(-(10**9), 10**9).map(str)).map(lambda members: {"NS": members}),
    distinct(BYTES).map(lambda members: {"BS": members}),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda members: {"L": members}),
        st.dictionaries(TEXTS, inner, max_size=3).map(lambda members: {"M": members}),
    ),
    max_leaves=6,
)
BULKS = st.sampled_from([0, 1, 40, 900, 1023, 1024, 3000, 4096, 5000, 9000]).map(lambda length: {"S": "x" * length})

KEY_VALUES = {
    "S": st.sampled_from(["a", "é", "😀", "｡", "b", "b#1", "b#10"]).map(lambda text: {"S": text}),
    "N": st.sampled_from(["-10", "-9.5", "0", "2", "10", "1E+20", "0.001"]).map(lambda text: {"N": text}),
    "B": st.sampled_from([b"\x00", b"\x7f", b"\x80", b"\xff\x01"]).map(
        lambda data: {"B": base64.b64encode(data).decode()}
    ),
}
TYPES = {"PK": "S", "SK": "S", "g": "S", "h": "N", "i": "B", "l": "N"}
PLACES = {
    "one": {"name": "one", "kind": "GSI", "hash": ["g"], "range": ["h"]},
    "alone": {"name": "alone", "kind": "GSI", "hash": ["i"], "range": []},
    "turned": {"name": "turned", "kind": "GSI", "hash": ["SK"], "range": ["PK"]},
    "several": {"name": "several", "kind": "GSI", "hash": ["g", "i"], "range": ["h", "l"]},
    "local": {"name": "local", "kind": "LSI", "hash": ["PK"], "range": ["l"]},
}


@st.composite
def tables(draw):
    """The places of a table: its own keys first, then some indexes, each with a projection of its own."""
    chosen = draw(st.lists(st.sampled_from(sorted(PLACES)), unique=True, max_size=4))
    projections = st.sampled_from([None, [], ["a"], ["a", "h", "bulk"]])
    base = {"name": "main", "kind": "TABLE", "hash": ["PK"], "range": ["SK"], "include": None}
    return [base, *({**PLACES[name], "include": draw(projections)} for name in chosen)]


@st.composite
def items(draw, most=8):
    """Items with keys of their own; some lack an index's key attribute."""
    optional = {name: KEY_VALUES[TYPES[name]] for name in ("g", "h", "i", "l")}
    one = st.fixed_dictionaries(
        {"PK": st.sampled_from(["p", "q"]).map(lambda text: {"S": text}), "SK": KEY_VALUES["S"], "bulk": BULKS},
        optional={**optional, "a": VALUES},
    )
    return draw(st.lists(one, max_size=most, unique_by=lambda item: (item["PK"]["S"], item["SK"]["S"])))


def index_document(place):
    found = {"name": place["name"], "kind": place["kind"]}
    for part, field in (("hash", "partition_key"), ("range", "sort_key")):
        found[field] = [{"name": name, "type": TYPES[name]} for name in place[part]]
    if place["include"] is None:
        return found | {"projection": {"type": "ALL"}}
    named = {"type": "INCLUDE", "attributes": place["include"]} if place["include"] else {"type": "KEYS_ONLY"}
    return found | {"projection": named}


def document(table, held, patterns=()):
    """Own JSON of a table of one entity, every attribute of which is stored under its own name, keys included."""
    attributes = [{"name": name, "type": kind} for name, kind in TYPES.items()]
    return {
        "keysheet": 1,
        "name": "Two calculators",
        "tables": [
            {
                "name": "main",
                "partition_key": [{"name": "PK", "type": "S"}],
                "sort_key": [{"name": "SK", "type": "S"}],
                "indexes": [index_document(place) for place in table[1:]],
                "entities": [
                    {
                        "name": "Thing",
                        "identity": ["PK", "SK"],
                        "attributes": [*attributes, {"name": "bulk", "type": "S"}],
                        "overloads": [
                            {"index": None, "keys": {"PK": "{PK}", "SK": "{SK}"}},
                            *({"index": place["name"], "keys": {}} for place in table[1:]),
                        ],
                        "items": list(held),
                    }
                ],
            }
        ],
        "access_patterns": [{"table": "main", "entities": ["Thing"], **pattern} for pattern in patterns],
    }
