"""Migration contracts from MySQL to DynamoDB."""

from __future__ import annotations

import json

import pytest

from exporter.importers import Imported, import_text
from modeler.core.errors import DocumentInvalid

CONTRACT = {
    "tables": [
        {
            "table": "Products", "type": "single-entity", "source_table": "products", "pk": "product_id", "sk": None,
            "gsis": [{"index_name": "ByCategory", "pk": "category", "sk": "price"}],
            "attributes": [
                {"name": "product_id", "type": "S", "source_table": "products", "source_column": "id"},
                {"name": "price", "type": "N", "source_table": "products", "source_column": "price"},
                {"name": "category", "type": "S", "source_table": "products", "source_column": "category_id",
                 "denormalized": True, "justification": "lists show it",
                 "join": {"type": "foreign-key", "target_table": "categories", "select_column": "categories.name"}},
                {"name": "odd", "type": "VARCHAR"},
            ],
            "satisfies": ["Get a product", "Products of a category"],
            "estimated_item_size_bytes": 800,
        },
        {
            "table": "Users", "type": "multi-entity", "source_table": "users", "pk": "PK", "sk": "SK",
            "gsis": [{"index_name": "GSI1", "pk": "GSI1PK", "sk": "GSI1SK"}],
            "entities": [
                {"entity_type": "USER", "source_table": "users", "pk_template": "USER#{id}", "sk_template": "#META",
                 "gsi_templates": [{"index_name": "GSI1", "pk_template": "MAIL#{email}", "sk_template": "USER"}],
                 "attributes": [{"name": "user_id", "type": "S", "source_table": "users", "source_column": "id"},
                                {"name": "email", "type": "S"}]},
                {"entity_type": "ADDRESS", "source_table": "addresses", "pk_template": "USER#{user_id}",
                 "sk_template": "ADDRESS#{kind}", "attributes": [{"name": "city", "type": "S"}]},
            ],
            "satisfies": ["Get a user"],
        },
    ]
}  # fmt: skip


def read(data) -> Imported:
    return import_text(json.dumps(data).encode(), "migrationContract.json")


@pytest.mark.parametrize("data", [CONTRACT, CONTRACT["tables"]])
def test_tables_entities_and_templates(data):
    imported = read(data)
    products, users = imported.design.tables
    assert imported.importer == "migration-contract"
    assert (products.base.key_names, users.base.key_names) == (("product_id",), ("PK", "SK"))
    assert [(one.name, [(key.name, str(key.type)) for key in one.keys]) for one in products.indexes] == [
        ("ByCategory", [("category", "S"), ("price", "N")])
    ]
    assert [(one.index, dict(one.keys)) for one in products.entities[0].overloads] == [
        (None, {"product_id": "{product_id}"}),
        ("ByCategory", {"category": "{category}", "price": "{price}"}),
    ]
    assert [(one.name, [(each.index, dict(each.keys)) for each in one.overloads]) for one in users.entities] == [
        ("USER", [(None, {"PK": "USER#{user_id}", "SK": "#META"}),
                  ("GSI1", {"GSI1PK": "MAIL#{email}", "GSI1SK": "USER"})]),
        ("ADDRESS", [(None, {"PK": "USER#{user_id}", "SK": "ADDRESS#{kind}"})]),
    ]  # fmt: skip
    address = users.entities[1]
    assert {one.name for one in address.attributes if one.key_only} == {"user_id", "kind"}


def test_nothing_of_a_contract_is_lost_silently():
    imported = read(CONTRACT)
    products = imported.design.tables[0]
    category = products.entities[0].attribute("category")
    assert category is not None
    assert "From products.category_id" in category.description
    assert "select_column categories.name" in category.description
    assert "lists show it" in category.description
    assert "Get a product; Products of a category" in products.description
    told = {(str(line.level), line.path) for line in imported.report}
    assert ("dropped", "tables[0].estimated_item_size_bytes") in told
    assert ("converted", "tables[0].attributes[3].type") in told
    assert ("guessed", "tables[1].entities[1].pk_template") in told


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"pk": 7}, r"tables\[0\]\.pk"),
        ({"attributes": "all"}, r"tables\[0\]\.attributes"),
        ({"gsis": [{"pk": "x"}]}, r"tables\[0\]\.gsis\[0\]\.index_name"),
    ],
)
def test_a_broken_contract_is_refused_with_its_place(change, path):
    with pytest.raises(DocumentInvalid, match=path):
        read({"tables": [{**CONTRACT["tables"][0], **change}]})
