"""A cost without requests is said to lack them. Pure."""

from dataclasses import replace

from modeler.comparisons.comparison import unasked
from modeler.core.design.model import Design
from modeler.examples import example


def test_tables_without_access_patterns_have_no_requests_to_count():
    full = example("order-management").design
    bare = replace(full, patterns=())
    assert list(unasked(full, Design("empty"))) == []
    assert list(unasked(full, bare)) == ["the requests of a design without access patterns"]
