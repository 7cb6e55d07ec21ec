"""The corrected update: after it, stored keys equal their templates.

facts/expressions#updates; facts/modeling#rules, facts/procedures#lab.
"""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from modeler.core.design.items import Entity, SampleItem
from modeler.core.design.model import Design
from modeler.core.errors import Invalid
from modeler.core.evaluator import Database, IndexEffect, corrected_update, evaluate
from modeler.core.expressions.nodes import Dialect
from modeler.core.expressions.parse import parse_update
from modeler.core.expressions.update import apply_update
from modeler.core.items.materialize import item_writer, materialise_item
from modeler.core.values.attribute_values import number, string
from modeler.core.values.json_values import to_dynamodb_json
from tests.modeler.core.evaluator.test_lab import LAB, PUTS, SEED_A7, ids, run
from tests.modeler.core.order_management import (
    DESIGN,
    GSI1,
    ORDER,
    ORDER_KEY,
    ORDER_PARAMETERS,
    TABLE,
    attribute,
    conditions,
    gsi,
    key,
    overload,
    pattern,
    values,
)

OPEN_ORDER = materialise_item(TABLE, ORDER, ORDER.items[0]).item
ABOUT_ORDER = replace(SEED_A7, entities=("Order",))


def own(update, *, parameters=ORDER_PARAMETERS, **fields):
    return pattern("UpdateItem", entities=("Order",), key=ORDER_KEY, parameters=parameters, update=update, **fields)


def corrected(update, entity=ORDER, table=TABLE, item=None):
    return corrected_update(table, entity, update, item)


def as_own(update, found):
    """The pattern with its corrected expression."""
    made = {name: to_dynamodb_json(value) for name, value in found.values.items()}
    return replace(update, update=found.update, names=found.names, values=made)


def test_the_seed_s_a7_also_moves_the_index_key_that_holds_the_status():
    found = corrected(ABOUT_ORDER)
    assert found.update == "SET #s = :s, GSI1PK = :GSI1PK REMOVE GSI2PK, GSI2SK"
    assert found.names == {"#s": "status"}
    assert found.values == {":s": string("SHIPPED"), ":GSI1PK": string("CUST#a1b2#SHIPPED")}
    assert found.is_complete


def test_lab_step_6b_as_corrected():
    """4 units: 1 for the table, 2 for the index whose key moves, 1 for the one that is left. facts/procedures#lab."""
    filled = run(PUTS).after
    done = evaluate(LAB, as_own(ABOUT_ORDER, corrected(ABOUT_ORDER)), stored=filled)
    (write,) = done.writes
    assert (write.table_units, [change.units for change in write.indexes]) == (1, [2, 1])
    assert [change.effect for change in write.indexes] == [IndexEffect.MOVES, IndexEffect.LEAVES]
    assert ids("A4", done.after)[0] == ["ORDER#2026-06-03#o-9044", "ORDER#2026-06-01#o-9001"]
    assert ids("A4", done.after, status="OPEN")[0] == []


def test_a_sparse_key_that_was_forgotten_is_removed():
    found = corrected(own("SET #s = :s", names={"#s": "status"}, values={":s": "SHIPPED"}))
    assert found.update == "SET #s = :s, GSI1PK = :GSI1PK REMOVE GSI2PK, GSI2SK"


def test_what_comes_into_a_sparse_index_gets_all_of_its_key():
    found = corrected(own("SET #s = :s", names={"#s": "status"}, values={":s": "OPEN"}))
    assert found.update == "SET #s = :s, GSI1PK = :GSI1PK, GSI2PK = :GSI2PK, GSI2SK = :GSI2SK"
    assert found.values[":GSI2SK"] == string("2026-06-01#o-9001")


def test_an_update_that_is_right_stays_as_it_is():
    right = own(
        "SET #s = :s, GSI1PK = :k REMOVE GSI2PK, GSI2SK",
        names={"#s": "status"},
        values={":s": "SHIPPED", ":k": "CUST#a1b2#SHIPPED"},
    )
    found = corrected(right)
    assert (found.update, found.writes) == (right.update, ())


def test_a_key_that_is_given_another_value_is_given_the_right_one():
    wrong = own(
        "SET #s = :s, GSI1PK = :k REMOVE GSI2PK, GSI2SK",
        names={"#s": "status"},
        values={":s": "SHIPPED", ":k": "CUST#a1b2#OPEN"},
    )
    found = corrected(wrong)
    assert found.update == "SET #s = :s, GSI1PK = :GSI1PK REMOVE GSI2PK, GSI2SK"
    assert ":k" not in found.values


def test_a_key_whose_value_nobody_told_is_trusted():
    told = own("SET #s = :s, GSI1PK = :k REMOVE GSI2PK, GSI2SK", names={"#s": "status"}, values={":s": "SHIPPED"})
    assert corrected(told).writes == ()


def test_what_the_parameters_do_not_say_is_read_back_from_the_key():
    bare = own("SET #s = :s", names={"#s": "status"}, values={":s": "SHIPPED"}, parameters={})
    bare = replace(bare, key=conditions(PK="CUST#a1b2", SK="ORDER#2026-06-01#o-9001"))
    assert corrected(bare).values[":GSI1PK"] == string("CUST#a1b2#SHIPPED")


def test_a_value_that_cannot_be_told_is_named():
    found = corrected(own("SET #s = :s", names={"#s": "status"}, values={":s": "SHIPPED"}, parameters={}))
    assert found.update == "SET #s = :s, GSI1PK = :GSI1PK REMOVE GSI2PK, GSI2SK"
    assert (":GSI1PK" in found.values, found.lacking, found.is_complete) == (False, ("customerId",), False)


def test_an_index_that_hangs_on_what_nobody_told_is_undecided():
    found = corrected(own("SET #s = :later", names={"#s": "status"}))
    assert found.undecided == ("GSI2",)
    entity = replace(ORDER, overloads=(ORDER.overloads[0], overload("GSI1", "total > 5", GSI1PK="{status}")))
    found = corrected(own("SET #s = :s", names={"#s": "status"}, values={":s": "SHIPPED"}), entity)
    assert found.undecided == ("GSI1",)


def test_the_condition_tells_the_state_before():
    """An order that was open and stays open keeps its sparse key: nothing of it has to be written."""
    same = own("SET #s = :s", condition="#s = :s", names={"#s": "status"}, values={":s": "OPEN"})
    assert [write.name for write in corrected(same).writes] == ["GSI1PK"]


def test_a_counter_and_its_mirror_are_computed_by_dynamodb():
    """facts/building-blocks#p8 as fixed: one SET for both, no value that was read before."""
    table = replace(TABLE, indexes=(gsi("GSI1", key("GSI1PK"), key("GSI1SK", "N")),))
    entity = replace(ORDER, overloads=(ORDER.overloads[0], overload("GSI1", GSI1PK="T", GSI1SK="{total}")))
    adding = own("ADD #t :one", names={"#t": "total"}, values={":one": 1})
    found = corrected(adding, entity, table)
    assert found.update == "ADD #t :one SET GSI1SK = if_not_exists(#t, :v1) + :one"
    assert found.is_complete
    item = {**OPEN_ORDER, "GSI1SK": OPEN_ORDER["total"]}
    after = apply_update(parse_update(found.update, Dialect.DYNAMODB), item, found.names, found.values)
    assert after["GSI1SK"] == after["total"] == number(150)


def test_an_intent_is_printed_without_an_item():
    found = corrected(DESIGN.pattern("A7"))
    assert found.update == "SET #status = :v1, GSI1PK = :GSI1PK REMOVE GSI2PK, GSI2SK"


def test_a_reserved_key_and_a_taken_placeholder():
    table = replace(TABLE, indexes=(replace(GSI1, partition_key=key("status")), gsi("G", key("G-K"))))
    entity = replace(
        ORDER, overloads=(ORDER.overloads[0], overload("GSI1", status="{total}#"), overload("G", **{"G-K": "{total}#"}))
    )
    found = corrected(own("SET total = :status", values={":status": 5}), entity, table)
    assert found.update == "SET #total = :status, #status = :status2, #n1 = :key"
    assert found.names == {"#total": "total", "#status": "status", "#n1": "G-K"}


def test_what_cannot_be_read_is_refused():
    with pytest.raises(Invalid):
        corrected(own("SET"))


# Laws.

ATTRIBUTES = (
    attribute("id", format="id"),
    attribute("a", format="id"),
    attribute("b", format="id"),
    attribute("status", format="enum"),
    attribute("n", "N"),
)
WHEN = st.sampled_from(["", "status = 'OPEN'", "n > 3", "attribute_exists(b)", "status = 'OPEN' AND n > 3", "a = 'x'"])
TEXTS = st.sampled_from(["OPEN", "{status}", "A#{a}", "{a}#{b}", "{n:pad(4)}", "{id}", "{status}#{n:pad(4)}", "{b}"])
LAW_TABLE = replace(TABLE, indexes=(gsi("G1", key("P1"), key("S1")), gsi("G2", key("P2"), key("S2", "N"))))
ITEMS = st.fixed_dictionaries(
    {"status": st.sampled_from(["OPEN", "DONE"])},
    optional={"a": st.sampled_from(["x", "y"]), "b": st.sampled_from(["x", "y"]), "n": st.integers(0, 9)},
)
OF_ATTRIBUTES = [
    "SET #s = :s", "SET a = :a", "SET n = if_not_exists(n, :n) + :n", "ADD n :n", "REMOVE a", "REMOVE b",
    "SET b = if_not_exists(b, a)",
]  # fmt: skip
OF_KEYS = ["SET a = b", "SET P1 = :a", "REMOVE P1", "SET P2 = :s, S2 = :n", "REMOVE S2"]
ACTIONS = st.lists(st.sampled_from(OF_ATTRIBUTES + OF_KEYS), min_size=1, max_size=4)
UNKNOWN_ITEM_ACTIONS = st.lists(st.sampled_from([*OF_ATTRIBUTES, "REMOVE P1", "REMOVE S2"]), min_size=1, max_size=4)


@st.composite
def entities(draw):
    overloads = [overload(None, PK="I#{id}", SK="META")]
    for index in ("1", "2"):
        for _ in range(draw(st.integers(0, 2))):
            sort = draw(TEXTS) if index == "1" else "{n}"
            overloads.append(overload(f"G{index}", draw(WHEN), **{f"P{index}": draw(TEXTS), f"S{index}": sort}))
    return Entity("e", "E", ATTRIBUTES, tuple(overloads))


def joined(actions):
    """Actions as one expression: each section once, each attribute written once."""
    sections: dict[str, list[str]] = {}
    seen = set()
    for text in actions:
        word, _, rest = text.partition(" ")
        for action in rest.split(", ") if "if_not" not in rest else [rest]:
            target = action.split()[0]
            if target not in seen:
                seen.add(target)
                sections.setdefault(word, []).append(action)
    return " ".join(f"{word} {', '.join(found)}" for word, found in sections.items())


def updating(text, status):
    given = {":s": status, ":a": "y", ":n": 2}
    return pattern(
        "UpdateItem", entities=("E",), key=conditions(PK="I#{id}", SK="META"), update=text,
        names={"#s": "status"} if "#s" in text else {},
        values={name: value for name, value in given.items() if name in text},
    )  # fmt: skip


def keys_of(item, entity):
    """The key attributes for which the entity has templates; the others are plain attributes of its own."""
    templated = {name for one in entity.overloads if one.index for name in one.keys}
    return {name: value for name, value in item.items() if name in templated}


def after_correction(entity, logical, update, *, known):
    """The item after the corrected update, and the item that its logical attributes would have made."""
    writer = item_writer(LAW_TABLE, entity)
    stored = writer(SampleItem("i", logical))
    assume(not stored.problems)
    given = {name: value.data for name, value in logical.items() if name == "id"}
    asked = replace(update, parameters=given)
    try:
        found = corrected_update(LAW_TABLE, entity, asked, stored.item if known else None)
        database = Database.of(Design("d", tables=(LAW_TABLE,)), {LAW_TABLE.name: [stored]})
        done = evaluate(
            Design("d", tables=(replace(LAW_TABLE, entities=(entity,)),)), as_own(asked, found), stored=database
        )
    except Invalid:
        assume(False)
    assume(not done.refused)
    changed = done.writes[0].after.item
    own_names = {"id", "a", "b", "status", "n"}
    anew = writer(SampleItem("i", {name: value for name, value in changed.items() if name in own_names}))
    return found, changed, anew


@given(entity=entities(), item=ITEMS, actions=ACTIONS, status=st.sampled_from(["OPEN", "DONE"]))
def test_after_the_corrected_update_stored_keys_equal_templates(entity, item, actions, status):
    logical = values(id="1", **item)
    found, changed, anew = after_correction(entity, logical, updating(joined(actions), status), known=True)
    assert found.is_complete
    assert not anew.problems
    assert keys_of(changed, entity) == keys_of(anew.item, entity), found.update


@given(entity=entities(), item=ITEMS, actions=UNKNOWN_ITEM_ACTIONS, status=st.sampled_from(["OPEN", "DONE"]))
def test_what_is_complete_without_an_item_is_right_for_every_item(entity, item, actions, status):
    """Attributes that the templates use are there: what may be absent is told by its item only. (A key to which the
    update gives a value that cannot be checked is trusted, and so not among these updates.)
    """
    logical = values(id="1", **{"a": "x", "b": "x", "n": 5, **item})
    found, changed, anew = after_correction(entity, logical, updating(joined(actions), status), known=False)
    assume(found.is_complete)
    touched = {name for one in found.required for name in one.writes}
    assert {name: value for name, value in keys_of(changed, entity).items() if name in touched} == {
        name: value for name, value in keys_of(anew.item, entity).items() if name in touched
    }, found.update


def test_a_condition_of_several_states_tells_where_the_item_was():
    entity = replace(
        ORDER, overloads=(ORDER.overloads[0], overload("GSI2", "status IN ('OPEN', 'PICKED')", GSI2PK="Q", GSI2SK="z"))
    )
    names = {"#s": "status"}
    inside = own("SET #s = :p", condition="#s IN (:o, :p)", names=names, values={":p": "PICKED", ":o": "OPEN"})
    assert corrected(inside, entity).writes == ()
    anywhere = own("SET #s = :p", condition="#s IN (:o, :p)", names=names, values={":p": "PICKED", ":o": "SHIPPED"})
    assert [write.name for write in corrected(anywhere, entity).writes] == ["GSI2PK", "GSI2SK"]
