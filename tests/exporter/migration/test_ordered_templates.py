"""`keysheet deployments`: a folder per target and deployment, with the command that applies it."""

from __future__ import annotations

import json

import pytest

from exporter.command_line import main
from exporter.targets.migration.ordered import ORDERED, ordered_templates
from modeler.core.documents.reading import to_document
from modeler.core.errors import Invalid
from tests.exporter.migration.generated import changed, orders
from tests.exporter.targets.designs.all_designs import everything


def two_more(document):
    for number in (8, 9):
        document["tables"][0]["indexes"].append(
            {
                "name": f"GSI{number}",
                "kind": "GSI",
                "partition_key": [{"name": f"GSI{number}PK", "type": "S"}],
                "projection": {"type": "KEYS_ONLY"},
            }
        )


def test_each_target_has_each_deployment_and_the_read_me_its_command():
    export = ordered_templates(orders(), changed(orders(), two_more))
    folders = {tuple(file.path.split("/")[:2]) for file in export.files if "/" in file.path}
    assert folders == {(name, one) for name in ORDERED for one in ("01-create_index-gsi8", "02-create_index-gsi9")}
    text = next(file.text for file in export.files if file.path == "README.md")
    for name in ORDERED:
        assert f"{name}/01-create_index-gsi8" in text
    assert text.index("01-create_index-gsi8") < text.index("02-create_index-gsi9")
    assert "order (change.index_added)" in text
    assert export.report
    assert all(loss.message in text for loss in export.report)


def test_the_command_writes_one_target_and_refuses_a_design_without_a_change(tmp_path, capsys):
    sides = [tmp_path / name for name in ("before.json", "after.json")]
    for path, design in zip(sides, (orders(), changed(orders(), two_more)), strict=True):
        path.write_text(json.dumps(to_document(design)), "utf-8")
    out = tmp_path / "out"
    assert main(["deployments", *map(str, sides), "--target", "terraform", "--out", str(out)]) == 0
    assert sorted(path.name for path in (out / "terraform").iterdir()) == [
        "01-create_index-gsi8",
        "02-create_index-gsi9",
    ]
    assert "GSI9" not in (out / "terraform" / "01-create_index-gsi8" / "main.tf").read_text("utf-8")
    assert main(["deployments", str(sides[0]), str(sides[0]), "--out", str(out)]) == 2
    assert "nothing to deploy" in capsys.readouterr().err


def test_a_format_without_deployments_is_refused():
    with pytest.raises(Invalid, match="no ordered templates"):
        ordered_templates(orders(), changed(orders(), two_more), ["pdf"])


def test_hostile_names_stay_in_their_folder():
    export = ordered_templates(everything(), changed(everything(), two_more), ["cloudformation", "terraform"])
    assert all(".." not in file.path and not file.path.startswith("/") for file in export.files)
