"""Public templates and modules, and our exports, beside a second reader, which knows no functions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from exporter.importers import import_text
from exporter.targets import target
from modeler.core.errors import DocumentInvalid
from modeler.examples import examples
from tests.exporter.importers.second_reader import Facts, differences, module_facts, own_facts, template_facts
from tests.exporter.targets.designs.all_designs import REPOSITORY, everything, small

pytestmark = pytest.mark.slow

CORPUS = REPOSITORY.parent / "shared" / "corpus"
DESIGNS = {"small": small(), "everything": everything()} | {one.design.name: one.design for one in examples()}


def files(*folders: str, ends: tuple[str, ...]) -> list[Any]:
    """The public files of a folder, one parameter each; one skipped parameter where the folder is absent."""
    found = sorted(path for folder in folders for path in (CORPUS / folder).glob("*") if path.name.endswith(ends))
    if not found:
        return [pytest.param(None, marks=pytest.mark.skip(reason="no public files: the folder is absent"))]
    return [pytest.param(path, id=path.name[-70:]) for path in found]


def compared(raw: bytes, name: str, said: list[Facts]) -> None:
    try:
        imported = import_text(raw, name)
    except DocumentInvalid as error:
        # A file that is refused has no table that the second reader understands in full.
        assert [one for one in said if one.keys is not None] == [], error.message
        return
    assert differences(said, [own_facts(table) for table in imported.design.tables]) == []


@pytest.mark.parametrize("path", files("cfn", "sam", "cdk", "sls", ends=(".yaml", ".yml", ".json", ".template")))
def test_a_public_template_has_the_tables_that_a_second_reader_finds(path: Path):
    compared(path.read_bytes(), path.name, template_facts(path.read_text()))


@pytest.mark.parametrize("path", files("tf", ends=(".tf",)))
def test_a_public_module_has_the_tables_that_a_second_reader_finds(path: Path):
    compared(path.read_bytes(), path.name, module_facts(path.read_text()))


@pytest.mark.parametrize("name", ["cloudformation", "cloudformation-json", "sam"])
@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS.keys())
def test_a_second_reader_finds_our_tables_in_our_templates(name, design):
    file = target(name).build(design).files[0]
    said = template_facts(file.text)
    assert len(said) == len(design.tables)
    assert all(one.keys is not None for one in said)
    assert differences(said, [own_facts(table) for table in design.tables]) == []


@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS.keys())
def test_a_second_reader_finds_our_tables_in_our_modules(design):
    text = "".join(file.text for file in target("terraform").build(design).files if file.path.endswith(".tf"))
    said = module_facts(text)
    assert len(said) == len(design.tables)
    tables = [own_facts(table) for table in design.tables]
    for one in tables:
        # Provider 5 has no keys of several attributes; the target reports such an index as lost.
        one.indexes = {label: found for label, found in (one.indexes or {}).items() if _fits(label, one, design)}
    assert differences(said, tables) == []


def _fits(label: str, one: Facts, design: Any) -> bool:
    index = design.table(one.name).index(label)
    return len(index.partition_key) <= 1 and len(index.sort_key) <= 1


def test_the_comparison_finds_what_differs():
    template = target("cloudformation").build(small()).files[0].text
    tables = [own_facts(table) for table in small().tables]
    for before, after in (
        ("AttributeType: S", "AttributeType: N"),
        ("PAY_PER_REQUEST", "PROVISIONED"),
        ("GSI1", "GSI9"),
    ):
        assert before in template
        assert differences(template_facts(template.replace(before, after)), tables), before
