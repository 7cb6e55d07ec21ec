"""Conditions, values and settings that an edit is made from: what cannot be read is left as it is."""

from dataclasses import replace

from modeler.core.design.tables import Capacity
from modeler.core.fixes import Put
from modeler.core.rules.support.common_fixes import on_demand
from modeler.core.rules.support.write_targets import add_condition, bound_values, exists
from modeler.core.values.attribute_values import string
from tests.modeler.core.rules.builders import ORDER_KEY, TABLE, gsi, pattern


def update(**fields):
    return pattern("UpdateItem", key=ORDER_KEY, **fields)


def test_a_condition_is_added_to_what_is_asked_already():
    (edit,) = add_condition(update(if_="status = 'OPEN'"), exists("PK"))
    assert (edit.field, edit.value) == ("if", "status = 'OPEN' AND attribute_exists(PK)")


def test_an_update_of_its_own_gets_a_condition_of_its_own():
    own = update(update="SET #n = :n", names={"#n": "note"}, values={":n": "x"}, condition="#n <> :n")
    made = {edit.field: edit.value for edit in add_condition(own, exists("PK"))}
    assert made["condition"] == "#n <> :n AND attribute_exists(PK)"


def test_nothing_is_added_to_a_condition_that_cannot_be_read():
    assert add_condition(update(update="SET note = :n", condition="note ="), exists("PK")) == ()
    assert add_condition(update(if_="note ="), exists("PK")) == ()


def test_where_a_value_cannot_be_read_the_parameters_still_tell():
    values = {":n": {"N": ["much"]}}
    known = bound_values(TABLE, update(update="SET note = :n", values=values, parameters={"v": "x"}))
    assert known[":v"] == string("x")
    assert ":n" not in known


def test_on_demand_leaves_no_units_and_nothing_that_scales_them():
    scaling = {"auto_scaling": {"write": {"min": 5, "max": 50}}}
    index = gsi("GSI1", capacity=Capacity(5, 5, scaling))
    settings = {"billing": "PROVISIONED", "provisioned": {"read": 5, "write": 5}}
    assert on_demand(replace(TABLE, indexes=(index,), settings=settings)) == (
        Put(TABLE.id, "settings.billing", "PAY_PER_REQUEST"),
        Put(TABLE.id, "settings.provisioned", None),
        Put(index.id, "provisioned", None),
        Put(index.id, "auto_scaling", None),
    )
