"""Conditions that only a run of a program decides: assumed true in all of its tables, and said once."""

from __future__ import annotations

import pytest

from exporter.importers import Imported, import_text

STACK = """import { Table, BillingMode, AttributeType } from 'aws-cdk-lib/aws-dynamodb';
export class Data extends cdk.Stack {
  constructor(scope, id, props) {
    const isProd = %s;
    const key = { name: 'id', type: AttributeType.STRING };
    new Table(this, 'A', { tableName: 'a', partitionKey: key, deletionProtection: %s,
      pointInTimeRecovery: isProd ? true : false,
      billingMode: isProd ? BillingMode.PROVISIONED : BillingMode.PAY_PER_REQUEST,
      removalPolicy: isProd ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY });
    new Table(this, 'B', { tableName: 'b', partitionKey: key, pointInTimeRecovery: !isProd ? false : true,
      billingMode: !isProd ? BillingMode.PAY_PER_REQUEST : BillingMode.PROVISIONED });
    new Bucket(this, 'C', { versioned: props.isOther ? true : false });
  }
}
"""


def _said(imported: Imported) -> list[str]:
    return [f"{line.path}: {line.message}" for line in imported.report if "condition" in line.message]


@pytest.mark.parametrize(
    ("condition", "given", "name"),
    [
        ("props.isProd", "props.isProd", "isProd"),
        ("props.stage === 'prod'", "isProd", "stage === 'prod'"),
        ("props.stage == 'prod'", "props.stage === 'prod'", "stage === 'prod'"),
        ("!(props.stage !== 'prod')", "isProd", "stage === 'prod'"),
    ],
)
def test_an_unknown_condition_goes_the_same_way_everywhere_and_is_said_once(condition, given, name):
    imported = import_text((STACK % (condition, given)).encode(), "stack.ts")
    first, second = (dict(table.settings) for table in imported.design.tables)
    assert first["billing"] == second["billing"] == "PROVISIONED"
    assert first["point_in_time_recovery"] is second["point_in_time_recovery"] is True
    assert first["deletion_protection"] is True
    (line,) = _said(imported)
    assert f"the condition {name} is known only at run time; assumed true, here and everywhere else" in line
    assert not [one for one in imported.report if "removalPolicy" in one.path]


def test_what_other_resources_depend_on_is_not_said():
    source = STACK.replace("isProd ?", "true ?").replace("!isProd", "false") % ("true", "true")
    assert _said(import_text(source.encode(), "stack.ts")) == []


def test_pulumi_and_templates_in_scripts_say_it_too():
    pulumi = """import * as aws from "@pulumi/aws";
const t = new aws.dynamodb.Table("t", { name: "t", hashKey: "id", billingMode: "PAY_PER_REQUEST",
  attributes: [{ name: "id", type: "S" }], deletionProtectionEnabled: stage === "prod" ? true : false });
"""
    imported = import_text(pulumi.encode(), "index.ts")
    assert imported.design.tables[0].settings["deletion_protection"] is True
    assert len(_said(imported)) == 1


def test_a_value_that_is_compared_with_several_constants_is_the_first_of_them():
    source = """import { Table, AttributeType } from 'aws-cdk-lib/aws-dynamodb';
export class Data extends cdk.Stack {
  constructor(scope, id, props) {
    const { environment } = props;
    const policy = environment === 'dev' ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN;
    const recovery = environment === 'prod' ? { pointInTimeRecoveryEnabled: true } : undefined;
    new Table(this, 'A', { tableName: 'a', partitionKey: { name: 'id', type: AttributeType.STRING },
      removalPolicy: policy,
      pointInTimeRecoverySpecification: recovery, deletionProtection: props.environment !== 'dev' });
  }
}
"""
    imported = import_text(source.encode(), "stack.ts")
    settings = imported.design.tables[0].settings
    assert settings["deletion_protection"] is False
    assert "point_in_time_recovery" not in settings
    assert [line.message[:8] for line in imported.report if "removalPolicy" in line.path] == ["DESTROY:"]
    assert len(_said(imported)) == 1
