"""What the infrastructure targets write comes back: tables, indexes and settings, whatever they are called."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings

from exporter.drift import drift_of
from exporter.importers import import_text
from exporter.importers.terraform.importer import read_terraform
from exporter.targets import target
from exporter.updating import update_of
from modeler.core.design.model import Design
from modeler.core.documents.parts_codec import parts_of
from modeler.examples import examples
from tests.exporter.importers.tables import infrastructure_designs, said
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, evil, small

pytestmark = pytest.mark.slow

TEMPLATES = ("cloudformation", "cloudformation-json", "sam")


def written(name: str, design: Design) -> tuple[bytes, str]:
    """The first file of a target, and its name."""
    file = target(name).build(design).files[0]
    return file.content, file.path


def module(design: Design) -> str:
    """The files of the Terraform target as one."""
    return "".join(file.text for file in target("terraform").build(design).files if file.path.endswith(".tf"))


@pytest.mark.parametrize("name", TEMPLATES)
@given(design=infrastructure_designs())
@settings(max_examples=40, deadline=None)
def test_a_template_gives_back_the_design_that_it_was_written_from(name, design):
    back = import_text(*written(name, design)).design
    assert said(back) == said(design)
    assert update_of(parts_of(design), back) == ()


@given(design=infrastructure_designs(several=False, warm=False))
@settings(max_examples=40, deadline=None)
def test_terraform_gives_back_the_design_that_it_was_written_from(design):
    back = read_terraform(module(design)).design
    assert said(back) == said(design)
    assert back.region == design.region


@given(design=infrastructure_designs())
@settings(max_examples=30, deadline=None)
def test_what_the_terraform_target_cannot_carry_is_all_that_is_missing(design):
    back = read_terraform(module(design))
    losses = {loss.path for loss in target("terraform").build(design).report}
    for finding in drift_of(design, back.design, unsaid=back.unsaid):
        where = finding.path.replace(".settings.", ".")
        assert finding.rule in ("drift.index_missing", "drift.warm_throughput"), finding.message
        assert any(where.startswith(path) for path in losses), (finding.path, losses)


OURS = {"small": small(), "everything": everything()} | {one.design.name: one.design for one in examples()}


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize("design", OURS.values(), ids=OURS.keys())
def test_our_designs_do_not_drift_from_their_templates(name, design):
    imported = import_text(*written(name, design))
    assert drift_of(design, imported.design, unsaid=imported.unsaid) == ()
    assert update_of(parts_of(design), imported.design) == ()


@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_evil_names_come_back_as_they_are(text):
    # Of one Region: what a global table needs beside is said in the report of that target.
    design = evil(text)
    table = design.tables[0]
    design = replace(design, tables=(replace(table, settings={**table.settings, "replicas": []}),))
    for imported in (import_text(*written("cloudformation", design)), read_terraform(module(design))):
        table = imported.design.tables[0]
        assert table.name == text
        assert [key.name for key in (*table.partition_key, *table.sort_key)] == [text, f"{text}2"]
        assert table.settings["tags"] == {text: text}
        assert table.settings["ttl_attribute"] == text
        assert table.settings["resource_policy"] == {"Version": text}
        assert table.settings["encryption"] == {"type": "CUSTOMER", "key": text}
        assert table.indexes[0].name == text


@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_a_global_table_keeps_its_evil_region(text):
    table = import_text(*written("cloudformation", evil(text))).design.tables[0]
    assert table.settings["replicas"] == [text]


def test_lines_of_a_template_are_those_of_its_parts():
    raw, path = written("cloudformation", everything())
    imported = import_text(raw, path)
    lines = raw.decode().split("\n")
    for table in imported.design.tables:
        assert f"TableName: {table.name}" in lines[imported.places[f"{table.id}.name"] - 1]
        for index in table.indexes:
            assert f"IndexName: {index.name}" in lines[imported.places[f"{index.id}.name"] - 1]
    orders = imported.design.tables[0]
    assert "TimeToLiveSpecification" in lines[imported.places[f"{orders.id}.settings.ttl_attribute"] - 1]


def test_lines_of_json_are_those_of_its_parts():
    raw, path = written("cloudformation-json", everything())
    imported = import_text(raw, path)
    lines = raw.decode().split("\n")
    for table in imported.design.tables:
        assert json.dumps(table.name) in lines[imported.places[f"{table.id}.name"] - 1]
        for index in table.indexes:
            assert f'"IndexName": "{index.name}"' in lines[imported.places[f"{index.id}.name"] - 1]


def test_lines_of_terraform_are_those_of_its_parts():
    text = module(everything())
    imported = read_terraform(text)
    lines = text.split("\n")
    for table in imported.design.tables:
        assert f'"{table.name}"' in lines[imported.places[f"{table.id}.name"] - 1]
        for index in table.indexes:
            assert f'"{index.name}"' in lines[imported.places[f"{index.id}.name"] - 1]
