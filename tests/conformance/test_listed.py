"""docs/conformance.md tells people what the tests tolerate, and what each engine has, as it was tried."""

from contextlib import closing

import pytest

from tests.conformance import features
from tests.conformance.engines import Wire
from tests.conformance.listed import LISTED
from tests.ground.stores import REPOSITORY

PAGE = (REPOSITORY / "docs" / "conformance.md").read_text()


@pytest.mark.parametrize("listed", LISTED, ids=lambda listed: listed.name)
def test_every_difference_that_is_tolerated_is_told(listed):
    assert f"**{listed.name}**" in PAGE


def told(engine):
    """What the page says of an engine, by feature."""
    rows = [line.strip("|").split("|") for line in PAGE.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in row] for row in rows]
    heads = next(row for row in cells if row[:2] == ["", "evaluator"])
    return {row[0]: row[heads.index(engine)] for row in cells if row[0] in features.FEATURES}


@pytest.mark.parametrize(
    ("engine", "fixture"), [("ministack", "sandbox_url"), ("DynamoDB Local", "dynamodb_local_url")]
)
def test_the_table_of_features_is_what_probes_find(engine, fixture, request):
    with closing(Wire(request.getfixturevalue(fixture))) as wire:
        found = {name: features.tried(wire, probe) for name, (_, probe) in features.FEATURES.items() if probe}
    assert told(engine) == found
