"""Own JSON: it is of its published schema, and read again it is the same design and the same bytes."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema

from exporter.importers import import_text
from modeler.core import data
from modeler.core.documents import reading
from tests.doors.checks import Door

SCHEMA = json.loads((Path(data.__path__[0]) / "keysheet-1.schema.json").read_text("utf-8"))


def check(door: Door) -> str:
    file = door.file(".keysheet.json")
    raw = json.loads(file.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    found = [
        f"{error.json_path}: {error.message}" for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(raw)
    ]
    assert found == []
    back = import_text(file.read_bytes(), file.name)
    assert back.design == door.design
    assert reading.dump(back.design) == file.read_text("utf-8")
    return "of its schema, read again equal"
