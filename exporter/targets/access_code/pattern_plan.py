"""Access patterns as functions of any language: what each takes, asks and writes. Names are identifiers, texts are not
yet code; what a pattern says in a way that cannot be read makes a `problem`, of which the target tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan, IndexKeys, own_name
from exporter.targets.support.literals import RESERVED, Language, Style, identifier
from modeler.core.design.model import Design
from modeler.core.design.patterns import ALL_ATTRIBUTES, AccessPattern, KeyCondition, Operation
from modeler.core.design.tables import Index, KeyAttribute, Table
from modeler.core.errors import Invalid
from modeler.core.evaluator.bindings import (
    Bindings,
    bind,
    compared_with,
    expression_values,
    standing_for,
    typed,
    written_into,
)
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import Condition, Dialect, ExpressionKind, Name, Path, Placeholder, Projection, walk
from modeler.core.expressions.parse import parse_condition, parse_projection, parse_update
from modeler.core.expressions.references import attribute_names
from modeler.core.keys import templates as keys
from modeler.core.keys.templates import KeyTemplate
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_SHARD: Final = re.compile(r"shard\((\d{1,4})\)")
_GETS: Final = frozenset({Operation.GET})
_PARTS: Final[Mapping[Operation, frozenset[Operation]]] = {
    Operation.BATCH_GET: _GETS,
    Operation.TRANSACT_GET: _GETS,
    Operation.BATCH_WRITE: frozenset({Operation.PUT, Operation.DELETE}),
    Operation.TRANSACT_WRITE: frozenset({Operation.PUT, Operation.UPDATE, Operation.DELETE, Operation.CHECK}),
}
"""What one request of several calls is made of. facts/limits#requests."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a function takes: a value of `type`, or (`entity`) a whole item.

    `several`: the pattern has a list of it, one call each. `shards`: it is a shard from 0 to that number less one.
    `is_stored`: it is what the item holds already, and only the keys of indexes are made of it; `is_optional`: an
    item may be without it.
    """

    name: str
    identifier: str
    type: AttributeType = AttributeType.S
    entity: EntityPlan | None = None
    values: tuple[str, ...] = ()
    several: bool = False
    shards: int = 0
    is_stored: bool = False
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """One change of an update: `action` is set, remove or add; the value is a parameter, a template or a constant."""

    action: str
    path: Path
    parameter: str = ""
    template: KeyTemplate | None = None
    constant: AttributeValue | None = None

    @property
    def attribute(self) -> str:
        """The attribute that is changed, whole or inside."""
        first = self.path.parts[0]
        return first.text if isinstance(first, Name) else ""

    @property
    def is_whole(self) -> bool:
        """Not something inside a document."""
        return len(self.path.parts) == 1


@dataclass(frozen=True)
class PatternPlan:
    """One function: an access pattern with everything that it needs, and the members of a batch or transaction."""

    pattern: AccessPattern
    function: str
    table: Table
    index: Index
    entities: tuple[EntityPlan, ...]
    bindings: Bindings
    parameters: tuple[Parameter, ...]
    filter: Condition | None = None
    condition: Condition | None = None
    paths: Projection = ()
    changes: tuple[Change, ...] = ()
    affected: tuple[IndexKeys, ...] = ()
    mirrored: tuple[tuple[str, Change], ...] = ()
    values: Mapping[str, AttributeValue] = field(default_factory=dict)
    members: tuple[PatternPlan, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    item: Parameter | None = None

    @property
    def operation(self) -> Operation:
        """The call."""
        return self.pattern.operation

    @property
    def entity(self) -> EntityPlan | None:
        """The one entity that the pattern names; None where it names none or several."""
        return self.entities[0] if len(self.entities) == 1 else None

    def parameter(self, name: str) -> Parameter | None:
        """A parameter by the name that the pattern gives it."""
        return next((one for one in self.parameters if one.name == name and one.entity is None), None)

    def elements(self) -> Iterator[tuple[KeyAttribute, KeyCondition]]:
        """The key conditions in the order of the key schema, each with its key attribute."""
        by_name = {one.name: one for one in self.pattern.key}
        for key in self.index.keys:
            if key.name in by_name:
                yield key, by_name[key.name]

    def is_whole_key(self) -> bool:
        """Does the pattern name its item by the same templates that its entity writes, all of their values known?"""
        base = self.entity.base if self.entity else None
        if base is None or not self.index.is_base or len(base.written) != 1 or base.written[0].complete is None:
            return False
        wanted = dict(zip(self.index.key_names, base.written[0].complete, strict=True))
        given = {one.name: keys.parse(one.templates[0]) for one in self.pattern.key if one.operator == "="}
        same = wanted.keys() == given.keys() and all(wanted[name].parts == given[name].parts for name in wanted)
        return same and not base.written[0].when


def pattern_plans(
    design: Design, plans: Sequence[EntityPlan], language: Language, used: Iterable[str] = (), local: Iterable[str] = ()
) -> tuple[PatternPlan, ...]:
    """A plan for every access pattern, a sequence of steps giving one for each step.

    `used` names are not free for functions; `local` are those that bodies use, so that no parameter may hide them.
    """
    taken: list[str] = [*used, *RESERVED[language], *(name for plan in plans for name in (plan.name, plan.variable))]
    taken += [one.function for plan in plans for one in plan.keys]
    found: list[PatternPlan] = []
    for pattern in design.patterns:
        steps = pattern.members if pattern.operation is Operation.STEPS else (pattern,)
        for number, one in enumerate(steps, 1):
            words = pattern.name or pattern.code
            text = f"{words} step {number}" if one is not pattern else words
            function = identifier(text, Style.CAMEL, language, taken, otherwise="pattern")
            taken.append(function)
            label = replace(one, code=pattern.code, name=text) if one is not pattern else one
            found.append(_Planner(design, plans, language, local).plan(label, function))
    return tuple(found)


class _Planner:
    """Plans one function: `_parameters` are all that it takes, `_own` those of the member that is being planned.

    Two members may give one name two values: then each has a parameter of its own.
    """

    def __init__(
        self, design: Design, plans: Sequence[EntityPlan], language: Language, local: Iterable[str] = ()
    ) -> None:
        self._design = design
        self._plans = plans
        self._language = language
        self._local = tuple(local)
        self._parameters: dict[tuple[str, Any], Parameter] = {}
        self._own: dict[str, Parameter] = {}

    def plan(self, pattern: AccessPattern, function: str, *, is_member: bool = False) -> PatternPlan:
        table = self._design.table(pattern.table)
        if table is None:
            nowhere = Table("", "", ())
            bindings = Bindings({}, {}, {}, {})
            problem = "the pattern names no table of the design"
            return PatternPlan(pattern, function, nowhere, nowhere.base, (), bindings, (), problem=problem)
        entities = tuple(
            one for one in self._plans if one.table is table and one.entity in self._design.entities_of(pattern)
        )
        index = table.index(pattern.index)
        self._own = {}
        made = PatternPlan(pattern, function, table, index or table.base, entities, bind(table, pattern), ())
        if index is None:
            return replace(made, problem=f"the table has no index {pattern.index}")
        try:
            made = self._expressed(made)
        except Invalid as error:
            return replace(made, problem=error.message)
        own = tuple(self._own.values())
        members = tuple(self.plan(one, function, is_member=True) for one in pattern.members)
        problem = _unsendable(pattern) or next((one.problem for one in members if one.problem), "")
        parameters = own if is_member else tuple(self._parameters.values())
        notes = tuple(dict.fromkeys(note for one in (made, *members) for note in one.notes))
        return replace(made, members=members, parameters=parameters, problem=problem, notes=notes)

    def _expressed(self, made: PatternPlan) -> PatternPlan:
        pattern, bindings = made.pattern, made.bindings
        condition = _condition(pattern)
        filtered = parse_condition(pattern.filter, kind=ExpressionKind.FILTER) if pattern.filter.strip() else None
        values = {
            name: one for name, one in expression_values(pattern, bindings).items() if name not in bindings.placeholders
        }
        made = replace(made, filter=filtered, condition=condition, paths=_paths(made), values=values)
        if pattern.operation is Operation.PUT:
            made = replace(made, item=self._put(made))
        for one in pattern.key:
            templates = [keys.parse(text) for text in one.templates]
            if problem := next((text.problem for text in templates if text.problem), ""):
                raise ExpressionInvalid(f"{one.name}: {problem}")
            for name in dict.fromkeys(name for text in templates for name in text.attributes):
                self._take(made, name)
        if not pattern.operation.is_multiple or (pattern.key and pattern.operation in _PARTS):
            _refuse_unkeyed(made)
        changes = tuple(_changes(made)) if pattern.operation is Operation.UPDATE else ()
        nodes = [node for node in (condition, filtered) if node is not None]
        for node in nodes:
            attribute_names(node, pattern.names)  # which raises where a #name is not given
        placed = [one for node in nodes for one in walk(node)]
        if pattern.operation is Operation.UPDATE and pattern.update.strip():
            placed += list(walk(parse_update(pattern.update, Dialect.DYNAMODB)))
        for name in dict.fromkeys(one.text for one in placed if isinstance(one, Placeholder)):
            if name.startswith(":") and name not in values:
                self._take(made, name[1:])
        for change in changes:
            for name in filter(None, change.template.attributes if change.template else (change.parameter,)):
                self._take(made, name)
        return self._affecting(replace(made, changes=changes))

    def _put(self, made: PatternPlan) -> Parameter:
        if made.entity is None:
            raise ExpressionInvalid("a PutItem is of one entity, and the pattern names none or several")
        own = own_name(made.entity.variable, Style.CAMEL, self._language, self._taken(), "item")
        return self._parameters.setdefault(("", own), Parameter("", own, entity=made.entity))

    def _taken(self) -> list[str]:
        return [*self._local, *(one.identifier for one in self._parameters.values())]

    def _take(self, made: PatternPlan, name: str, *, is_stored: bool = False) -> None:
        if name in self._own:
            return
        is_item = made.pattern.operation is Operation.PUT and made.entity and name in made.entity.fields
        if is_item:
            return
        bindings = made.bindings
        # What an item holds is one member's own; a value that is given is shared with the members that give the same.
        shared = id(made.pattern) if is_stored else (bindings.values.get(name), bindings.lists.get(name))
        if (name, shared) in self._parameters:
            self._own[name] = self._parameters[name, shared]
            return
        called = {call.name for text in _templates(made.pattern) for one in text.references for call in one.formats}
        own = own_name(name, Style.CAMEL, self._language, [*self._taken(), *called], "value")
        attribute = bindings.attributes.get(name) or bindings.attributes.get(_meant(made).get(name, ""))
        given = bindings.values.get(name) or next(iter(bindings.lists.get(name, ())), None)
        kind = given.type if given else attribute.type if attribute else AttributeType.S
        values = tuple(attribute.values) if attribute and attribute.values and kind is AttributeType.S else ()
        several = name in bindings.lists
        found = _SHARD.fullmatch(attribute.format) if attribute and given is None else None
        shards = int(found[1]) if found else 0
        is_optional = is_stored and (attribute is None or attribute.optional < 1)
        made_of = Parameter(name, own, kind, None, values, several, shards, is_stored, is_optional)
        self._own[name] = self._parameters[name, shared] = made_of

    def _affecting(self, made: PatternPlan) -> PatternPlan:
        """The indexes whose keys an update must write too, and the attributes that they need besides."""
        if made.entity is None or not made.changes:
            return made
        touched = {change.attribute for change in made.changes}
        whole = {change.attribute for change in made.changes if change.is_whole and change.action != "add"}
        affected, mirrored, notes = [], list(made.mirrored), list(made.notes)
        for one in made.entity.keys:
            own = set(made.entity.made) & {key.name for key in one.elements}
            if one.index.is_base or not own or not one.attributes & touched:
                continue
            computed = one.attributes & (touched - whole)
            if not computed:
                affected.append(one)
                for name in sorted(one.attributes - touched):
                    self._take(made, name, is_stored=True)
            elif (copies := _mirrored(made, one, touched)) is not None:
                mirrored += copies
            else:
                lost = ", ".join(sorted(computed))
                notes.append(f"{one.index.name} is made of {lost}, which DynamoDB computes: its keys are not written")
        return replace(made, affected=tuple(affected), mirrored=tuple(mirrored), notes=tuple(notes))


def _mirrored(made: PatternPlan, one: IndexKeys, touched: set[str]) -> list[tuple[str, Change]] | None:
    """Key attributes that are one number as it is, which the update adds to; None where other keys would change."""
    if len(one.written) != 1 or one.written[0].when or one.written[0].complete is None:
        return None
    added = {change.attribute: change for change in made.changes if change.action == "add" and change.is_whole}
    found: list[tuple[str, Change]] = []
    for key, text in zip(one.index.keys, one.written[0].complete, strict=True):
        reference = text.plain_reference
        if set(text.attributes) & touched:
            if reference is None or reference.attribute not in added or key.type is not AttributeType.N:
                return None
            if key.name != reference.attribute:
                found.append((key.name, added[reference.attribute]))
    return found


def _meant(made: PatternPlan) -> dict[str, str]:
    """Which attribute each parameter stands for that is none itself."""
    standing = standing_for(made.table, made.pattern, made.bindings.attributes)
    return {**standing, **written_into(made.pattern), **compared_with(made.pattern)}


def _condition(pattern: AccessPattern) -> Condition | None:
    if pattern.condition.strip():
        return parse_condition(pattern.condition, Dialect.DYNAMODB)
    return parse_condition(pattern.if_) if pattern.if_.strip() else None


def _paths(made: PatternPlan) -> Projection:
    known = {*made.bindings.attributes, *(name for entity in made.entities for name in entity.fields)}
    known.update(name for index in made.table.all_indexes for name in index.key_names)
    found: list[Path] = []
    for text in made.pattern.projection:
        if text in known:
            found.append(Path((Name(text),)))
        elif text != ALL_ATTRIBUTES:
            found += parse_projection(text)
    return tuple(found)


def _templates(pattern: AccessPattern) -> Iterator[KeyTemplate]:
    texts = [text for one in pattern.key for text in one.templates]
    yield from map(keys.parse, [*texts, *(one for one in pattern.set.values() if isinstance(one, str))])


def _unsendable(pattern: AccessPattern) -> str:
    """Why no one request holds what the pattern is made of; '' where one does, or where it is a single call."""
    parts = _PARTS.get(pattern.operation)
    if parts is None:
        return ""
    if not pattern.steps and not (Operation.GET in parts and pattern.key):
        return f"the {pattern.operation} has no steps"
    strange = next((one.operation for one in pattern.steps if one.operation not in parts), None)
    return f"a {strange} cannot be a step of a {pattern.operation}" if strange else ""


def _refuse_unkeyed(made: PatternPlan) -> None:
    given = {one.name: one for one in made.pattern.key}
    if made.operation in {Operation.PUT, Operation.SCAN}:
        return
    needed = made.index.partition_key if made.operation is Operation.QUERY else made.index.keys
    if not needed:
        raise ExpressionInvalid(f"{made.index.name} has no partition key")
    for key in needed:
        if key.name not in given or given[key.name].operator != "=":
            raise ExpressionInvalid(f"the pattern does not say what {key.name} is")
    unknown = given.keys() - set(made.index.key_names)
    if unknown:
        raise ExpressionInvalid(f"{', '.join(sorted(unknown))} is no key of {made.index.name}")


def _changes(made: PatternPlan) -> Iterable[Change]:
    pattern = made.pattern
    if pattern.update.strip():
        return
    for action, written in (("set", pattern.set), ("add", pattern.add)):
        for name, raw in written.items():
            yield _change(made, action, name, raw)
    for name in pattern.remove:
        yield Change("remove", _path(name, made.bindings))


def _change(made: PatternPlan, action: str, name: str, raw: Any) -> Change:
    path = _path(name, made.bindings)
    if isinstance(raw, str):
        if raw.startswith(":") and len(raw) > 1:
            return Change(action, path, parameter=raw[1:])
        template = keys.parse(raw)
        if template.references and all(one in made.bindings.values for one in template.attributes):
            if template.plain_reference:
                return Change(action, path, parameter=template.plain_reference.attribute)
            return Change(action, path, template=template)
    return Change(action, path, constant=typed(raw, made.bindings.attributes.get(name)))


def _path(text: str, bindings: Bindings) -> Path:
    if text in bindings.attributes:
        return Path((Name(text),))
    try:
        return parse_projection(text)[0]
    except ExpressionInvalid:
        return Path((Name(text),))
