"""The intent of patterns that name a key: what they request, in terms of attributes, found in the present templates."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.design.tables import Index, ProjectionType
from modeler.core.expressions.nodes import Name, Path
from modeler.core.expressions.printing import print_node
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse
from modeler.core.keys.written_keys import WrittenKey, written_keys

_BOUNDS = {">": ">", ">=": ">=", "<": "<", "<=": "<="}


def recovered(design: Design, pattern: AccessPattern) -> tuple[AccessPattern, frozenset[str] | None]:
    """The pattern without its key and index, and the attributes that its index projects (None: all of them).

    What its key conditions say is added to its intent and its filter. A pattern that names no key stays as it is.
    """
    table = design.table(pattern.table)
    index = table.index(pattern.index) if table is not None else None
    entities = design.entities_of(pattern)
    if table is None or index is None or not entities:
        return replace(pattern, key=(), index=None), None
    if pattern.operation is Operation.SCAN:
        return _of_scan(pattern), None
    projected = _projected(index) if pattern.operation is Operation.QUERY else None
    if not pattern.key:
        return replace(pattern, index=None), projected
    found = _Found()
    for key in written_keys(table, entities[0], index):
        found = _Found()
        if found.read(index, pattern, key):
            break
    return found.intended(pattern, entities[0], index), projected


def _of_scan(pattern: AccessPattern) -> AccessPattern:
    """A Scan on the request path that filters is a Query without an index."""
    online = pattern.facts.purpose == "online" and pattern.filter.strip()
    return replace(pattern, operation=Operation.QUERY, index=None) if online else pattern


def _projected(index: Index) -> frozenset[str] | None:
    if index.is_base or index.projection.type is ProjectionType.ALL:
        return None
    return frozenset(index.projection.attributes if index.projection.type is ProjectionType.INCLUDE else ())


def _quoted(name: str) -> str:
    return print_node(Path((Name(name),)))


@dataclass
class _Found:
    """What a key condition says, collected part by part."""

    given: list[str] = field(default_factory=list)
    filters: list[str] = field(default_factory=list)
    periods: list[Reference] = field(default_factory=list)
    order: list[str] = field(default_factory=list)

    def read(self, index: Index, pattern: AccessPattern, key: WrittenKey) -> bool:
        """Read every condition against the templates that an entity writes; False if they do not agree."""
        conditions = {one.name: one for one in pattern.key}
        for element, written in zip(index.keys, key.templates, strict=True):
            if written is None:
                return False
            condition = conditions.get(element.name)
            if condition is None:
                self.order = list(written.attributes)
                break
            if not self._condition(condition, written):
                return False
        # Of the table's own keys an item has one: its condition says which key it has, not which items are meant.
        if key.when.strip() and not index.is_base:
            self.filters.append(key.when.strip())
        return True

    def _condition(self, condition: KeyCondition, written: KeyTemplate) -> bool:
        if condition.operator in {"=", "begins_with"}:
            return self._aligned(parse(condition.templates[0]), written, whole=condition.operator == "=")
        return self._range(condition, written)

    def _aligned(self, asked: KeyTemplate, written: KeyTemplate, *, whole: bool) -> bool:
        """Walk both templates: a literal of the request may stand for the value of an attribute."""
        rest = list(written.parts)
        for place, mine in enumerate(asked.parts):
            if not rest:
                return False
            theirs = rest.pop(0)
            last = place == len(asked.parts) - 1
            match mine, theirs:
                case LiteralText(text), LiteralText(other) if text == other or (
                    last and not whole and other.startswith(text)
                ):
                    continue
                case LiteralText(text), LiteralText(other) if text.startswith(other) and rest:
                    # The constant continues into an attribute: `STATUS#OPEN` where STATUS#{status} is written.
                    value, after = rest.pop(0), text[len(other) :]
                    if not isinstance(value, Reference) or (rest and not last):
                        return False
                    self.filters.append(f"{_quoted(value.attribute)} = '{after.rstrip('#')}'")
                case LiteralText(text), Reference(name):
                    self.filters.append(f"{_quoted(name)} = '{text.rstrip('#')}'")
                case Reference(name), Reference():
                    self._given(name, theirs)
                case _:
                    return False
        self.order = [part.attribute for part in rest if isinstance(part, Reference)]
        return not whole or not rest

    def _given(self, parameter: str, theirs: Reference) -> None:
        if any(call.name in {"year", "month", "date", "hour", "minute", "shard"} for call in theirs.formats):
            self.periods.append(theirs)
        elif parameter == theirs.attribute:
            self.given.append(parameter)
        else:
            self.filters.append(f"{_quoted(theirs.attribute)} = :{parameter}")

    def _range(self, condition: KeyCondition, written: KeyTemplate) -> bool:
        bounds = [[part.attribute for part in parse(text).references] for text in condition.templates]
        references = list(written.references)
        low, *others = bounds
        for place, name in enumerate(low[:-1]):
            if place < len(references):
                self._given(name, references[place])
        target = references[min(max(len(low) - 1, 0), len(references) - 1)] if references else None
        if target is None or not low:
            return False
        name = _quoted(target.attribute)
        if condition.operator == "between":
            high = others[0][-1] if others and others[0] else low[-1]
            self.filters.append(f"{name} BETWEEN :{low[-1]} AND :{high}")
        else:
            self.filters.append(f"{name} {_BOUNDS.get(condition.operator, '>=')} :{low[-1]}")
        self.order = [part.attribute for part in references[references.index(target) :]]
        return True

    def intended(self, pattern: AccessPattern, entity: Entity, index: Index) -> AccessPattern:
        """The pattern by intent. A list that is limited or read in reverse keeps its order."""
        raw: dict[str, Any] = dict(pattern.facts.intent.raw)
        inside = [name for name in self.given if entity.attribute(name) is not None]
        raw["given"] = list(dict.fromkeys([*pattern.facts.intent.given, *inside]))
        ordered = [name for name in self.order if name not in self.given]
        is_list = pattern.operation is Operation.QUERY and pattern.items_returned != 1
        if is_list and ordered and "order_by" not in raw and (pattern.descending or pattern.limit):
            raw |= {"order_by": [ordered[0]], "direction": "descending" if pattern.descending else "ascending"}
        terms = [pattern.filter.strip()] if pattern.filter.strip() else []
        terms = [f"({text})" if " OR " in text else text for text in (*terms, *self.filters)]
        joined = " AND ".join(dict.fromkeys(terms))
        extra = {**pattern.extra, "intent": raw}
        # A period of time or a shard in a key is a way of the present keys to serve a read, not an input of its own.
        unused = {part.attribute for part in self.periods} - set(self.given)
        if pattern.operation.is_read:
            # A read that names its key has no other input than that, and what its filter names.
            unused |= {name for name in pattern.parameters if entity.attribute(name) is not None} - set(self.given)
            unused -= {name for name in pattern.parameters if f":{name}" in joined}
        parameters = {name: value for name, value in pattern.parameters.items() if name not in unused}
        return replace(pattern, key=(), index=None, filter=joined, extra=extra, parameters=parameters)
