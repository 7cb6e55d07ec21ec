"""Edits as people type them, and those of fixes, as deltas on parts: names become ids, and each delta starts from what
the person saw, or from the current value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Final

from modeler.core.design.ordering import between
from modeler.core.design.parts import CHILDREN, SPLIT, Json, Part, PartKind, Parts, children, flatten, unflatten
from modeler.core.documents.parts_codec import NOTHING, ShownFields, check_field, store_pattern
from modeler.core.documents.references import Names
from modeler.core.documents.scopes import NameScope, Scopes
from modeler.core.documents.shown import in_scope
from modeler.core.edits.changes import WHOLE, Change, Delta, birth, removal, same, with_field
from modeler.core.edits.edit_types import CURRENT, Back, Gone, Made, Moved, Renamed, Typed, TypedEdit
from modeler.core.edits.fix_edits import typed_edits
from modeler.core.edits.key_renames import renamed_key
from modeler.core.edits.renames import renamed_part
from modeler.core.edits.rewriting import confirmation, old_names
from modeler.core.edits.shown_fields import BY_ATTRIBUTE
from modeler.core.errors import Conflict, Invalid, Missing
from modeler.core.fields.table import NAMED
from modeler.core.fixes import AddPart, Edit, Put, RemovePart

EDITS_MAX: Final = 20_000


def typed_change(parts: Parts, edits: Iterable[TypedEdit | Edit]) -> Change:
    """The deltas of a list of edits, in order; a later one sees the result of an earlier one.

    Raises Missing if a part does not exist, Invalid for an edit that makes no sense. Stale is left to the code that
    applies the deltas: they start from each `base`.
    """
    state: _State = _State(parts)
    made: list[Delta] = []
    for number, edit in enumerate(edits):
        if number >= EDITS_MAX:
            raise Invalid(f"a change can contain at most {EDITS_MAX} edits; split it", code="change.too_large")
        for delta in _deltas(state, edit):
            made.append(delta)
            state.follow(delta)
    return tuple(made)


class _State(dict[str, Part]):
    """Parts as they are after the edits so far, with cached lookups for changes with thousands of edits."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._below: dict[tuple[str, PartKind], dict[str, None]] = {}
        for part in parts.values():
            self._below.setdefault((part.parent, part.kind), {})[part.id] = None
        self._last: dict[tuple[str, PartKind], str] = {}
        self._shown: ShownFields | None = None
        self._scopes: Scopes | None = None

    def children(self, parent: str, kind: PartKind) -> list[Part]:
        """Living children in order of position."""
        return children({one: self[one] for one in self._below.get((parent, kind), ())}, parent, kind)

    def last(self, parent: str, kind: PartKind) -> str:
        """The position of the last living child; '' if there is none."""
        if (parent, kind) not in self._last:
            siblings = self.children(parent, kind)
            self._last[parent, kind] = siblings[-1].position if siblings else ""
        return self._last[parent, kind]

    @property
    def shown(self) -> ShownFields:
        """The parts in the document's terms."""
        if self._shown is None:
            self._shown = ShownFields.of(self)
        return self._shown

    def shown_fields(self, part: Part) -> dict[str, Json]:
        """A part's fields in the document's terms."""
        return self.shown.fields(part)

    @property
    def scopes(self) -> Scopes:
        """What the names in fields mean."""
        if self._scopes is None:
            self._scopes = Scopes(_skeleton(self))
        return self._scopes

    def follow(self, delta: Delta) -> None:
        """Apply a delta, whatever it started from: the stale check follows under the lock."""
        if delta.field == WHOLE:
            raw = delta.after
            part = Part(delta.part, PartKind(raw["kind"]), raw["parent"], raw["fields"])
            self._below.setdefault((part.parent, part.kind), {})[part.id] = None
            if (part.parent, part.kind) in self._last:
                self._last[part.parent, part.kind] = max(self._last[part.parent, part.kind], part.position)
        else:
            part = with_field(self[delta.part], delta.field, delta.after)
            if delta.field in ("position", "removed"):
                self._last.pop((part.parent, part.kind), None)
        self[part.id] = part
        if part.kind is not PartKind.ITEM:
            self._shown = self._scopes = None


def _deltas(state: _State, edit: TypedEdit | Edit) -> Iterable[Delta]:
    match edit:
        case Put() | AddPart() | RemovePart():
            return (delta for one in typed_edits(state, state.shown_fields, edit) for delta in _deltas(state, one))
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


def _typed(state: _State, edit: Typed) -> Iterator[Delta]:
    part = _there(state, edit.part)
    if edit.field in ("position", "removed", "id", ""):
        raise Invalid(f"{edit.field or 'no field'} of {part.kind} cannot be edited", path=edit.field)
    yield from confirmation(part, edit.field)
    if part.kind is PartKind.OVERLOAD and edit.field != "index":
        yield _text(state, part, edit)
        return
    before, after = _both(state, part, edit)
    own = _stored_name(state, part, edit.field)
    check_field(part.kind, own, after.get(own))
    base = part.fields.get(own) if edit.base is CURRENT else _flat(part.kind, own, edit.base)
    if edit.field in NAMED.get(part.kind, ()) and isinstance(edit.value, str):
        yield from _with_name(state, part, edit.value)
    yield Delta(part.id, own, base, after.get(own))
    # A pattern's table and entities, and a relation's child, determine what the names in its other fields mean.
    for name in before.keys() | after.keys():
        if name != own and not same(before.get(name), after.get(name)):
            yield Delta(part.id, name, part.fields.get(name), after.get(name))


def _flat(kind: PartKind, field: str, value: Json) -> Json:
    return value if "." in field else flatten(kind, {field: value}).get(field)


def _with_name(state: _State, part: Part, new: str) -> tuple[Delta, ...]:
    return tuple(renamed_part(state, part, lambda one: _scope(state, one), new))


def _text(state: _State, overload: Part, edit: Typed) -> Delta:
    value = edit.value if edit.value is not None else ""
    if not isinstance(value, str):
        raise Invalid(f"{edit.field} must be a text", path=edit.field)
    base = overload.fields.get(edit.field) if edit.base is CURRENT else edit.base
    ids = old_names(str(edit.shown or ""), str(base or ""))
    ids |= {one.name: one.id for one in state.children(overload.parent, PartKind.ATTRIBUTE)}
    names = Names(ids, {})
    stored = names.store_condition(value.strip()) if edit.field == "when" else names.store_template(value)
    return Delta(overload.id, edit.field, base or None, stored or None)


def _both(state: _State, part: Part, edit: Typed) -> tuple[dict[str, Json], dict[str, Json]]:
    """The part's stored fields without and with the edit, both by way of the document."""
    raw = state.shown.fields(part)
    changed = deepcopy(raw)
    mapping, dot, member = edit.field.partition(".")
    holder = changed.setdefault(mapping, {}) if dot and mapping in SPLIT.get(part.kind, ()) else changed
    name = member if holder is not changed else edit.field
    if edit.value is None:
        holder.pop(name, None)
    else:
        holder[name] = edit.value
    return _stored(state, part, raw), _stored(state, part, changed)


def _stored(state: _State, part: Part, raw: Mapping[str, Json]) -> dict[str, Json]:
    """A part's document fields as they are stored. Raises Invalid for another shape."""
    kind = part.kind
    try:
        if kind is PartKind.PATTERN:
            raw = store_pattern(raw, state.scopes)
        else:
            scope = state.scopes.of_relation(raw) if kind is PartKind.RELATION else _scope(state, part)
            raw = in_scope(kind, raw, scope)
    except (AttributeError, TypeError, KeyError) as error:
        raise Invalid(f"this does not have the shape of {kind}", path=str(kind)) from error
    return flatten(kind, {name: value for name, value in raw.items() if name not in ("id", *CHILDREN.get(kind, ()))})


def _scope(state: _State, part: Part) -> NameScope:
    """What the names in a part's fields mean."""
    match part.kind:
        case PartKind.PATTERN:
            return state.scopes.of_pattern(state.shown.fields(part))
        case PartKind.RELATION:
            return state.scopes.of_relation(state.shown.fields(part))
        case PartKind.DESIGN:
            return state.scopes.of_design
        case PartKind.TABLE:
            # One that is just being made has no entities that its fields could name.
            return state.scopes.of_table(_table(state, part.id)) if part.id in state else NOTHING
        case PartKind.INDEX:
            return state.scopes.of_table(_table(state, part.parent))
        case PartKind.ENTITY:
            return state.scopes.of_entity(_entity(state, part), _table(state, part.parent))
    above = state.get(part.parent)
    if above is None or above.kind is not PartKind.ENTITY:
        return NOTHING
    return state.scopes.of_entity(_entity(state, above), _table(state, above.parent))


def _stored_name(state: _State, part: Part, name: str) -> str:
    mapping, dot, member = name.partition(".")
    if not dot or (part.kind, mapping) not in BY_ATTRIBUTE:
        return name
    if part.kind is PartKind.ITEM:
        return f"{mapping}.{_scope(state, part).attributes.store(member)}"
    stored = _stored(state, part, {**state.shown.fields(part), mapping: {member: "x"}})
    return next(one for one in stored if one.startswith(f"{mapping}."))


def _skeleton(state: _State) -> dict[str, Json]:
    """As much of the document as says what names mean."""
    tables = [_table(state, one.id) for one in state.values() if one.kind is PartKind.TABLE and not one.is_removed]
    patterns = [
        {**_named(one), "code": one.fields.get("code", "")}
        for one in state.values()
        if one.kind is PartKind.PATTERN and not one.is_removed
    ]
    return {"tables": tables, "access_patterns": patterns}


def _table(state: _State, identity: str) -> dict[str, Json]:
    entities = [_entity(state, one) for one in state.children(identity, PartKind.ENTITY)]
    indexes = [_named(one) for one in state.children(identity, PartKind.INDEX)]
    return {**_named(state[identity]), "entities": entities, "indexes": indexes}


def _entity(state: _State, part: Part) -> dict[str, Json]:
    return {**_named(part), "attributes": [_named(own) for own in state.children(part.id, PartKind.ATTRIBUTE)]}


def _named(part: Part) -> dict[str, Json]:
    return {"id": part.id, "name": part.name}


def _made(state: _State, edit: Made) -> Part:
    above = _there(state, edit.parent)
    kind = CHILDREN.get(above.kind, {}).get(edit.where)
    if kind is None:
        raise Invalid(f"{above.kind} has no {edit.where[:40]}", path=edit.where)
    if edit.id in state:
        raise Conflict("a part with this id exists already", path=edit.id, code="exists")
    fields = {**edit.fields} if kind is not PartKind.ITEM else {"values": {}, **edit.fields}
    raw = _stored(state, Part(edit.id, kind, above.id, {}), unflatten(kind, fields))
    if not edit.after:
        return Part(edit.id, kind, above.id, {**raw, "position": between(state.last(above.id, kind), "")})
    siblings = state.children(above.id, kind)
    at = next((n for n, one in enumerate(siblings) if one.id == edit.after), len(siblings) - 1)
    return Part(edit.id, kind, above.id, {**raw, "position": _between(siblings, at)})


def _between(siblings: list[Part], at: int) -> str:
    """A position after the sibling with that number; -1 is the first position."""
    left = siblings[at].position if 0 <= at < len(siblings) else ""
    right = next((one.position for one in siblings[at + 1 :] if one.position > left), "")
    return between(left, right)


def _moved(state: _State, part: Part, after: str) -> Iterator[Delta]:
    siblings = [one for one in state.children(part.parent, part.kind) if one.id != part.id]
    at = next((n for n, one in enumerate(siblings) if one.id == after), -1)
    position = _between(siblings, at)
    if position != part.position:
        yield Delta(part.id, "position", part.fields.get("position"), position)
