"""Steps of a batch that show one example of several items."""

import pytest

from modeler.core.capacity.heat import design_heat
from modeler.core.capacity.patterns import pattern_capacity
from tests.modeler.core.capacity.lab import KEY, design


def units(document):
    made = design(document)
    capacity = pattern_capacity(made, made.patterns[0])
    return {(load.place.label, load.direction): load.per_call.value for load in capacity.loads}


@pytest.mark.parametrize(
    ("operation", "step"),
    [("BatchWriteItem", "PutItem"), ("BatchGetItem", "GetItem"), ("TransactWriteItems", "PutItem")],
)
def test_steps_of_a_batch_are_examples_of_as_many_items_as_it_says(operation, step):
    shown = {"operation": step, "entities": ["Order"], "key": KEY}
    asked = {"operation": operation, "steps": [shown], "batch_size": 25}
    each = {"operation": operation, "steps": [{**shown, "fan_out": 25}]}
    assert units(asked) == units(each)
    assert units({**each, "batch_size": 25}) == units(each)
    assert units({**asked, "batch_size": 1}) != units(asked)


def test_every_item_of_a_batch_loads_its_partition():
    shown = {"operation": "PutItem", "entities": ["Order"], "key": KEY}
    asked = {"operation": "BatchWriteItem", "steps": [shown], "per_second": {"average": 1, "peak": 10}}

    def peaks(**more):
        return [one.peak for one in design_heat(design({**asked, **more})).keys]

    assert peaks(batch_size=25) == peaks(steps=[{**shown, "fan_out": 25}])
    assert peaks(batch_size=25) != peaks()
