"""Terraform: what is applied to the sandbox is described as designed, is found unchanged, and is destroyed."""

from __future__ import annotations

import copy
import random
import re
from functools import partial

import boto3
import pytest

from exporter.targets import target
from modeler.core.documents import reading
from modeler.examples import example
from tests.doors.described import of_table, wanted
from tests.doors.terraform_runs import OFFLINE, has_terraform, plan, run
from tests.exporter.targets.designs.all_designs import EVERYTHING, small

EXAMPLES = ("saas-projects", "order-management")


def of_example(name):
    return example(name).design


def settings():
    """Every setting that the sandbox keeps: it has no auto scaling, and describes no days of recovery."""
    raw = copy.deepcopy(EVERYTHING)
    orders = raw["tables"][0]
    del orders["settings"]["recovery_days"], orders["settings"]["auto_scaling"], orders["indexes"][0]["auto_scaling"]
    return reading.from_document(raw)


def unprotect(client, folder):
    """Allow what the files and the tables forbid, as a person does who wants them gone."""
    for path in folder.glob("*.tf"):
        path.write_text(re.sub(r"(prevent_destroy *= )true", r"\1false", path.read_text("utf-8")), "utf-8")
    for name in client.list_tables()["TableNames"]:
        client.update_table(TableName=name, DeletionProtectionEnabled=False)


MADE = {"small": small, "settings": settings} | {name: partial(of_example, name) for name in EXAMPLES}


@pytest.mark.doors
@pytest.mark.skipif(not has_terraform(), reason="no terraform or no AWS provider on this machine")
@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_what_is_applied_to_the_sandbox_is_there_and_stays_as_it_is(make, tmp_path, sandbox_url):
    design = make()
    account = "".join(random.choices("123456789", k=12))
    folder = tmp_path
    for file in target("terraform@5").export(design):
        (folder / file.path).write_text(file.text, "utf-8")
    endpoints = f'  endpoints {{\n    dynamodb = "{sandbox_url}"\n    sts      = "{sandbox_url}"\n  }}\n}}\n'
    override = OFFLINE.replace('"test"', f'"{account}"', 1).rstrip().removesuffix("}") + endpoints
    # Contributor Insights go by an id with the account in it.
    override = re.sub(r".*skip_requesting_account_id.*\n", "", override)
    client = boto3.client("dynamodb", endpoint_url=sandbox_url, region_name=design.region,
                          aws_access_key_id=account, aws_secret_access_key="test")  # fmt: skip
    assert plan(folder, override)
    try:
        run(folder, "apply", "-input=false", "-auto-approve", "plan.bin")
        for table in design.tables:
            assert of_table(client, table.name) == wanted(design, table, is_current=False)
        # Terraform asks again and finds nothing to change: an exit code of 2 would say that it has.
        run(folder, "plan", "-input=false", "-detailed-exitcode")
        with pytest.raises(AssertionError, match="prevent_destroy"):
            run(folder, "destroy", "-input=false", "-auto-approve", "-no-color")
    finally:
        unprotect(client, folder)
        run(folder, "destroy", "-input=false", "-auto-approve")
    assert client.list_tables()["TableNames"] == []
