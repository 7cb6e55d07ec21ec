"""Sources and states of programs: Architect, Pulumi, boto3 and PynamoDB in Python. Nothing is run."""

from __future__ import annotations

import json

import pytest

from exporter.importers import import_text
from modeler.core.errors import DocumentInvalid

ARC = """@app
shop

@tables
orders # the orders
  customerId *String
  at **Number
  expires TTL
  stream true
  PointInTimeRecovery true
  encrypt true
  wings 2
plain
  id *String

@tables-indexes
orders
  status *String
  at **Number
  projection total state
orders
  email *String
  name byEmail

@http
get /
"""


def test_tables_of_architect():
    imported = import_text(ARC.encode(), "app.arc")
    orders, plain = imported.design.tables
    assert imported.importer == "architect"
    assert [(key.name, str(key.type)) for key in (*orders.partition_key, *orders.sort_key)] == [
        ("customerId", "S"),
        ("at", "N"),
    ]
    assert orders.settings == {
        "billing": "PAY_PER_REQUEST",
        "ttl_attribute": "expires",
        "point_in_time_recovery": True,
        "stream": "NEW_AND_OLD_IMAGES",
        "encryption": {"type": "AWS_MANAGED"},
    }
    assert [(one.name, one.key_names, str(one.projection.type)) for one in orders.indexes] == [
        ("status-at-index", ("status", "at"), "INCLUDE"),
        ("byEmail", ("email",), "ALL"),
    ]
    assert orders.indexes[0].projection.attributes == ("total", "state")
    assert plain.name == "plain"
    assert [(line.path, line.line) for line in imported.report] == [("@tables.orders.wings", 12)]
    assert imported.places[orders.id] == 5
    assert import_text(ARC.encode()).importer == "architect"
    with pytest.raises(DocumentInvalid, match="creates no table"):
        import_text(b"@app\nx\n", "app.arc")


STATE = {
    "version": 3,
    "deployment": {
        "resources": [
            {"urn": "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev", "type": "pulumi:pulumi:Stack"},
            {
                "urn": "urn:pulumi:dev::shop::aws:dynamodb/table:Table::orders",
                "type": "aws:dynamodb/table:Table",
                "inputs": {"name": "from-inputs"},
                "outputs": {
                    "name": "orders-1a2b",
                    "arn": "arn:aws:dynamodb:eu-west-1:1:table/orders-1a2b",
                    "billingMode": "PROVISIONED",
                    "readCapacity": 5,
                    "writeCapacity": 6,
                    "hashKey": "id",
                    "attributes": [{"name": "id", "type": "S"}, {"name": "at", "type": "N"}],
                    "globalSecondaryIndexes": [
                        {
                            "name": "byAt",
                            "hashKey": "at",
                            "projectionType": "ALL",
                            "readCapacity": 1,
                            "writeCapacity": 2,
                        }
                    ],
                    "pointInTimeRecovery": {"enabled": True},
                    "ttl": {"attributeName": "expires", "enabled": True},
                    "tags": {"costCenter": "a"},
                },
            },
            {
                "urn": "urn:pulumi:dev::shop::aws:appautoscaling/target:Target::t",
                "type": "aws:appautoscaling/target:Target",
                "outputs": {
                    "minCapacity": 1,
                    "maxCapacity": 9,
                    "resourceId": "table/orders-1a2b",
                    "scalableDimension": "dynamodb:table:ReadCapacityUnits",
                    "serviceNamespace": "dynamodb",
                },
            },
            {"urn": "urn:x::aws:s3/bucket:Bucket::b", "type": "aws:s3/bucket:Bucket", "outputs": {}},
        ]
    },
}


def test_the_state_of_pulumi():
    imported = import_text(json.dumps(STATE, indent=1).encode(), "stack.json")
    (orders,) = imported.design.tables
    assert (imported.importer, imported.design.region, orders.name) == ("pulumi", "eu-west-1", "orders-1a2b")
    assert orders.settings["tags"] == {"costCenter": "a"}
    assert orders.settings["auto_scaling"] == {"read": {"min": 1, "max": 9}}
    assert (orders.indexes[0].name, orders.indexes[0].capacity.read) == ("byAt", 1)
    assert orders.settings["point_in_time_recovery"] is True
    assert orders.settings["ttl_attribute"] == "expires"
    assert any("1 aws:s3/bucket:Bucket" in line.message for line in imported.report)


BOTO = """import os
import boto3

PREFIX = "shop"
KEYS = [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]
MORE = {"BillingMode": "PAY_PER_REQUEST"}
client = boto3.client("dynamodb")


def make(suffix):
    client.create_table(
        TableName=f"{PREFIX}-orders",
        KeySchema=KEYS,
        AttributeDefinitions=[dict(AttributeName="PK", AttributeType="S"), dict(AttributeName="SK", AttributeType="S")],
        Wings=2,
        **MORE,
    )
    client.update_time_to_live(
        TableName="shop-orders", TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires"}
    )
    boto3.resource("dynamodb").create_table(
        TableName=os.environ.get("TABLE", "carts"),
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "N"}],
        ProvisionedThroughput={"ReadCapacityUnits": 5, "WriteCapacityUnits": 6},
    )
    client.create_table(TableName=suffix, KeySchema=KEYS, AttributeDefinitions=[], **MORE)
    cursor.create_table("not of boto3")


raise SystemExit("this is never run")
"""


def test_tables_of_boto3_are_read_and_nothing_is_run():
    imported = import_text(BOTO.encode(), "make_tables.py")
    orders, carts, other = imported.design.tables
    assert imported.importer == "python"
    assert orders.name == "shop-orders"
    assert orders.settings == {"billing": "PAY_PER_REQUEST", "ttl_attribute": "expires"}
    assert [key.name for key in (*orders.partition_key, *orders.sort_key)] == ["PK", "SK"]
    assert (carts.name, carts.settings["provisioned"]) == ("carts", {"read": 5, "write": 6})
    assert any("known only at run time" in line.message and line.line for line in imported.report)
    (wings,) = [line for line in imported.report if "Wings" in line.path]
    assert BOTO.split("\n")[wings.line - 1].strip() == "Wings=2,"
    assert other.partition_key[0].name == "PK"


PYNAMO = """
from pynamodb.models import Model
from pynamodb.indexes import GlobalSecondaryIndex, AllProjection, IncludeProjection
from pynamodb.attributes import *


class ByMail(GlobalSecondaryIndex):
    class Meta:
        index_name = "by-mail"
        projection = IncludeProjection(["name"])
        read_capacity_units = 2
        write_capacity_units = 1

    mail = UnicodeAttribute(hash_key=True)
    at = NumberAttribute(range_key=True)


class Base(Model):
    created = UTCDateTimeAttribute()


class User(Base):
    class Meta:
        table_name = "users"
        read_capacity_units = 5
        write_capacity_units = 6
        region = "eu-west-1"

    user_id = UnicodeAttribute(hash_key=True, attr_name="userId")
    kind = UnicodeAttribute(range_key=True)
    name: UnicodeAttribute = UnicodeAttribute(null=True)
    expires = TTLAttribute()
    by_mail = ByMail()


class Admin(User):
    class Meta:
        table_name = "users"

    level = NumberAttribute()
"""


def test_models_of_pynamodb_are_tables_and_entities():
    imported = import_text(PYNAMO.encode(), "models.py")
    (users,) = imported.design.tables
    assert users.settings == {
        "billing": "PROVISIONED",
        "provisioned": {"read": 5, "write": 6},
        "ttl_attribute": "expires",
    }
    assert [(one.name, one.key_names, one.projection.attributes) for one in users.indexes] == [
        ("by-mail", ("mail", "at"), ("name",))
    ]
    assert users.indexes[0].capacity.read == 2
    user, admin = users.entities
    assert {one.name: (str(one.type), one.optional) for one in user.attributes} == {
        "created": ("S", 1.0),
        "userId": ("S", 1.0),
        "kind": ("S", 1.0),
        "name": ("S", 0.9),
        "expires": ("N", 1.0),
    }
    assert user.overloads[0].keys == {"userId": "{userId}", "kind": "{kind}"}
    assert {one.name for one in admin.attributes} > {"level", "userId"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def x(:\n", "line 1, column"),
        ("x = 1\n", "creates no table"),
        ("x = " + "(" * 5000, "not Python"),
        ("x = " + "-" * 100_000 + "1", "Python"),
        ("x = '" + "a" * 1_100_000 + "'", "at most 1 MB"),
        ("a = b + b\nb = a + a\nt.create_table(KeySchema=a)\n", "too large"),
        ("a = [a, a]\nt.create_table(KeySchema=a)\n", "too large"),
    ],
)
def test_sources_that_cannot_be_read_get_a_sentence(text, words):
    with pytest.raises(DocumentInvalid) as caught:
        import_text(text.encode(), "x.py")
    assert words in caught.value.message


def test_a_meta_has_what_its_base_assigns():
    source = """from pynamodb.models import Model
from pynamodb.attributes import UnicodeAttribute

class Common:
    region = "eu-west-1"
    read_capacity_units = 3
    write_capacity_units = 2

class Job(Model):
    class Meta(Common):
        table_name = "jobs"
        write_capacity_units = 4
    id = UnicodeAttribute(hash_key=True)
"""
    design = import_text(source.encode(), "jobs.py").design
    assert (design.region, design.tables[0].settings["provisioned"]) == ("eu-west-1", {"read": 3, "write": 4})


def test_a_meta_can_be_made_from_the_meta_of_another_model():
    source = """from pynamodb.models import Model
from pynamodb.attributes import UnicodeAttribute

class Root:
    region = "eu-west-1"

class Base(Model):
    class Meta(Root):
        read_capacity_units = 3
        write_capacity_units = 2

class Job(Base):
    class Meta(Base.Meta):
        table_name = "jobs"
    id = UnicodeAttribute(hash_key=True)
"""
    design = import_text(source.encode(), "jobs.py").design
    assert (design.region, design.tables[0].settings["provisioned"]) == ("eu-west-1", {"read": 3, "write": 2})


def test_attributes_outside_keys_describe_the_items_of_architect():
    text = "@app\nshop\n\n@tables\nvote\n  poll *String\n  voter **String\n  weight Number\n  noted Boolean\n"
    made = import_text(text.encode(), "app.arc")
    (entity,) = made.design.tables[0].entities
    assert {one.name: str(one.type) for one in entity.attributes} == {
        "poll": "S", "voter": "S", "weight": "N", "noted": "BOOL",
    }  # fmt: skip
    assert not made.report


MODEL_OF_ANOTHER_BASE = """from pynamodb.attributes import UnicodeAttribute
from pynamodb.indexes import AllProjection, GlobalSecondaryIndex
from shared import Base
class ByState(GlobalSecondaryIndex):
    class Meta:
        projection = AllProjection()
        read_capacity_units = 1
        write_capacity_units = 1
    state = UnicodeAttribute(hash_key=True)
class Report(Base):
    class Meta:
        table_name: str
    id = UnicodeAttribute(hash_key=True)
    state = UnicodeAttribute()
    by_state = ByState()
"""


def test_a_model_whose_base_is_in_another_file_is_read():
    made = import_text(MODEL_OF_ANOTHER_BASE.encode(), "models.py")
    (table,) = made.design.tables
    assert (table.name, [one.name for one in table.indexes]) == ("Report", ["by_state"])
    said = "by_state has units and the table has none; read as on demand, without them"
    assert said in [line.message for line in made.report]


def test_requests_that_no_call_gives_are_tables_of_python_too():
    text = """
NAME = "carts"
TABLES = [
    {"TableName": "orders", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
     "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}], "BillingMode": "PAY_PER_REQUEST"},
    {"TableName": NAME, "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
     "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}], "BillingMode": "PAY_PER_REQUEST"},
]
USERS = {"TableName": "users", "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
         "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}], "BillingMode": "PAY_PER_REQUEST"}
client.create_table(**USERS)
for table in TABLES:
    client.create_table(**table)
"""
    imported = import_text(text.encode(), "tables.py")
    assert {one.name for one in imported.design.tables} == {"orders", "carts", "users"}
    said = [(line.line, line.message) for line in imported.report]
    assert said == [(4, "no call in this file creates it; read as a table"),
                    (6, "no call in this file creates it; read as a table")]  # fmt: skip
