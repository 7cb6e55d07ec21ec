"""Every setting that has a value is in the document, in each of its formats, whatever fields are declared."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest

from exporter.documents.typesetting import as_images
from exporter.targets import target
from exporter.targets.documents.common import document_and_losses
from modeler.core.documents import reading
from modeler.core.fields.settings import DESIGN_SETTINGS, TABLE_SETTINGS

POLICY = {"Version": "2012-10-17", "Statement": [{"Effect": "Deny", "Principal": "*", "Action": "dynamodb:Scan"}]}
BOUNDS = {"read": {"min": 11, "max": 222}}
TABLE = {
    "billing": ("PROVISIONED", "provisioned"),
    "provisioned": ({"read": 17, "write": 19}, "read 17, write 19"),
    "auto_scaling": (BOUNDS, "read min 11, max 222"),
    "on_demand_maximum": ({"read": 4001, "write": 4003}, "read 4,001, write 4,003"),
    "warm_throughput": ({"read": 13001, "write": 5003}, "read 13,001, write 5,003"),
    "ttl_attribute": ("expiresAt", "expiresAt"),
    "point_in_time_recovery": (True, "Point-in-time recovery"),
    "recovery_days": (23, "23"),
    "stream": ("NEW_AND_OLD_IMAGES", "NEW_AND_OLD_IMAGES"),
    "table_class": ("STANDARD_INFREQUENT_ACCESS", "STANDARD_INFREQUENT_ACCESS"),
    "encryption": ({"type": "CUSTOMER", "key": "alias/of-orders"}, "type CUSTOMER, key alias/of-orders"),
    "deletion_protection": (False, "Deletion protection"),
    "contributor_insights": (True, "Contributor insights"),
    "tags": ({"team": "checkout"}, "team checkout"),
    "replicas": (["eu-west-2", "eu-west-3"], "eu-west-2, eu-west-3"),
    "environment": ("staging", "staging"),
    "resource_policy": (POLICY, "dynamodb:Scan"),
    "live": (True, "Live"),
    "multi_region_consistency": ("STRONG", "STRONG"),
    "witness": ("eu-north-1", "eu-north-1"),
    "vector_indexes": ([{"name": "near", "attribute": "embedding", "dimensions": 256}], "name near"),
    "stream_consumers": ([{"name": "indexer", "kind": "lambda"}], "name indexer, kind lambda"),
    "compliance": (["PCI-DSS"], "PCI-DSS"),
    "gsi_quota": (27, "27"),
    "ops": ({"alarms": "few", "measured": True}, "alarms few, measured on"),
}
DESIGN = {
    "environment": ("production", "production"),
    "live": (True, "Live"),
    "traffic": ("office-hours", "office-hours"),
    "tenant": ({"attribute": "tenantId", "isolation": "pool"}, "attribute tenantId, isolation pool"),
    "iam": ({"roles": [{"name": "clerk", "actions": ["dynamodb:Query"]}]}, "clerk"),
    "network": ({"vpc": False, "endpoint": True}, "vpc off, endpoint on"),
    "prices": ({"eu-west-1": {"storage_gb_month.standard": 0.21}}, "0.21"),
    "budget": (523.5, "523.5"),
    "scenarios": ([{"name": "Launch", "times": 11}], "name Launch, times 11"),
    "engines": (["ministack"], "ministack"),
    "compliance": (["HIPAA"], "HIPAA"),
}  # fmt: skip


def design():
    index = {
        "name": "byDay", "kind": "GSI", "partition_key": [{"name": "day"}], "provisioned": {"read": 29, "write": 31},
        "auto_scaling": {"write": {"min": 37, "max": 41}}, "warm_throughput": {"read": 12007, "write": 4007},
        "on_demand_maximum": {"read": 43, "write": 47},
    }  # fmt: skip
    settings = {name: value for name, (value, _) in TABLE.items()}
    table = {"name": "orders", "partition_key": [{"name": "id"}], "indexes": [index], "settings": settings}
    of_design = {name: value for name, (value, _) in DESIGN.items()}
    return reading.from_document(
        {"keysheet": 1, "name": "Settings", "region": "eu-west-1", "tables": [table], "settings": of_design}
    )


def markdown_text():
    return re.sub(r"[\\`*]", "", next(target("markdown").export(design())).text)


def html_text():
    return html.unescape(re.sub(r"<[^>]+>", "", next(target("html").export(design())).text))


def typeset_text():
    """What the template of the PDF is given, and sets; `test_the_pdf_sets_what_it_is_given`."""
    document, _ = document_and_losses(design())
    pairs = [*document.counts, *(pair for sheet in document.sheets for pair in sheet.settings)]
    return " ".join(f"{name} {text}" for name, text in pairs)


def folded(text):
    """Without spaces, line ends and the places where a line may break."""
    return re.sub(r"[\s\u200b\u00ad]+", "", text)


def test_the_example_has_a_value_for_every_setting():
    assert list(TABLE) == [field.name for field in TABLE_SETTINGS]
    assert list(DESIGN) == [field.name for field in DESIGN_SETTINGS]


@pytest.mark.parametrize("read", [markdown_text, html_text, typeset_text])
def test_every_setting_with_a_value_is_in_the_document(read):
    text = folded(read())
    of_index = ("byDay: provisioned", "read 29, write 31", "write min 37, max 41", "read 12,007", "read 43, write 47")
    expected = [said for _, said in (*TABLE.values(), *DESIGN.values())] + list(of_index)
    assert [said for said in expected if folded(said) not in text] == []


@pytest.mark.slow
def test_the_pdf_sets_what_it_is_given():
    document, _ = document_and_losses(design())
    (sheet,) = document.sheets
    of_table = replace(document, sheets=(replace(sheet, settings=sheet.settings[:-1]),))
    of_design = replace(document, counts=document.counts[:-1])
    made = [b"".join(as_images(one, pixels_per_inch=30)) for one in (document, of_table, of_design)]
    assert len(set(made)) == len(made)
