"""Entities of DynamoDB-Toolbox 1 and 2: ``schema: item({id: string().key()}), computeKey: ({id}) => ({...})``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from exporter.importers.described.tables import Unresolved
from exporter.importers.libraries.toolbox_drafts import EntityDraft, ToolboxTable, common_fields, returned_text
from exporter.importers.scripts.functions import Computed, FieldValue, FunctionValue, ItemFields
from exporter.importers.scripts.values import ConstructedValue, ScriptConstants
from exporter.importers.support.document_building import Json

_TYPES: Final[Mapping[str, str]] = {
    "string": "S", "number": "N", "boolean": "BOOL", "binary": "B", "list": "L", "map": "M", "record": "M",
    "nul": "NULL", "null": "NULL", "_null": "NULL",
}  # fmt: skip
_SETS: Final[Mapping[str, str]] = {"number": "NS", "binary": "BS"}
_ITEMS: Final = frozenset({"item", "schema", "map"})
_KNOWN: Final = frozenset(
    {"key", "optional", "required", "savedAs", "enum", "const", "default", "putDefault", "keyDefault", "updateDefault",
     "link", "putLink", "keyLink", "updateLink", "transform", "hidden", "big", "meta", "validate", "putValidate",
     "keyValidate", "updateValidate", "castAs"}
)  # fmt: skip
_DEFAULTS: Final = ("default", "putDefault", "keyDefault")
_LINKS: Final = ("link", "putLink", "keyLink")
_CHAIN_MAX: Final = 40


@dataclass(slots=True)
class _Field:
    """One attribute of a schema: the word of its type, and the calls that follow with their arguments."""

    word: str
    given: tuple[Any, ...]
    calls: dict[str, tuple[Any, ...]] = field(default_factory=dict)

    def first(self, names: tuple[str, ...]) -> Any:
        """Return the first argument of the first of these calls; None if there is none."""
        return next((self.calls[name][0] for name in names if self.calls.get(name)), None)

    @property
    def is_optional(self) -> bool:
        """Can an item lack it?"""
        return "optional" in self.calls or "never" in self.calls.get("required", ())


def _chain(value: ConstructedValue) -> list[ConstructedValue]:
    """Return the calls of a chain, the innermost first."""
    found = [value]
    while found[-1].on is not None and len(found) < _CHAIN_MAX:
        found.append(found[-1].on)
    return found[::-1]


def read_schema(
    draft: EntityDraft, options: Mapping[str, Any], schema: ConstructedValue, table: ToolboxTable,
    values: ScriptConstants,
) -> None:  # fmt: skip
    """Read the schema of an entity, and what its key is computed from."""
    computed = options.get("computeKey")
    made = values.returned(computed, (ItemFields(),)) if isinstance(computed, FunctionValue) else None
    if isinstance(made, dict):
        _open_key(table, list(made))
    fields = [(label, found) for label, one in _members(draft, schema, values) if (found := _field(one)) is not None]
    if made is None:
        # Without a function, the fields that are keys are the table's key, under their stored names.
        _open_key(table, [_saved(label, one) for label, one in fields if "key" in one.calls])
    for label, one in fields:
        draft.say_unknown_name(label)
        _read(draft, label, one, table, values)
    for name, text in made.items() if isinstance(made, dict) else ():
        draft.put_text(str(name)[:255], returned_text(text, values), "computeKey")
    if computed is not None and not isinstance(made, dict):
        said = "the key is computed in a way that cannot be read without running it; no template is known"
        draft.report.dropped(f"{draft.path}.computeKey", said, draft.line)
    draft.finish()
    common_fields(draft, options, table, is_first=False)


def _open_key(table: ToolboxTable, names: list[str]) -> None:
    if table.is_open and not table.partition and names:
        table.partition, table.sort = names[0][:255], (names[1][:255] if len(names) > 1 else "")


def _members(draft: EntityDraft, schema: Any, values: ScriptConstants, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield the fields of ``item({...}).and((before) => ({...}))`` with their chains of calls."""
    if isinstance(schema, dict):
        for label, one in schema.items():
            if isinstance(one, Computed) and label.startswith("..."):
                said = f"{one} is not in this file; what it adds is left out"
                draft.report.dropped(f"{draft.path}.schema", said, draft.line)
            elif isinstance(one, ConstructedValue):
                yield (label if isinstance(label, Unresolved) else str(label)[:255]), one
            else:
                said = "not a schema that can be read; left out"
                draft.report.dropped(f"{draft.path}.schema.{str(label)[:80]}", said, draft.line)
        return
    if not isinstance(schema, ConstructedValue) or depth > 10:
        return
    left: dict[str, Any] = {}
    for call in _chain(schema):
        given = call.arguments[0] if call.arguments else None
        if call.last in _ITEMS and call.on is None:
            left |= dict(_members(draft, given, values, depth + 1))
        elif call.last in ("and", "extend"):
            more = values.returned(given, (ItemFields(),)) if isinstance(given, FunctionValue) else given
            left |= dict(_members(draft, more, values, depth + 1))
        elif call.last in ("omit", "pick"):
            named = {one for one in call.arguments if isinstance(one, str)}
            left = {name: one for name, one in left.items() if (name in named) == (call.last == "pick")}
        else:
            said = f"{call.last or 'a call'}(...) is not understood; what it adds is left out"
            draft.report.dropped(f"{draft.path}.schema", said, draft.line)
    yield from left.items()


def _field(value: ConstructedValue) -> _Field | None:
    chain = _chain(value)
    options = next((one for one in chain[0].arguments[-1:] if isinstance(one, dict)), {})
    made = _Field(chain[0].last, chain[0].arguments)
    if chain[0].last not in _ITEMS | {"record", "anyOf"}:
        made.calls |= {name: (one,) for name, one in options.items() if name in _KNOWN and one is not False}
    made.calls |= {call.last: call.arguments for call in chain[1:]}
    return made


def _saved(label: str, one: _Field) -> str:
    said = one.first(("savedAs",))
    return said[:255] if isinstance(said, str) and said else label


def _typed(draft: EntityDraft, label: str, one: _Field) -> Json:
    path = f"{draft.path}.schema.{label}"
    values = one.calls.get("enum") or one.calls.get("const") or ()
    texts = [text for text in values if isinstance(text, str) and not isinstance(text, Unresolved)]
    if one.word == "set":
        inner = one.given[0] if one.given else None
        return {"type": _SETS.get(_chain(inner)[0].last if isinstance(inner, ConstructedValue) else "", "SS")}
    if one.word in ("any", "anyOf"):
        kinds = {_chain(each)[0].last for each in one.given if isinstance(each, ConstructedValue)}
        if len(kinds) == 1 and kinds <= _TYPES.keys():
            return {"type": _TYPES[kinds.pop()]}
        said = f"{one.word}: a value of several types; a design has one type, so it is read as text"
        draft.report.converted(path, said, draft.line)
        return {"type": "S"}
    if one.word not in _TYPES:
        draft.report.converted(path, f"unknown type {one.word[:60]!r}; read as text", draft.line)
    kind = _TYPES.get(one.word, "S")
    return {"type": kind, **({"format": "enum", "values": texts[:500]} if texts and kind == "S" else {})}


def _affixed(one: _Field, text: str) -> str | None:
    """Return a text after ``transform(prefix('USER'))``; None if it is changed in another way."""
    made = one.first(("transform",))
    if made is None:
        return text
    given = made.arguments if isinstance(made, ConstructedValue) else ()
    if made is None or not given or not isinstance(given[0], str) or isinstance(given[0], Unresolved):
        return None
    options = given[1] if len(given) > 1 and isinstance(given[1], dict) else {}
    delimiter = str(options.get("delimiter", "#"))
    if made.last == "prefix":
        return f"{given[0]}{delimiter}{text}"
    return f"{text}{delimiter}{given[0]}" if made.last == "suffix" else None


def _read(draft: EntityDraft, label: str, one: _Field, table: ToolboxTable, values: ScriptConstants) -> None:
    stored, typed = _saved(label, one), _typed(draft, label, one)
    path = f"{draft.path}.schema.{label}"
    for name in [name for name in one.calls if name not in _KNOWN]:
        draft.report.dropped(f"{path}.{name}", "library behavior, not part of a design; left out", draft.line)
    linked, default = one.first(_LINKS), one.first(_DEFAULTS)
    if stored not in table.key_names:
        _plain_field(draft, label, stored, one, typed)
        return
    source = linked if linked is not None else default
    constant = typed["values"][0] if len(typed.get("values", ())) == 1 else None
    text = returned_text(source, values) if source is not None else constant
    affixed = _affixed(one, text) if isinstance(text, str) else None
    if affixed is not None:
        draft.put_text(stored, affixed, f"schema.{label}")
        return
    _say_defaults(draft, path, one)
    if linked is not None:
        draft.put_text(stored, None, f"schema.{label}")
    own = _affixed(one, FieldValue.of(label)) if label != stored or one.first(("transform",)) is not None else None
    if own is None or linked is not None:
        draft.add(stored, typed, not one.is_optional)
        if label != stored:
            draft.names[label] = stored
        return
    name = label if label != stored else f"{label}_value"
    draft.add(name, {**typed, "key_only": True}, not one.is_optional)
    draft.put_text(stored, own.replace(FieldValue.of(label), FieldValue.of(name)), f"schema.{label}")


def _say_defaults(draft: EntityDraft, path: str, one: _Field) -> None:
    for name in (*_DEFAULTS, "updateDefault"):
        if name in one.calls:
            draft.report.dropped(f"{path}.{name}", "a value by default is not part of a design; left out", draft.line)


def _plain_field(draft: EntityDraft, label: str, stored: str, one: _Field, typed: Json) -> None:
    path = f"{draft.path}.schema.{label}"
    if stored != label:
        draft.names[label] = stored
        draft.report.converted(path, f"stored as {stored}, so the design uses that name", draft.line)
    for name in (*_LINKS, "transform"):
        if name in one.calls:
            said = "changes the stored value; the design has a plain attribute"
            draft.report.dropped(f"{path}.{name}", said, draft.line)
    _say_defaults(draft, path, one)
    if one.word in ("map", "list", "record") and one.given:
        draft.report.note(path, "its inner fields are not part of a design", draft.line)
    draft.add(stored, typed, not one.is_optional)
