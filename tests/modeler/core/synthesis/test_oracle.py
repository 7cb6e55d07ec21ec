"""Tiny applications, and every design that they could have: the search must not miss a cheaper one.

The oracle enumerates key templates without looking at what the reads request, prices each with the bill of a whole
design, and tries every set of at most three index entries. It shares only the resolution of a read with the search.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modeler.core.cost.design import monthly_cost
from modeler.core.design.tables import Projection, ProjectionType
from modeler.core.items.sizes import Sizes
from modeler.core.synthesis.problem import unbiased
from modeler.core.synthesis.reads.projecting import fetched, fits, needs_of
from modeler.core.synthesis.refining import Refining
from modeler.core.synthesis.setting_up import set_up
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.trial import resolved_read, resolved_write
from modeler.core.synthesis.workshop import TrialEntry
from tests.modeler.core.synthesis.making import attribute, delete, design, entity, get, put, query, text, update

pytestmark = pytest.mark.slow

PEN = entity("Pen", "penId", 60, attribute("penId"), attribute("farmId"))
GOAT = entity(
    "Goat", "goatId", 90_000,
    attribute("goatId"), attribute("penId"), attribute("bornAt", "iso"),
    attribute("state", "enum", values={"SICK": 0.1, "WELL": 0.9}), text("story", 700),
)  # fmt: skip
RATES = st.sampled_from([0.05, 2, 40])
INDEXES_MAX = 3


@st.composite
def reads(draw):
    """A read of goats by a pen, a state, both or an id."""
    kind = draw(st.sampled_from(["id", "pen", "pen and state", "sick", "since"]))
    order = draw(st.sampled_from(["", "bornAt", "-bornAt"]))
    few = {"items_returned": 5, "limit": 5} if order else {"items_returned": 5}
    if draw(st.booleans()):
        few["projection"] = ["goatId", "bornAt"]
    rate = draw(RATES)
    match kind:
        case "id":
            return get("R", "Goat", "goatId", rate)
        case "pen":
            return query("R", "Goat", "penId", rate, order, **few)
        case "pen and state":
            return query("R", "Goat", "penId", rate, order, filter="state = 'SICK'", **few)
        case "since":
            since = {"since": "2026-01-15T00:00:00.000Z"}
            return query("R", "Goat", "penId", rate, "bornAt", filter="bornAt >= :since", parameters=since, **few)
    return query("R", "Goat", "", rate, order, filter="state = 'SICK'", **few)


@st.composite
def writes(draw):
    """A create, a delete, or an update of one attribute."""
    rate = draw(RATES)
    given = draw(st.sampled_from(["goatId", "penId goatId"]))
    kind = draw(st.sampled_from(["put", "delete", "state", "story"]))
    if kind == "put":
        return put("W", "Goat", rate)
    if kind == "delete":
        return delete("W", "Goat", given, rate)
    return update("W", "Goat", given, rate, set={kind: "WELL"}, **{"if": "attribute_exists(PK)"})


def numbered(patterns):
    """The patterns with a code of their own each."""
    return [one | {"code": f"P{place}", "name": f"P{place}"} for place, one in enumerate(patterns)]


PATTERNS = st.tuples(st.lists(reads(), min_size=1, max_size=3), st.lists(writes(), max_size=2)).map(
    lambda made: numbered([*made[0], *made[1]])
)


def ordered(names, most):
    """Every order of every subset with at most so many names."""
    return [some for count in range(most + 1) for some in permutations(names, count)]


def bases():
    """Keys of the table that identify a goat: its id alone, or beside its pen, with or without its birth."""
    yield KeyShape("Goat", ("goatId",), (), is_base=True)
    for sort in (("goatId",), ("bornAt", "goatId"), ("goatId", "bornAt")):
        yield KeyShape("Goat", ("penId",), sort, is_base=True)


def entries(wanted):
    """Keys of an index in every form, each with every projection that could pay."""
    projections = [
        Projection(),
        Projection(ProjectionType.KEYS_ONLY),
        *(Projection(ProjectionType.INCLUDE, names) for names in sorted({("bornAt",), ("state",), *wanted}) if names),
    ]
    for when, words in (("", ()), ("state = 'SICK'", ("SICK",))):
        for partition in (("goatId",), ("penId",), ("penId", "state"), ()):
            if not partition and not when:
                continue  # one partition of all goats, which the search excludes on purpose
            for sort in ordered([one for one in ("bornAt", "state", "goatId") if one not in partition], 2):
                shape = KeyShape("Goat", partition, sort or ("goatId",), when, words)
                for projection in projections:
                    yield TrialEntry(shape, projection)


def dollars(workshop, table, calls):
    """The bill of a table with these resolved calls."""
    return float(monthly_cost(workshop.around(table, tuple(calls))).total().value)


def least_of_all(asked):
    """The dollars of the cheapest design that the oracle finds."""
    setup = set_up(asked)
    workshop, sizes = setup.workshop, Sizes()
    group = next(one for one in setup.groups if one.entities[0].name == "Goat")
    goat = group.entities[0]
    mine = [one for one in setup.calls if goat in one.entities]
    reading, writing = [one for one in mine if one.is_read], [one for one in mine if not one.is_read]
    wanted = {tuple(n for n in ("bornAt", "state") if n in (one.needs or ())) for one in reading}
    best = None
    for base in bases():
        bare = workshop.table([(goat, base, [])], ())
        put_down = [resolved_write(workshop, bare, one) for one in writing]
        if None in put_down:
            continue
        fixed = dollars(workshop, bare, [c.alone(made) for c, made in zip(writing, put_down, strict=True)])
        storage = dollars(workshop, bare, [])
        own = [_read(workshop, bare, one, None, sizes, storage) for one in reading]
        options = []
        for entry in entries(wanted):
            table = workshop.table([(goat, base, [("GSI1", entry.shape)])], (workshop.index(1, entry.projection),))
            held = dollars(workshop, table, [])
            through = [_read(workshop, table, one, "GSI1", sizes, held) for one in reading]
            if any(one is not None for one in through):
                calls = [c.alone(resolved_write(workshop, table, c)) for c in writing]
                options.append((dollars(workshop, table, calls) - fixed, through))
        for count in range(min(INDEXES_MAX, len(reading)) + 1):
            for some in combinations(options, count):
                costs = [
                    min((c for c in (mine, *(one[place] for _, one in some)) if c is not None), default=None)
                    for place, mine in enumerate(own)
                ]
                if None not in costs:
                    total = fixed + sum(cost for cost, _ in some) + sum(costs)
                    best = total if best is None else min(best, total)
    return best


def _read(workshop, table, call, index, sizes, without):
    """What a read costs through an index beside the storage of its table; None if it cannot be served by it."""
    found = resolved_read(workshop, table, call, index, sizes)
    if found is None:
        return None
    if index is not None and not fits(table, table.indexes[0], needs_of(call, found.pattern)):
        found = fetched(table, call, found)
    return None if found is None else dollars(workshop, table, [call.alone(found.pattern)]) - without


def least_found(asked):
    """The dollars of the goats in the cheapest choice of the search, whatever the keys look like."""
    setup = set_up(asked)
    if setup.unmet:
        return None
    groups = tuple(unbiased(one) for one in setup.groups if one.entities[0].name == "Goat")
    setup = replace(setup, groups=groups)
    return Refining(setup).solve(setup.problem(None))[1].cost


@settings(max_examples=6)
@given(patterns=PATTERNS)
def test_the_search_misses_no_cheaper_design(patterns):
    asked = design([PEN, GOAT], patterns)
    found, least = least_found(asked), least_of_all(asked)
    assert (found is None) == (least is None)
    if found is not None:
        assert found <= least + 0.01
