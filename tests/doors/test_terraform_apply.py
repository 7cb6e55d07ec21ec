"""Terraform: what is applied to the sandbox is described as designed, is found unchanged, and is destroyed."""

from __future__ import annotations

import os
import random
from functools import partial

import boto3
import pytest

from exporter.targets import terraform
from modeler.examples import example
from tests.doors import provider_facts
from tests.doors.terraform_runs import OFFLINE, has_terraform, plan, run
from tests.exporter.targets.designs import small

EXAMPLES = ("saas-projects", "order-management")


def of_example(name):
    return example(name).design


@pytest.mark.skipif(not os.environ.get("DOORS"), reason="a minute each: `make doors` applies and destroys")
@pytest.mark.skipif(not has_terraform(), reason="no terraform or no AWS provider on this machine")
@pytest.mark.parametrize("make", [small, *(partial(of_example, name) for name in EXAMPLES)], ids=["small", *EXAMPLES])
def test_what_is_applied_to_the_sandbox_is_there_and_stays_as_it_is(make, tmp_path, sandbox_url):
    design = make()
    account = "".join(random.choices("123456789", k=12))
    folder = tmp_path
    for file in terraform.TARGET.export(design):
        (folder / file.path).write_text(file.text, "utf-8")
    endpoints = f'  endpoints {{\n    dynamodb = "{sandbox_url}"\n  }}\n}}\n'
    override = OFFLINE.replace('"test"', f'"{account}"', 1).rstrip().removesuffix("}") + endpoints
    assert plan(folder, override)
    try:
        run(folder, "apply", "-input=false", "-auto-approve", "plan.bin")
        client = boto3.client("dynamodb", endpoint_url=sandbox_url, region_name=design.region,
                              aws_access_key_id=account, aws_secret_access_key="test")  # fmt: skip
        assert {table.name: described(client, table.name) for table in design.tables} == {
            table.name: wanted(design, table) for table in design.tables
        }
        # Terraform asks again and finds nothing to change: an exit code of 2 would say that it has.
        run(folder, "plan", "-input=false", "-detailed-exitcode")
    finally:
        run(folder, "destroy", "-input=false", "-auto-approve")
    assert client.list_tables()["TableNames"] == []


def described(client, name):
    raw = client.describe_table(TableName=name)["Table"]
    indexes = [*raw.get("GlobalSecondaryIndexes", ()), *raw.get("LocalSecondaryIndexes", ())]
    return {
        "attributes": {one["AttributeName"]: one["AttributeType"] for one in raw["AttributeDefinitions"]},
        "keys": [one["AttributeName"] for one in raw["KeySchema"]],
        "billing": raw.get("BillingModeSummary", {}).get("BillingMode", "PROVISIONED"),
        "indexes": {
            one["IndexName"]: ([key["AttributeName"] for key in one["KeySchema"]], one["Projection"]["ProjectionType"])
            for one in indexes
        },
        "ttl": client.describe_time_to_live(TableName=name)["TimeToLiveDescription"].get("AttributeName"),
    }


def wanted(design, table):
    facts = provider_facts.table_facts(design, table, is_current=True)
    return {
        "attributes": facts["attributes"],
        "keys": list(table.base.key_names),
        "billing": facts["billing"],
        "indexes": {index.name: (list(index.key_names), index.projection.type.value) for index in table.indexes},
        "ttl": facts["ttl"],
    }
