"""OpenAPI: of the JSON Schema of OpenAPI 3.1, its schemas take every sample item, and a client is generated from it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys

import jsonschema
from drf_spectacular.validation import validate_schema

from exporter.targets.documents.json_schema import plain_item
from tests.doors.checks import Door


def check(door: Door) -> str:
    file = door.file(".openapi.json")
    document = json.loads(file.read_text("utf-8"))
    validate_schema(document)
    assert len(document["paths"]) == len(door.design.patterns)
    problem, *components = reversed(document["components"]["schemas"].values())
    jsonschema.Draft202012Validator.check_schema(problem)
    items = 0
    for component, (_, entity) in zip(reversed(components), door.design.entities(), strict=True):
        jsonschema.Draft202012Validator.check_schema(component)
        validator = jsonschema.Draft202012Validator(component)
        for sample in entity.items:
            # What an imported item lacks is a finding, and no error of the schema.
            errors = list(validator.iter_errors(plain_item(sample.values)))
            assert [error.message for error in errors if error.validator != "required"] == [], entity.name
            items += 1
    return f"{len(components)} schemas take {items} items; {_generated(door, file)}"


def _generated(door: Door, file) -> str:
    made = door.folder / "client"
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(file), "--output-path",
               str(made), "--meta", "none", "--fail-on-warning"]  # fmt: skip
    config = door.folder / "client.yaml"
    config.write_text("post_hooks: []\n", "utf-8")
    ran = subprocess.run([*command, "--config", str(config)], capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    modules = sorted(made.rglob("*.py"))
    for module in modules:
        ast.parse(module.read_text("utf-8"))
    return f"a client of {len(modules)} modules"
