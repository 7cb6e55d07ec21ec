"""A re-key of the order example, with a writer running and each command killed, on DynamoDB Local and LocalStack."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest

from exporter.command_line import main
from tests.conformance.engines import EngineMissing, dynamodb_local
from tests.exporter.migration.generated import changed, orders
from tests.exporter.migration.test_rehearsal import another_key, saved


@pytest.fixture(params=["dynamodb-local", "localstack"])
def elsewhere(request, tmp_path) -> Iterator[str]:
    """The address of another engine. LocalStack is one that runs already: LOCALSTACK=http://127.0.0.1:4566 names it."""
    if request.param == "localstack":
        if not os.environ.get("LOCALSTACK"):
            pytest.skip("no LocalStack is named by LOCALSTACK")
        yield os.environ["LOCALSTACK"]
        return
    try:
        with dynamodb_local(tmp_path / "log") as url:
            yield url
    except EngineMissing as missing:
        pytest.skip(str(missing))


@pytest.mark.conformance
@pytest.mark.timeout(1800)
def test_a_re_key_ends_there_and_back(elsewhere, tmp_path, capsys):
    before = orders()
    sides = saved(tmp_path, "before", before), saved(tmp_path, "after", changed(before, another_key))
    code = main(["rehearse", *sides, "--endpoint-url", elsewhere, "--items", "240"])
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert code == 0, told
    assert told[-1]["proved"]
    assert told[-1]["kills"] >= 4
    assert [one["differences"] for one in told if one.get("step") == "diff after the revert"] == [0]
