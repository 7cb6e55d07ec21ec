"""The comparison of templates with designs can fail: whatever a template says of a table is noticed when it changes."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from exporter.targets.cloudformation.yaml_target import template
from tests.doors.template_facts import of_template, wanted
from tests.exporter.targets.designs.all_designs import everything
from tests.exporter.targets.designs.production import production

OTHERS = (
    # What is searched by likeness is compared where the target is tested.
    "VectorIndexes",
    # Names that the target makes up, and parameters that whoever deploys fills.
    "PolicyName",
    "KMSMasterKeyId/Ref",
    "KinesisStreamSpecification",
)
KINDS = ("::Table", "::GlobalTable", "::ScalableTarget", "::ScalingPolicy")


@pytest.mark.parametrize("make", [everything, production])
def test_every_change_of_a_template_is_noticed(make):
    design = make()
    made, designed = template(design), wanted(design)
    assert of_template(made) == designed
    unnoticed = []
    for place in places({name: one for name, one in made["Resources"].items() if one["Type"].endswith(KINDS)}):
        changed = copy.deepcopy(made)
        change(changed["Resources"], place)
        found = None
        # What cannot be read any more is noticed too.
        with suppress(AssertionError, LookupError, ValueError):
            found = of_template(changed)
        path = "/".join(map(str, place))
        if found == designed and not any(other in path for other in OTHERS):
            unnoticed.append(path)
    assert unnoticed == []


def places(value: Any, *above: Any) -> Iterator[tuple[Any, ...]]:
    """The way to every value that holds no other, but for kinds and policies of deletion."""
    members: Any = ()
    if isinstance(value, dict):
        members = value.items()
    elif isinstance(value, list):
        members = enumerate(value)
    for name, one in members:
        if isinstance(one, dict | list):
            yield from places(one, *above, name)
        elif "Properties" in above:
            yield (*above, name)


def change(value: Any, place: tuple[Any, ...]) -> None:
    """Another value of the same type."""
    for name in place[:-1]:
        value = value[name]
    old = value[place[-1]]
    value[place[-1]] = not old if isinstance(old, bool) else old + ("x" if isinstance(old, str) else 1)
