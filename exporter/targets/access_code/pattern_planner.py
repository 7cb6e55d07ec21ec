"""Plans of functions with named parameters: identifiers, the index keys that change too, what cannot be sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan, IndexKeys
from exporter.targets.access_code.naming import NAMING, own_name
from exporter.targets.access_code.pattern_plan import Parameter, PatternPlan, UpdateChange, pattern_plan
from exporter.targets.support.literals import RESERVED, Language, identifier
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.errors import Invalid
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import Dialect, Placeholder, walk
from modeler.core.expressions.parse import parse_update
from modeler.core.expressions.references import attribute_names
from modeler.core.keys import templates as keys
from modeler.core.keys.templates import KeyTemplate
from modeler.core.values.attribute_values import AttributeType

_GETS: Final = frozenset({Operation.GET})
_PARTS: Final[Mapping[Operation, frozenset[Operation]]] = {
    Operation.BATCH_GET: _GETS,
    Operation.TRANSACT_GET: _GETS,
    Operation.BATCH_WRITE: frozenset({Operation.PUT, Operation.DELETE}),
    Operation.TRANSACT_WRITE: frozenset({Operation.PUT, Operation.UPDATE, Operation.DELETE, Operation.CHECK}),
}
"""The operations that one request of several calls can contain. facts/limits#requests."""


def pattern_plans(
    design: Design, plans: Sequence[EntityPlan], language: Language, used: Iterable[str] = (), local: Iterable[str] = ()
) -> tuple[PatternPlan, ...]:
    """Return a plan for every access pattern; a sequence of steps has one for each step.

    `used` names are not available for functions; `local` are those that bodies use, so that no parameter can hide them.
    """
    taken: list[str] = [*used, *RESERVED[language], *(name for plan in plans for name in (plan.name, plan.variable))]
    taken += [one.function for plan in plans for one in plan.keys]
    found: list[PatternPlan] = []
    for pattern in design.patterns:
        steps = pattern.members if pattern.operation is Operation.STEPS else (pattern,)
        for number, one in enumerate(steps, 1):
            words = pattern.name or pattern.code
            text = f"{words} step {number}" if one is not pattern else words
            function = identifier(text, NAMING[language].functions, language, taken, otherwise="pattern")
            taken.append(function)
            label = replace(one, code=pattern.code, name=text) if one is not pattern else one
            found.append(_Planner(design, plans, language, local).plan(label, function))
    return tuple(found)


class _Planner:
    """Plans one function: `_parameters` are all of its inputs, `_own` those of the current member.

    If two members give one name two values, each has a separate parameter.
    """

    def __init__(
        self, design: Design, plans: Sequence[EntityPlan], language: Language, local: Iterable[str] = ()
    ) -> None:
        self._design = design
        self._plans = plans
        self._naming = NAMING[language]
        self._local = tuple(local)
        self._parameters: dict[tuple[str, Any], Parameter] = {}
        self._own: dict[str, Parameter] = {}

    def plan(self, pattern: AccessPattern, function: str, *, is_member: bool = False) -> PatternPlan:
        self._own = {}
        made = pattern_plan(self._design, self._plans, pattern, function)
        if made.problem:
            return made
        try:
            made = self._with_parameters(made)
        except Invalid as error:
            return replace(made, problem=error.message)
        own = tuple(self._own.values())
        members = tuple(self.plan(one, function, is_member=True) for one in pattern.members)
        problem = _unsendable(pattern) or next((one.problem for one in members if one.problem), "")
        parameters = own if is_member else tuple(self._parameters.values())
        notes = tuple(dict.fromkeys(note for one in (made, *members) for note in one.notes))
        return replace(made, members=members, parameters=parameters, problem=problem, notes=notes)

    def _with_parameters(self, made: PatternPlan) -> PatternPlan:
        pattern = made.pattern
        nodes = [node for node in (made.condition, made.filter) if node is not None]
        values, _ = made.values, made.paths  # which raise if they cannot be read
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
        changes = made.changes
        for node in nodes:
            attribute_names(node, pattern.names)  # which raises if a #name is not given
        placed = [one for node in nodes for one in walk(node)]
        if pattern.operation is Operation.UPDATE and pattern.update.strip():
            placed += list(walk(parse_update(pattern.update, Dialect.DYNAMODB)))
        for name in dict.fromkeys(one.text for one in placed if isinstance(one, Placeholder)):
            if name.startswith(":") and name not in values:
                self._take(made, name[1:])
        for change in changes:
            for name in filter(None, change.template.attributes if change.template else (change.parameter,)):
                self._take(made, name)
        return self._affecting(made)

    def _put(self, made: PatternPlan) -> Parameter:
        if made.entity is None:
            raise ExpressionInvalid("a PutItem needs one entity, and the pattern names none or several")
        own = own_name(made.entity.variable, self._naming.fields, self._naming.language, self._taken(), "item")
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
        # An item's current values belong to one member; a given value is shared with the members that give the same
        # one.
        shared = id(made.pattern) if is_stored else (bindings.values.get(name), bindings.lists.get(name))
        if (name, shared) in self._parameters:
            self._own[name] = self._parameters[name, shared]
            return
        called = {call.name for text in _templates(made.pattern) for one in text.references for call in one.formats}
        own = own_name(name, self._naming.fields, self._naming.language, [*self._taken(), *called], "value")
        attribute = bindings.attributes.get(name) or bindings.attributes.get(made.meant.get(name, ""))
        is_optional = is_stored and (attribute is None or attribute.optional < 1)
        found = replace(made.described(name), identifier=own, is_stored=is_stored, is_optional=is_optional)
        self._own[name] = self._parameters[name, shared] = found

    def _affecting(self, made: PatternPlan) -> PatternPlan:
        """Find the indexes whose keys an update must write too, and the additional attributes that they need."""
        if made.entity is None or not made.changes:
            return made
        touched = {change.attribute for change in made.changes}
        whole = {change.attribute for change in made.changes if change.is_whole and change.action != "add"}
        affected, mirrored, notes = [], list(made.mirrored), list(made.notes)
        given = self._own.keys() & set(made.entity.key_inputs if made.is_whole_key() else ())
        for one in made.entity.keys:
            own = set(made.entity.made) & {key.name for key in one.elements}
            if one.index.is_base or not own:
                continue
            if not one.attributes & touched:
                if made.may_create and _tells_keys(made, one, given):
                    affected.append(one)
                elif made.may_create and (said := one.unfilled(given)):
                    notes.append(said)
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


def _tells_keys(made: PatternPlan, one: IndexKeys, given: Set[str]) -> bool:
    """Does an update that can create its item give everything that an index's keys are made of? Written into any
    other item, they are the same again. If the item is surely new, it has nothing else.
    """
    return one.attributes <= given or made.expects_item is False


def _mirrored(made: PatternPlan, one: IndexKeys, touched: set[str]) -> list[tuple[str, UpdateChange]] | None:
    """Return key attributes that are one number unchanged, which the update adds to; None if other keys
    would change.
    """
    if len(one.written) != 1 or one.written[0].when or one.written[0].complete is None:
        return None
    added = {change.attribute: change for change in made.changes if change.action == "add" and change.is_whole}
    found: list[tuple[str, UpdateChange]] = []
    for key, text in zip(one.index.keys, one.written[0].complete, strict=True):
        reference = text.plain_reference
        if set(text.attributes) & touched:
            if reference is None or reference.attribute not in added or key.type is not AttributeType.N:
                return None
            if key.name != reference.attribute:
                found.append((key.name, added[reference.attribute]))
    return found


def _templates(pattern: AccessPattern) -> Iterator[KeyTemplate]:
    texts = [text for one in pattern.key for text in one.templates]
    yield from map(keys.parse, [*texts, *(one for one in pattern.set.values() if isinstance(one, str))])


def _unsendable(pattern: AccessPattern) -> str:
    """Return why one request cannot hold the members of the pattern; '' if it can, or if it is a single call."""
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
            raise ExpressionInvalid(f"the pattern does not specify {key.name}")
    unknown = given.keys() - set(made.index.key_names)
    if unknown:
        raise ExpressionInvalid(f"{made.index.name} has no key attribute {', '.join(sorted(unknown))}")
