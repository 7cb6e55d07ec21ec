"""Whole runs on endpoints that are not the sandbox, or of which nobody said what they are."""

import pytest

from designer.environment import endpoints as declare
from exporter.models import RunState
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import endpoint_named
from exporter.services import provisioning
from modeler.core.documents.reading import to_document
from modeler.examples import NAMES, example
from modeler.job_runner import run as do
from modeler.services import design_create


@pytest.fixture(params=["ministack", "dynamodb-local"])
def undeclared(request, settings):
    """An endpoint whose kind was not declared, with units said to be trusted in writes."""
    url = request.getfixturevalue("sandbox_url" if request.param == "ministack" else "dynamodb_local_url")
    text = f'[{{"name": "Somewhere", "region": "us-east-1", "url": "{url}", "consumed_capacity": "writes"}}]'
    settings.ENDPOINTS = declare(text, "")
    return DynamoDB(endpoint_named(settings.ENDPOINTS, "Somewhere"))


QUICK = "relational-port"
"""Proved in two seconds; the others take up to ten."""


@pytest.mark.parametrize(
    "name", [name if name == QUICK else pytest.param(name, marks=pytest.mark.conformance) for name in NAMES]
)
def test_an_example_is_proved_and_taken_down(transactional_db, undeclared, workspace, ada, name):
    design = design_create(workspace=workspace.pk, by=ada, document=to_document(example(name).design))
    run = provisioning.run_start(design_id=design.pk, by=ada)
    do(run.job_id)
    run = provisioning.run_for(ada, run.pk)
    assert (run.problem, run.standing) == ("", RunState.READY)
    assert (run.results["differ"], run.results["not_compared"]) == (0, 0)
    assert run.results["agree"] == len(example(name).design.patterns)
    torn = provisioning.run_teardown(run_id=run.pk, by=ada)
    do(torn.teardown_job_id)
    assert provisioning.run_for(ada, run.pk).standing == RunState.REMOVED
    assert not [table for table in undeclared.call("list_tables")["TableNames"] if table.startswith(run.prefix)]
