"""No script writes a member whose name people choose into an object that inherits: ``__proto__`` is a name."""

import re
from pathlib import Path

from exporter.importers.scripts.syntax import nodes, parsed, text_of_node

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted((ROOT / "static/js").rglob("*.js"))
NAMES_OF_OURS = {"dataset": "the document's", "base": "one of two names of rates", "texts": "keys.NAME or when"}


def written_by_name(text):
    """The objects whose members are written by a computed name, as they are named in the script."""
    for node in nodes(parsed(text, "js")):
        left = node.child_by_field_name("left") if node.type.endswith("assignment_expression") else None
        if left is not None and left.type == "subscript_expression":
            yield text_of_node(left.child_by_field_name("object")).rpartition(".")[2]


def is_without_prototype(text, name):
    made = re.findall(rf"const {name} = (.*)", text)
    return bool(made) and all("Object.create(null)" in one for one in made)


def inheriting(text):
    return {
        name for name in written_by_name(text) if name not in NAMES_OF_OURS and not is_without_prototype(text, name)
    }


def test_objects_with_names_of_people_inherit_nothing():
    assert len(SCRIPTS) > 100
    assert {one.name: found for one in SCRIPTS if (found := inheriting(one.read_text("utf-8")))} == {}


def test_an_object_that_inherits_is_found():
    assert inheriting("const found = {};\nfound[name] = 1;") == {"found"}
    assert inheriting("const found = Object.create(null);\nfound[name] = 1;") == set()
