"""Every field of the document has an editor: the table of fields and the editors are held against each other."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from designer.page.editors.fields import CONTROLS, EditorField, walk
from designer.page.editors.part_editors import Editor, EditorNode
from designer.page.editors.registry import ELSEWHERE, GROUPS, fields_of
from modeler.core.design.parts import CHILDREN, PartKind
from modeler.core.fields.open_shapes import Open
from modeler.core.fields.schema import schema
from modeler.core.fields.shapes import Settings, Shape
from modeler.core.fields.table import FIELDS

EDITORS = Path("templates/designer/parts/editors")
OF_PART = ("id",)
# Whose members are words of a person's own: prices by Region and place, what an import brings.
FREE = {(PartKind.DESIGN, "settings.prices")}


def resolved(shape: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in shape:
        return resolved(schema()["$defs"][shape["$ref"].rpartition("/")[2]])
    return shape


def declared(kind: PartKind) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every field of a kind of part as deltas name it, with its shape."""
    for field in FIELDS[kind]:
        if field.name in OF_PART or field.name in CHILDREN.get(kind, ()):
            continue
        if isinstance(field.shape, Settings):
            yield from ((f"{field.name}.{one.name}", one.schema()) for one in field.shape.members)
        else:
            yield field.name, field.schema()


def members_in(shape: dict[str, Any], within: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Every member of a shape, those of the members of a list included; a shape within itself is walked once."""
    if (name := shape.get("$ref", "")) in within and name:
        return
    known, deep = resolved(shape), (*within, name)
    if known.get("type") == "array" or "items" in known:
        yield from members_in(known.get("items", {}), deep)
    for member, one in known.get("properties", {}).items():
        yield (member,), one
        yield from (((member, *path), deeper) for path, deeper in members_in(one, deep))


EDITED = sorted(GROUPS, key=str)


@pytest.mark.parametrize("kind", list(PartKind))
def test_every_declared_field_has_an_editor_or_a_reason(kind):
    known = {field.name for field in fields_of(kind)} | {name for of, name in ELSEWHERE if of is kind}
    assert [name for name, _ in declared(kind) if name not in known] == []


@pytest.mark.parametrize("kind", EDITED)
def test_every_editor_is_of_a_field_that_there_is(kind):
    there = {name for name, _ in declared(kind)}
    assert [field.name for field in fields_of(kind) if field.name not in there] == []
    assert [name for of, name in ELSEWHERE if of is kind and name not in {*there, *CHILDREN.get(kind, ())}] == []


@pytest.mark.parametrize("kind", EDITED)
def test_every_member_of_a_field_has_a_control(kind):
    shapes = dict(declared(kind))
    missing = [
        (field.name, *path)
        for field in fields_of(kind)
        if (kind, field.name) not in FREE and field.control != "json"
        for path, _ in members_in(shapes[field.name])
        if path not in {found for found, _ in walk(field.members)}
    ]
    assert missing == []


@pytest.mark.parametrize("kind", EDITED)
def test_every_word_that_a_field_may_hold_can_be_chosen(kind):
    shapes = dict(declared(kind))
    for field in fields_of(kind):
        shape = resolved(shapes[field.name])
        given = [(field, shape)]
        given += [(one, shape_at(shape, path)) for path, one in walk(field.members)]
        for one, of in given:
            words = words_of(of)
            if one.control == "json":
                continue
            assert not words or one.control == "choice", (kind, field.name, one.name)
            assert {word for word in words if word} <= {value for value, _ in one.choices}, (kind, field.name, one.name)


def shape_at(shape: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    return next((one for found, one in members_in(shape) if found == path), {})


def words_of(shape: dict[str, Any]) -> list[Any]:
    known = resolved(shape)
    return known.get("enum") or [word for one in known.get("anyOf", ()) for word in one.get("enum", ())]


def everything() -> list[tuple[PartKind, EditorField]]:
    return [(kind, field) for kind in EDITED for field in fields_of(kind)]


@pytest.mark.parametrize(("kind", "field"), everything(), ids=lambda one: str(getattr(one, "name", one)))
def test_an_editor_says_what_it_is_for(kind, field):
    assert field.label
    assert field.help.endswith("."), "help is a sentence or two"
    assert len(field.help) <= 340, "help is a sentence or two"
    assert "FACTS" not in field.help + field.source, "people read the name of the document at AWS"
    members = [one for _, one in walk((field,))]
    assert {one.control for one in members} <= set(CONTROLS)
    assert all(one.choices for one in members if one.control == "choice")
    assert all(one.adds for one in members if one.control in ("rows", "map", "lists", "key_schema"))


@pytest.mark.parametrize(("label", "is_wide"), [("Inferred", False), ("Inferred by an import", True)])
def test_a_choice_of_many_letters_is_below_its_label(label, is_wide):
    field = EditorField("origin", "Origin", "choice", choices=(("", "None"), ("x", label)))
    editor = Editor("e1", field, "e1-origin", "", "", EditorNode(field))
    assert (editor.is_wide, editor.is_many) == (is_wide, False)


def test_every_control_has_a_template_and_a_place_where_it_is_used():
    assert [name for name in CONTROLS if not (EDITORS / f"{name}.html").exists()] == []
    used = {one.control for kind in EDITED for _, one in walk(fields_of(kind))}
    assert set(CONTROLS) - used == set()


def test_every_leaf_says_which_type_it_is_read_as():
    script = Path("static/js/lib/field-values.js").read_text("utf-8")
    types = {found for one in EDITORS.glob("*.html") for found in re.findall(r'data-type="(\w+)"', one.read_text())}
    assert types - {"text"} == {found for found in types if f'"{found}"' in script} - {"text"}


@pytest.mark.parametrize("kind", EDITED)
def test_every_choice_of_an_open_field_is_understood(kind):
    ignored = [
        f"{field.name}.{'.'.join(path)}: {word}"
        for field in fields_of(kind)
        for path, one in (((), field), *walk(field.members))
        for word, _ in one.choices
        if word and (shape := open_shape(kind, field.name, path)) is not None and shape.accepted is not None
        if not shape.accepted.accepts(word)
    ]
    assert ignored == []


def open_shape(kind: PartKind, name: str, path: tuple[str, ...]) -> Open | None:
    """The open shape of a field or of a member of it, None where the schema decides."""
    below = dict(part_fields(kind)).get(name)
    for member in path:
        below = below.members.get(member) if isinstance(below, Open) else None
    return below if isinstance(below, Open) else None


def part_fields(kind: PartKind) -> Iterator[tuple[str, Shape]]:
    """The fields of a kind of part and its settings, with their shapes."""
    for field in FIELDS[kind]:
        if isinstance(field.shape, Settings):
            yield from ((f"{field.name}.{one.name}", one.shape) for one in field.shape.members)
        yield field.name, field.shape
