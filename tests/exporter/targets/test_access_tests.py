"""The access-layer tests: a pattern that the sample items give nothing to find is skipped, with the reason."""

from dataclasses import replace

from exporter.targets import target
from tests.modeler.core.order_management import DESIGN


def written_for(design) -> str:
    files = target("access-tests").build(design).files
    return next(one.text for one in files if one.path == "test_access_patterns.py")


def test_a_test_of_nothing_is_no_success():
    patterns = tuple(
        replace(one, parameters={"customerId": "nobody"}) if one.code == "A2" else one for one in DESIGN.patterns
    )
    skip = (
        '    pytest.skip("nothing to return or to change: proves nothing; add a sample item that this pattern finds")'
    )
    assert skip not in written_for(DESIGN)
    made = written_for(replace(DESIGN, patterns=patterns))
    assert made.count(skip) == 1
    assert "import pytest" in made
