"""Pulumi programs in YAML: tables as the program gives them, with references that the file itself answers."""

from __future__ import annotations

import pytest

from exporter.importers import import_text
from modeler.core.errors import DocumentInvalid

PROGRAM = """name: shop
runtime: yaml
config:
  aws:region: eu-west-1
  units:
    type: integer
    default: 7
variables:
  prefix: shop
resources:
  orders:
    type: aws:dynamodb:Table
    properties:
      name: ${prefix}-orders
      billingMode: PROVISIONED
      readCapacity: ${units}
      writeCapacity: 5
      hashKey: PK
      rangeKey: SK
      attributes:
        - name: PK
          type: S
        - name: SK
          type: S
        - name: status
          type: S
      globalSecondaryIndexes:
        - name: byStatus
          hashKey: status
          rangeKey: SK
          projectionType: INCLUDE
          nonKeyAttributes: [total]
          readCapacity: 3
          writeCapacity: 2
      ttl:
        attributeName: expiresAt
        enabled: true
      pointInTimeRecovery:
        enabled: true
      tags:
        Owner: ${pulumi.stack}
        Team: shop
  sessions:
    type: aws:dynamodb/table:Table
    properties:
      billingMode: PAY_PER_REQUEST
      hashKey: id
      attributes: [{name: id, type: S}]
  readTarget:
    type: aws:appautoscaling:Target
    properties:
      resourceId: table/${orders.name}
      scalableDimension: dynamodb:table:ReadCapacityUnits
      serviceNamespace: dynamodb
      minCapacity: 5
      maxCapacity: 50
  readPolicy:
    type: aws:appautoscaling:Policy
    properties:
      policyType: TargetTrackingScaling
      resourceId: ${readTarget.resourceId}
      scalableDimension: dynamodb:table:ReadCapacityUnits
      serviceNamespace: dynamodb
      targetTrackingScalingPolicyConfiguration:
        targetValue: 70
        predefinedMetricSpecification:
          predefinedMetricType: DynamoDBReadCapacityUtilization
  bucket:
    type: aws:s3:Bucket
outputs:
  name: ${orders.name}
"""


def test_a_program_is_read_with_its_references():
    imported = import_text(PROGRAM.encode(), "Pulumi.yaml")
    orders, sessions = imported.design.tables
    assert imported.importer == "pulumi-yaml"
    assert imported.design.region == "eu-west-1"
    assert (orders.name, sessions.name) == ("shop-orders", "sessions")
    assert orders.base.key_names == ("PK", "SK")
    assert [(one.name, one.key_names, one.projection.attributes) for one in orders.indexes] == [
        ("byStatus", ("status", "SK"), ("total",))
    ]
    assert orders.settings["provisioned"] == {"read": 7, "write": 5}
    assert orders.settings["ttl_attribute"] == "expiresAt"
    assert orders.settings["tags"] == {"Team": "shop"}
    dropped = [one.path for one in imported.report if one.level == "dropped"]
    assert "resources.orders.properties.tags.Owner" in dropped
    guessed = [one.path for one in imported.report if one.level == "guessed"]
    assert "resources.sessions.properties.name" in guessed


def test_scaling_of_a_table_is_read_through_its_target():
    orders = import_text(PROGRAM.encode(), "Pulumi.yaml").design.tables[0]
    assert orders.settings["auto_scaling"]["read"] == {"min": 5, "max": 50, "target": 70}


@pytest.mark.parametrize(
    "text",
    [
        "resources:\n  a:\n    type: aws:dynamodb:Table\n    properties: [1, ${x}]\n",
        "resources:\n  - type: aws:dynamodb:Table\n",
        "resources:\n  a:\n    type: aws:dynamodb:Tag\n    properties: {key: ${a.key}}\n",
    ],
)
def test_a_broken_program_is_refused_with_a_sentence(text):
    with pytest.raises(DocumentInvalid) as refused:
        import_text(text.encode(), "Pulumi.yaml")
    assert refused.value.message
