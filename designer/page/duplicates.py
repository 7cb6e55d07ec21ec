"""Duplicates of parts: the same fields and contents under a new name, next to the original, without sample items."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from designer.page.new_parts import free_name, new_id
from modeler.core.design.parts import CHILDREN, PartKind, Parts, children
from modeler.core.documents.parts_codec import put_together
from modeler.core.edits.changes import Change
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import Moved
from modeler.core.errors import Invalid, Missing
from modeler.core.fixes import AddPart

COPIED: Final = (PartKind.ENTITY, PartKind.PATTERN, PartKind.ATTRIBUTE)
_CODE: Final = re.compile(r"^(\D*)\d+$")


def duplicate(parts: Parts, part_id: str) -> tuple[str, Change]:
    """The id of the duplicate and the change that creates it. Raises Missing, Invalid."""
    part = parts.get(part_id)
    if part is None or part.is_removed:
        raise Missing("this part of the design no longer exists", path=part_id)
    if part.kind not in COPIED:
        raise Invalid(f"a {part.kind} cannot be duplicated", path=part_id)
    siblings = children(parts, part.parent, part.kind)
    living = {one: kept for one, kept in parts.items() if not kept.is_removed}
    where = next(name for name, kind in CHILDREN[parts[part.parent].kind].items() if kind is part.kind)
    made = _bare(_found(put_together(living), part_id))
    made["id"] = new_id(part.kind)
    made["name"] = free_name([one.name for one in siblings], f"{part.name} copy" if part.name else "copy")
    made.pop("items", None)
    if part.kind is PartKind.PATTERN and made.get("code"):
        made["code"] = _code(str(made["code"]), [str(one.fields.get("code") or "") for one in siblings])
    return made["id"], typed_change(parts, (AddPart(part.parent, where, made), Moved(made["id"], part_id)))


def _code(code: str, taken: Iterable[str]) -> str:
    """The first free code with the letters of another one: A8 after A7."""
    found = _CODE.match(code)
    used = set(taken)
    letters = found[1] if found else f"{code}-"
    return next(f"{letters}{n}" for n in range(1, len(used) + 2) if f"{letters}{n}" not in used)


def _found(raw: Any, part_id: str) -> Mapping[str, Any]:
    if isinstance(raw, Mapping):
        if raw.get("id") == part_id:
            return raw
        raw = tuple(raw.values())
    nested = (_found(one, part_id) for one in raw) if isinstance(raw, list | tuple) else ()
    return next((one for one in nested if one), {})


def _bare(raw: Any) -> Any:
    """A part of a document without the ids of what it contains."""
    if isinstance(raw, Mapping):
        return {name: _bare(value) if isinstance(value, list) else value for name, value in raw.items() if name != "id"}
    return [_bare(one) for one in raw] if isinstance(raw, list) else raw
