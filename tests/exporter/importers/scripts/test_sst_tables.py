"""Tables of SST: what the source changes in the resources that SST makes is part of the design."""

from __future__ import annotations

from exporter.importers import import_text

SOURCE = """const sessions = new sst.aws.Dynamo("Sessions", {
  fields: { id: "string" }, primaryIndex: { hashKey: "id" },
  transform: { table: (args) => {
    args.name = "sessions";
    args.pointInTimeRecovery = { enabled: false };
    args.tags = { ...args.tags, team: "web" };
    if (stage) { args.name = "other"; }
  } },
});
const orders = new sst.aws.Dynamo("Orders", {
  fields: { id: "string" }, primaryIndex: { hashKey: "id" },
  transform: { table: { deletionProtectionEnabled: true, tableClass: "STANDARD_INFREQUENT_ACCESS" } },
});
const old = new Table(stack, "Old", {
  fields: { id: "string" }, primaryIndex: { partitionKey: "id" },
  cdk: { table: { pointInTimeRecovery: false, billingMode: BillingMode.PROVISIONED, readCapacity: 3 } },
});
const elsewhere = new sst.aws.Dynamo("Elsewhere", {
  fields: { id: "string" }, primaryIndex: { hashKey: "id" }, transform: { table: common },
});
"""


def test_what_transforms_change_is_read_and_the_rest_is_said():
    imported = import_text(SOURCE.encode(), "sst.config.ts")
    sessions, orders, old, elsewhere = imported.design.tables
    assert sessions.name == "sessions"
    assert sessions.settings["point_in_time_recovery"] is False
    assert sessions.settings["billing"] == "PAY_PER_REQUEST"
    assert orders.settings["deletion_protection"] is True
    assert orders.settings["table_class"] == "STANDARD_INFREQUENT_ACCESS"
    assert orders.settings["point_in_time_recovery"] is True
    assert (old.settings["billing"], old.settings["provisioned"]["read"]) == ("PROVISIONED", 3)
    assert old.settings["point_in_time_recovery"] is False
    assert elsewhere.settings["point_in_time_recovery"] is True
    said = {line.path: line for line in imported.report if line.level == "dropped"}
    assert said["line 1.Sessions.transform.table"].line == 7
    assert "not in this file" in said["line 18.Elsewhere.transform"].message
