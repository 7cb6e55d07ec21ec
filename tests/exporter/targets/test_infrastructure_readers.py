"""CloudFormation and Terraform files are read by the tools that they are for: cfn-lint, terraform, python-hcl2."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import hcl2
import pytest

from exporter.importers import import_text
from exporter.targets import target
from exporter.targets.hcl import Block, dump, quoted
from modeler.core.design import Design
from modeler.examples import examples
from tests.doors import stacks
from tests.exporter.targets.designs import EVIL_TEXTS, MODELS, everything, evil, shared_models, small

PLUGIN_ROOTS = (Path("/opt"), Path("/usr/local"), Path("/usr/share"), Path.home())


def _import(path: Path) -> Design:
    return import_text(path.read_bytes(), path.name).design


@cache
def _designs() -> dict[str, Design]:
    """Our own designs and every shared model, by a name for its folder."""
    found = {"small": small(), "everything": everything()}
    found |= {f"example_{number}": example.design for number, example in enumerate(examples())}
    paths = sorted(path for path in MODELS.glob("*.json") if path.name != "patterns.json")
    return found | {path.stem.replace("-", "_"): _import(path) for path in paths}


def _text(name: str, design: Design, suffix: str = "") -> str:
    return next(file.text for file in target(name).export(design) if file.path.endswith(suffix))


@pytest.mark.parametrize("name", ["small", "everything"])
def test_cfn_lint_finds_no_error_in_our_designs(name):
    assert _cfn_errors(_text("cloudformation", _designs()[name])) == []


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


@cache
def _plugins() -> Path | None:
    """The folder that holds registry.terraform.io with the AWS provider, wherever this machine keeps it."""
    for root in PLUGIN_ROOTS:
        found = next(root.glob("**/registry.terraform.io/hashicorp/aws"), None) if root.is_dir() else None
        if found is not None:
            return found.parents[2]
    return None


def test_terraform_accepts_every_design(tmp_path, capsys):
    """One folder a design, all of them modules of one root: a single init and a single validate."""
    terraform, plugins = shutil.which("terraform"), _plugins()
    reader = "terraform validate" if terraform and plugins else "python-hcl2 (no terraform or no AWS provider here)"
    with capsys.disabled():
        print(f"\n  Terraform files of {len(_designs())} designs read by {reader}")
    roots = []
    for name, design in _designs().items():
        (tmp_path / name).mkdir()
        for file in target("terraform").export(design):
            (tmp_path / name / file.path).write_text(file.text, "utf-8")
            assert hcl2.loads(file.text)
        roots.append(Block("module", (name,), {"source": f"./{name}"}))
    if not (terraform and plugins):
        return
    (tmp_path / "main.tf").write_text(dump(roots), "utf-8")
    _terraform(tmp_path, "init", "-backend=false", "-input=false", f"-plugin-dir={plugins}")
    report = json.loads(_terraform(tmp_path, "validate", "-json"))
    assert report["valid"], report["diagnostics"]
    _terraform(tmp_path, "fmt", "-check", "-diff", "-recursive")


def _terraform(folder: Path, *arguments: str) -> str:
    environment = os.environ | {"TF_CLI_CONFIG_FILE": os.devnull, "TF_IN_AUTOMATION": "1"}
    done = subprocess.run(
        ["terraform", *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    if arguments[0] != "validate":
        assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


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


@pytest.mark.skipif(not shutil.which("terraform"), reason="no terraform here")
def test_no_name_escapes_from_hcl(tmp_path):
    """Terraform itself evaluates every quoted text and has to give it back."""
    values = {f"v{number}": text for number, text in enumerate(EVIL_TEXTS)}
    (tmp_path / "main.tf").write_text(dump([Block("locals", (), values)]), "utf-8")
    environment = os.environ | {"TF_CLI_CONFIG_FILE": os.devnull}
    names = ", ".join(f"local.{name}" for name in values)
    done = subprocess.run(
        ["terraform", "console"], cwd=tmp_path, env=environment, input=f"jsonencode([{names}])\n",
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert json.loads(json.loads(done.stdout)) == list(EVIL_TEXTS)


@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_hostile_names_make_the_same_blocks_as_harmless_ones(text):
    evil_blocks = hcl2.loads(_text("terraform", evil(text), "main.tf"))
    tame_blocks = hcl2.loads(_text("terraform", evil("tame"), "main.tf"))
    assert evil_blocks.keys() == tame_blocks.keys()
    assert [sorted(one) for one in evil_blocks["resource"]] == [sorted(one) for one in tame_blocks["resource"]]


@pytest.mark.parametrize("name", ["json", "workbench", "json-schema", "cloudformation", "terraform"])
@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_file_names_are_safe_whatever_the_design_is_called(name, text):
    for file in target(name).export(evil(text)):
        assert not file.path.startswith("/")
        assert set(file.path) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./")
        assert ".." not in file.path


def test_quoting_leaves_nothing_that_starts_a_template():
    assert quoted('a"${b}%{c}\\\n') == '"a\\"\\u0024{b}\\u0025{c}\\\\\\n"'


def test_an_index_with_a_multi_attribute_key_is_left_out_of_terraform_and_said():
    text = _text("terraform", everything(), "main.tf")
    assert "# byParts: partition key status + month" in text
    assert 'name               = "byParts"' not in text
