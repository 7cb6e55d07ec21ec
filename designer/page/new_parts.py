"""New parts as created on the page: small, valid, and with unique names."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping
from time import time_ns
from typing import Any, Final

from modeler.core.design.ordering import between
from modeler.core.design.parts import ROOT, Part, PartKind, Parts, children
from modeler.core.edits.changes import Change, birth
from modeler.core.errors import Invalid, Missing

SAMPLE_TEXT_MAX: Final = 40
NAME_MAX: Final = 255


def new_part(parts: Parts, kind: str, parent: str, name: str = "") -> tuple[str, Change]:
    """The id of a new part and the change that creates it. `name` is that of an entity. Raises Invalid, Missing."""
    make = _MAKERS.get(kind)
    if make is None:
        raise Invalid(
            f"a {kind[:SAMPLE_TEXT_MAX]} cannot be added here; the kinds are {', '.join(_MAKERS)}", path="kind"
        )
    above = parts.get(parent or ROOT)
    if above is None or above.is_removed:
        raise Missing("the parent of this part no longer exists", path=parent)
    made = _entity(parts, above, name.strip()[:NAME_MAX]) if kind == "entity" else make(parts, above)
    return made[0].id, tuple(map(birth, made))


def _part(parts: Parts, kind: PartKind, above: str, fields: Mapping[str, Any]) -> Part:
    siblings = children(parts, above, kind)
    position = between(siblings[-1].position if siblings else "", "")
    return Part(new_id(kind), kind, above, {**fields, "position": position})


def free_name(taken: Iterable[str], name: str) -> str:
    """The name, or the first free one with a number appended."""
    used = set(taken)
    number = 1
    found = name
    while found in used:
        number += 1
        found = f"{name}{number}"
    return found


def _names(parts: Parts, above: Part, kind: PartKind) -> list[str]:
    return [one.name for one in children(parts, above.id, kind)]


def _table(parts: Parts, above: Part) -> list[Part]:
    _refuse_unless(above, PartKind.DESIGN)
    fields = {
        "name": free_name(_names(parts, above, PartKind.TABLE), "app-main"),
        "partition_key": [{"name": "PK", "type": "S"}],
        "sort_key": [{"name": "SK", "type": "S"}],
        "settings.billing": "PAY_PER_REQUEST",
    }
    return [_part(parts, PartKind.TABLE, above.id, fields)]


def _index(parts: Parts, above: Part) -> list[Part]:
    _refuse_unless(above, PartKind.TABLE)
    taken = _names(parts, above, PartKind.INDEX)
    name = next(f"GSI{n}" for n in range(1, len(taken) + 2) if f"GSI{n}" not in taken)
    fields = {
        "name": name,
        "kind": "GSI",
        "partition_key": [{"name": f"{name}PK", "type": "S"}],
        "sort_key": [{"name": f"{name}SK", "type": "S"}],
        "projection": {"type": "ALL"},
    }
    return [_part(parts, PartKind.INDEX, above.id, fields)]


def _pattern(parts: Parts, above: Part) -> list[Part]:
    """A Query of the only table, or of none: its key and its parameters are entered in the inspector."""
    _refuse_unless(above, PartKind.DESIGN)
    patterns = children(parts, above.id, PartKind.PATTERN)
    codes = {str(one.fields.get("code") or "") for one in patterns}
    code = next(f"A{n}" for n in range(1, len(codes) + 2) if f"A{n}" not in codes)
    tables = children(parts, above.id, PartKind.TABLE)
    home = {"table": tables[0].id} if len(tables) == 1 else {}
    name = free_name([one.name for one in patterns], "New access pattern")
    return [_part(parts, PartKind.PATTERN, above.id, {"code": code, "name": name, "operation": "Query", **home})]


def _entity(parts: Parts, above: Part, asked: str = "") -> list[Part]:
    """An entity with an id, a key built from it, and one sample item, so that the grid shows it immediately."""
    _refuse_unless(above, PartKind.TABLE)
    name = free_name(_names(parts, above, PartKind.ENTITY), asked or "Entity")
    entity = _part(parts, PartKind.ENTITY, above.id, {"name": name})
    own = _part(parts, PartKind.ATTRIBUTE, entity.id, {"name": "id", "type": "S", "format": "id"})
    named = Part(entity.id, entity.kind, entity.parent, {**entity.fields, "identity": [f"@{own.id}"]})
    keys = [key["name"] for key in [*above.fields.get("partition_key", ()), *above.fields.get("sort_key", ())]]
    literal = name.upper().replace("{", "").replace("}", "")
    texts = (f"{literal}#{{@{own.id}}}", literal)
    overload = _part(
        parts,
        PartKind.OVERLOAD,
        entity.id,
        {f"keys.{key}": text for key, text in zip(keys, texts, strict=False)},
    )
    return [named, own, overload, _part(parts, PartKind.ITEM, entity.id, {f"values.@{own.id}": "1"})]


def _attribute(parts: Parts, above: Part) -> list[Part]:
    _refuse_unless(above, PartKind.ENTITY)
    name = free_name(_names(parts, above, PartKind.ATTRIBUTE), "attribute")
    return [_part(parts, PartKind.ATTRIBUTE, above.id, {"name": name, "type": "S"})]


def _refuse_unless(above: Part, kind: PartKind) -> None:
    if above.kind is not kind:
        raise Invalid(f"the parent must be a {kind}, not a {above.kind}", path=above.id)


_MAKERS: Final[Mapping[str, Callable[[Parts, Part], list[Part]]]] = {
    "table": _table,
    "index": _index,
    "entity": _entity,
    "attribute": _attribute,
    "pattern": _pattern,
}


def new_id(kind: PartKind) -> str:
    """An id that sorts after those of older parts: see designer.page.hues and static/js/lib/sync/edits.js."""
    return f"{kind.value[0]}z{time_ns() // 1000:015x}{uuid.uuid4().hex[:6]}"
