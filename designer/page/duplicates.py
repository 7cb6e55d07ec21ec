"""Duplicates of parts: the same fields and contents under a new name, next to the original, without sample items."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from designer.page.new_parts import free_name, new_id
from modeler.core.design.parts import CHILDREN, Part, PartKind, Parts, children
from modeler.core.documents.parts_codec import put_together
from modeler.core.edits.changes import Change
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import Moved, TypedEdit
from modeler.core.errors import Invalid, Missing
from modeler.core.fixes import AddPart

COPIED: Final = (PartKind.ENTITY, PartKind.INDEX, PartKind.PATTERN, PartKind.ATTRIBUTE)
_CODE: Final = re.compile(r"^(\D*)\d+$")
_INDEX: Final = re.compile(r"^(.*?)(\d+)$")


def duplicates(parts: Parts, part_ids: Iterable[str]) -> tuple[tuple[str, ...], Change]:
    """The ids of the duplicates, in order, and the change that creates them all. Raises Missing, Invalid."""
    named: dict[tuple[str, PartKind], list[str]] = {}
    patterns = (part for part in parts.values() if part.kind is PartKind.PATTERN and not part.is_removed)
    codes = [str(part.fields.get("code") or "") for part in patterns]
    edits: list[TypedEdit | AddPart] = []
    made = [_duplicated(parts, part_id, named, codes, edits) for part_id in part_ids]
    if not made:
        raise Invalid("name a part to duplicate", path="part")
    return tuple(made), typed_change(parts, edits)


def _duplicated(
    parts: Parts,
    part_id: str,
    named: dict[tuple[str, PartKind], list[str]],
    codes: list[str],
    edits: list[TypedEdit | AddPart],
) -> str:
    """The id of one duplicate; its edits, and what it takes of names and codes, are added to the lists."""
    part = parts.get(part_id)
    if part is None or part.is_removed:
        raise Missing("this part of the design no longer exists", path=part_id)
    if part.kind not in COPIED:
        raise Invalid(f"a {part.kind} cannot be duplicated", path=part_id)
    siblings = children(parts, part.parent, part.kind)
    taken = named.setdefault((part.parent, part.kind), [one.name for one in siblings])
    where = next(name for name, kind in CHILDREN[parts[part.parent].kind].items() if kind is part.kind)
    living = {one: kept for one, kept in parts.items() if not kept.is_removed}
    made = _bare(_found(put_together(living), part_id))
    made["id"] = new_id(part.kind)
    made["name"] = _name(part, taken)
    taken.append(made["name"])
    made.pop("items", None)
    follow: list[AddPart] = []
    if part.kind is PartKind.INDEX:
        renamed = _rename_keys(made, part.name)
        follow = _copied_overloads(parts, living, part_id, made["name"], renamed)
    if part.kind is PartKind.PATTERN and made.get("code"):
        made["code"] = _code(str(made["code"]), codes)
        codes.append(made["code"])
    edits += [AddPart(part.parent, where, made), Moved(made["id"], part_id), *follow]
    return str(made["id"])


def _name(part: Part, taken: list[str]) -> str:
    """A free name: GSI3 after GSI2 for an index, else that of the original with "copy"."""
    numbered = _INDEX.match(part.name) if part.kind is PartKind.INDEX else None
    if numbered:
        return next(f"{numbered[1]}{n}" for n in range(1, len(taken) + 2) if f"{numbered[1]}{n}" not in taken)
    return free_name(taken, f"{part.name} copy" if part.name else "copy")


def _rename_keys(made: dict[str, Any], old: str) -> dict[str, str]:
    """Key attributes named after their index are named after the new one; the new names by the old ones."""
    renamed: dict[str, str] = {}
    for field in ("partition_key", "sort_key"):
        keys = made.get(field)
        for key in keys if isinstance(keys, list) else [keys]:
            if isinstance(key, dict) and str(key.get("name", "")).startswith(old):
                renamed[key["name"]] = key["name"] = made["name"] + key["name"].removeprefix(old)
    return renamed


def _copied_overloads(parts: Parts, living: Parts, index: str, name: str, renamed: Mapping[str, str]) -> list[AddPart]:
    """The overloads of the index, each once more for the new one: a duplicate has the same writers."""
    found = []
    for part in living.values():
        if part.kind is PartKind.OVERLOAD and part.fields.get("index") in (index, f"@{index}"):
            made = _bare(_found(put_together(living), part.id))
            keys = {renamed.get(key, key): text for key, text in made.get("keys", {}).items()}
            found.append(
                AddPart(
                    part.parent, "overloads", {**made, "id": new_id(PartKind.OVERLOAD), "index": name, "keys": keys}
                )
            )
    return found


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
