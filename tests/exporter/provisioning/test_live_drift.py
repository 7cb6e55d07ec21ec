"""`keysheet drift --live`: the command describes tables of a real endpoint."""

from __future__ import annotations

import json

import pytest

from exporter.provisioning.plan import create_arguments
from exporter.terminal import main
from modeler.core.documents import reading
from modeler.examples import example
from tests.doors.access_runs import Ground


@pytest.mark.conformance
def test_tables_on_the_sandbox_are_compared_by_their_names_there(sandbox_url, tmp_path, capsys):
    design = example("saas-projects").design
    path = tmp_path / "design.json"
    path.write_text(reading.dump(design), "utf-8")
    with Ground(design, sandbox_url) as ground:
        names = [f"--name={mine}={real}" for mine, real in ground.names.items()]
        main(["drift", str(path), "--live", "--endpoint-url", sandbox_url, *names, "--format", "json"])
        rules = {one["rule"] for one in json.loads(capsys.readouterr().out)["findings"]}
        assert not rules & {"drift.table_missing", "drift.index_missing", "drift.key", "drift.projection"}
        table = design.tables[0]
        gone = create_arguments(table, ground.names[table.name], {})["GlobalSecondaryIndexes"][0]["IndexName"]
        update = [{"Delete": {"IndexName": gone}}]
        ground.client.update_table(TableName=ground.names[table.name], GlobalSecondaryIndexUpdates=update)
        assert main(["drift", str(path), "--live", "--endpoint-url", sandbox_url, *names]) == 1
        assert f"tables.{table.name}.indexes.{gone}" in capsys.readouterr().out


def test_an_endpoint_that_does_not_answer_exits_2(tmp_path, capsys):
    path = tmp_path / "design.json"
    path.write_text(reading.dump(example("saas-projects").design), "utf-8")
    assert main(["drift", str(path), "--live", "--endpoint-url", "http://127.0.0.1:9"]) == 2
    assert "was not reached" in capsys.readouterr().err
