"""Edits as people type them, as deltas on parts: names become ids, and each delta begins from what the person saw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Final

from modeler.core.assembly import Lookup, Shown, store_entity, store_item, store_overload
from modeler.core.edits import Change, Delta, birth, removal, same
from modeler.core.errors import Conflict, Invalid, Missing
from modeler.core.key_renames import renamed_key
from modeler.core.keys import parse
from modeler.core.ordering import between
from modeler.core.parts import CHILDREN, SPLIT, Json, Part, PartKind, Parts, children, flatten, unflatten
from modeler.core.references import Names
from modeler.core.typed_edits import Back, Gone, Made, Moved, Renamed, Typed, TypedEdit

EDITS_MAX: Final = 20_000


def typed_change(parts: Parts, edits: Iterable[TypedEdit]) -> Change:
    """The deltas of a list of edits, in order; a later one sees what an earlier one made.

    Raises Missing where a part is not there, Invalid for an edit that makes no sense. Stale is left to whoever applies
    the deltas: they begin from each `base`.
    """
    state, made = dict(parts), []
    for number, edit in enumerate(edits):
        if number >= EDITS_MAX:
            raise Invalid(f"one change may hold at most {EDITS_MAX} edits; split it", code="change.too_large")
        for delta in _deltas(state, edit):
            made.append(delta)
            _follow(state, delta)
    return tuple(made)


def shown_value(parts: Parts, part: Part, name: str) -> Json:
    """One field of a part as the document has it; None where it is absent."""
    return flatten(part.kind, Shown.of(parts).fields(part)).get(_shown_name(parts, part, name))


def _shown_name(parts: Parts, part: Part, name: str) -> str:
    mapping, dot, member = name.partition(".")
    if dot and (part.kind, mapping) in _BY_ATTRIBUTE:
        return f"{mapping}.{Shown.of(parts).names.show(member)}"
    return name


_BY_ATTRIBUTE: Final = frozenset(
    {(PartKind.ITEM, "values"), (PartKind.PATTERN, "set"), (PartKind.PATTERN, "parameters")}
)


def _deltas(state: Parts, edit: TypedEdit) -> Iterable[Delta]:
    match edit:
        case Typed():
            return tuple(_typed(state, edit))
        case Made():
            return (birth(_made(state, edit)),)
        case Renamed(part, old, new):
            return tuple(renamed_key(state, part, old, new))
        case Moved(part, after):
            return _moved(state, _there(state, part), after)
        case Gone(part):
            return removal(state, _there(state, part).id)
        case Back(part):
            return (Delta(_there(state, part).id, "removed", True, None),)


def _there(state: Parts, identity: str) -> Part:
    part = state.get(identity)
    if part is None:
        raise Missing("this part of the design no longer exists", path=identity)
    return part


def _typed(state: Parts, edit: Typed) -> Iterator[Delta]:
    part = _there(state, edit.part)
    if edit.field in ("position", "removed", "id", ""):
        raise Invalid(f"{edit.field or 'no field'} of {part.kind} is not typed", path=edit.field)
    if part.kind is PartKind.OVERLOAD and edit.field != "index":
        yield _text(state, part, edit)
        return
    before, after = _both(state, part, edit)
    own = _stored_name(state, part, edit.field)
    base = edit.base if "." in own else flatten(part.kind, {own: edit.base}).get(own)
    yield Delta(part.id, own, base, after.get(own))
    # A pattern's table and entities say what the names in its other fields mean.
    for name in before.keys() | after.keys():
        if name != own and not same(before.get(name), after.get(name)):
            yield Delta(part.id, name, part.fields.get(name), after.get(name))


def _text(state: Parts, overload: Part, edit: Typed) -> Delta:
    value = edit.value if edit.value is not None else ""
    if not isinstance(value, str):
        raise Invalid(f"{edit.field} is a text", path=edit.field)
    ids = old_names(str(edit.shown or ""), str(edit.base or ""))
    ids |= {one.name: one.id for one in children(state, overload.parent, PartKind.ATTRIBUTE)}
    names = Names(ids, {})
    stored = names.store_condition(value.strip()) if edit.field == "when" else names.store_template(value)
    return Delta(overload.id, edit.field, edit.base or None, stored or None)


def old_names(shown: str, stored: str) -> dict[str, str]:
    """Names in a shown template with the ids that stand at their places in the stored one."""
    names, ids = parse(shown).references, parse(stored).references
    if len(names) != len(ids):
        return {}
    return {
        name.attribute: one.attribute.removeprefix("@")
        for name, one in zip(names, ids, strict=True)
        if one.attribute.startswith("@") and not one.attribute.startswith("@@")
    }


def _both(state: Parts, part: Part, edit: Typed) -> tuple[dict[str, Json], dict[str, Json]]:
    """The part's stored fields without and with the edit, both by way of the document."""
    raw = Shown.of(state).fields(part)
    changed = deepcopy(raw)
    mapping, dot, member = edit.field.partition(".")
    holder = changed.setdefault(mapping, {}) if dot and mapping in SPLIT.get(part.kind, ()) else changed
    name = member if holder is not changed else edit.field
    if edit.value is None:
        holder.pop(name, None)
    else:
        holder[name] = edit.value
    return _stored(state, part, raw), _stored(state, part, changed)


def _stored(state: Parts, part: Part, raw: Mapping[str, Json]) -> dict[str, Json]:
    """A part's fields of the document as they are stored. Raises Invalid for another shape."""
    kind = part.kind
    try:
        match kind:
            case PartKind.ENTITY:
                raw = store_entity(raw, _names(state, part.id))
            case PartKind.OVERLOAD:
                raw = store_overload(raw, _names(state, part.parent), _indexes(state, part.parent))
            case PartKind.ITEM:
                raw = store_item(raw, _names(state, part.parent))
            case PartKind.PATTERN:
                raw = Lookup(_skeleton(state)).store_pattern(raw)
    except (AttributeError, TypeError, KeyError) as error:
        raise Invalid(f"this has not the shape of a {kind}", path=str(kind)) from error
    return flatten(kind, {name: value for name, value in raw.items() if name not in ("id", *CHILDREN.get(kind, ()))})


def _stored_name(state: Parts, part: Part, name: str) -> str:
    mapping, dot, member = name.partition(".")
    if not dot or (part.kind, mapping) not in _BY_ATTRIBUTE:
        return name
    if part.kind is PartKind.ITEM:
        return f"{mapping}.{_names(state, part.parent).store(member)}"
    stored = _stored(state, part, {**Shown.of(state).fields(part), mapping: {member: "x"}})
    return next(one for one in stored if one.startswith(f"{mapping}."))


def _names(state: Parts, entity: str) -> Names:
    if entity not in state or state[entity].kind is not PartKind.ENTITY:
        return Names({}, {})
    return Names({one.name: one.id for one in reversed(children(state, entity, PartKind.ATTRIBUTE))}, {})


def _indexes(state: Parts, entity: str) -> dict[str, str]:
    table = state[entity].parent
    return {one.name: one.id for one in reversed(children(state, table, PartKind.INDEX))}


def _skeleton(state: Parts) -> dict[str, Json]:
    """As much of the document as says what the names in a pattern mean."""
    tables = []
    for table in (one for one in state.values() if one.kind is PartKind.TABLE and not one.is_removed):
        entities = [
            {**_named(one), "attributes": [_named(own) for own in children(state, one.id, PartKind.ATTRIBUTE)]}
            for one in children(state, table.id, PartKind.ENTITY)
        ]
        indexes = [_named(one) for one in children(state, table.id, PartKind.INDEX)]
        tables.append({**_named(table), "entities": entities, "indexes": indexes})
    return {"tables": tables}


def _named(part: Part) -> dict[str, Json]:
    return {"id": part.id, "name": part.name}


def _made(state: Parts, edit: Made) -> Part:
    above = _there(state, edit.parent)
    kind = CHILDREN.get(above.kind, {}).get(edit.where)
    if kind is None:
        raise Invalid(f"a {above.kind} has no {edit.where[:40]}", path=edit.where)
    if edit.id in state:
        raise Conflict("a part with this id exists already", path=edit.id, code="exists")
    fields = {**edit.fields} if kind is not PartKind.ITEM else {"values": {}, **edit.fields}
    raw = _stored(state, Part(edit.id, kind, above.id, {}), unflatten(kind, fields))
    siblings = children(state, above.id, kind)
    at = next((n for n, one in enumerate(siblings) if one.id == edit.after), len(siblings) - 1)
    return Part(edit.id, kind, above.id, {**raw, "position": _between(siblings, at)})


def _between(siblings: list[Part], at: int) -> str:
    """A place behind the sibling with that number; -1 is the first place."""
    left = siblings[at].position if 0 <= at < len(siblings) else ""
    right = next((one.position for one in siblings[at + 1 :] if one.position > left), "")
    return between(left, right)


def _moved(state: Parts, part: Part, after: str) -> Iterator[Delta]:
    siblings = [one for one in children(state, part.parent, part.kind) if one.id != part.id]
    at = next((n for n, one in enumerate(siblings) if one.id == after), -1)
    position = _between(siblings, at)
    if position != part.position:
        yield Delta(part.id, "position", part.fields.get("position"), position)


def _follow(state: dict[str, Part], delta: Delta) -> None:
    """The state after a delta, whatever it began from: the stale check comes under the lock."""
    if delta.field == "":
        raw = delta.after
        state[delta.part] = Part(delta.part, PartKind(raw["kind"]), raw["parent"], raw["fields"])
        return
    part = state[delta.part]
    fields = {name: value for name, value in part.fields.items() if name != delta.field}
    state[part.id] = Part(
        part.id, part.kind, part.parent, {**fields, delta.field: delta.after} if delta.after is not None else fields
    )
