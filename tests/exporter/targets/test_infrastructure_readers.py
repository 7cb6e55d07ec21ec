"""CloudFormation templates are read by cfn-lint, whatever the names in them; and where files of a design may go."""

from __future__ import annotations

from pathlib import Path

import pytest

from exporter.importers import import_text
from exporter.targets import TARGETS, target
from modeler.core.design.model import Design
from modeler.examples import examples
from tests.doors import stacks
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, evil, shared_models, small


def _import(path: Path) -> Design:
    return import_text(path.read_bytes(), path.name).design


def _text(name: str, design: Design, suffix: str = "") -> str:
    return next(file.text for file in target(name).export(design) if file.path.endswith(suffix))


@pytest.mark.parametrize("design", [small(), everything()], ids=["small", "everything"])
def test_cfn_lint_finds_no_error_in_our_designs(design):
    assert _cfn_errors(_text("cloudformation", design)) == []


def test_cfn_lint_finds_no_error_in_the_examples():
    for example in examples():
        assert _cfn_errors(_text("cloudformation", example.design)) == [], example.design.name


@pytest.mark.parametrize("path", shared_models())
def test_cfn_lint_finds_no_error_in_a_published_model(path):
    assert _cfn_errors(_text("cloudformation", _import(path))) == []


def _cfn_errors(text: str) -> list[str]:
    return stacks.errors(text, "us-east-1")


def test_cfn_lint_would_find_an_error():
    text = _text("cloudformation", small()).replace("KeyType: HASH", "KeyType: MASH")
    assert _cfn_errors(text)


@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_no_name_escapes_from_yaml(text):
    template = stacks.parsed(_text("cloudformation", evil(text)))
    tables = [one for one in template["Resources"].values() if one["Type"] == "AWS::DynamoDB::GlobalTable"]
    assert [table["Properties"]["TableName"] for table in tables] == [text]
    home, replica = tables[0]["Properties"]["Replicas"]
    assert home["Tags"] == replica["Tags"] == [{"Key": text, "Value": text}]
    assert replica["Region"] == text
    assert set(template) == {"AWSTemplateFormatVersion", "Description", "Parameters", "Resources", "Outputs"}
    assert all(name.isalnum() for name in template["Resources"])


@pytest.mark.conformance(cases=80)
@pytest.mark.parametrize("name", [one.name for one in TARGETS if not one.is_slow])
@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_file_names_are_safe_whatever_the_design_is_called(name, text):
    for file in target(name).export(evil(text)):
        assert not file.path.startswith("/")
        assert set(file.path) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./")
        assert ".." not in file.path
