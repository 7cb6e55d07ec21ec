"""A read that says what it is given, and names no key, is exported as the one with the key that serves it."""

from dataclasses import replace

import pytest

from exporter.targets import target
from modeler.core.evaluator import evaluate
from modeler.core.evaluator.database import Database
from modeler.examples import example
from tests.modeler.core.rules.test_by_intent import by_intent

BY_KEY = "python", "access-tests", "electrodb", "dynamodb-toolbox", "onetable", "pynamodb", "java", "awslabs"
EXAMPLES = "order-management", "saas-projects", "adjacency-graph"


def spellings(key):
    """A design with its keys, and the same without those that are found again; both say what is given."""
    design = example(key).design
    bare = tuple(by_intent(design, one) for one in design.patterns)
    assert any(one is not other for one, other in zip(bare, design.patterns, strict=True))
    keyed = (replace(one, extra=other.extra) for one, other in zip(design.patterns, bare, strict=True))
    return replace(design, patterns=tuple(keyed)), replace(design, patterns=bare)


@pytest.mark.parametrize("name", BY_KEY)
@pytest.mark.parametrize("key", EXAMPLES)
def test_both_spellings_give_the_same_files(name, key):
    keyed, bare = spellings(key)
    assert target(name).build(bare) == target(name).build(keyed)


@pytest.mark.parametrize("key", EXAMPLES)
def test_both_spellings_are_evaluated_alike(key):
    keyed, bare = spellings(key)
    stored = Database.of(keyed, None)
    for one, other in zip(keyed.patterns, bare.patterns, strict=True):
        done, also = evaluate(bare, other, stored=stored), evaluate(keyed, one, stored=stored)
        assert replace(done, after=stored, steps=()) == replace(also, after=stored, steps=())
