"""Access patterns as plans for every language: the parameters, reads and writes of each.

A plan uses only the pattern; expressions are parsed on demand, and raise Invalid if they cannot be read.
`pattern_planner` adds what functions with named parameters need: identifiers, index keys that change too, the problem.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan, IndexKeys, Resolve
from exporter.targets.access_code.parameter_types import Use, uses
from modeler.core.design.model import Design
from modeler.core.design.patterns import ALL_ATTRIBUTES, AccessPattern, KeyCondition, Operation
from modeler.core.design.tables import Index, KeyAttribute, Table
from modeler.core.design.write_conditions import condition_of
from modeler.core.evaluator.bindings import (
    Bindings,
    bind,
    compared_with,
    expression_values,
    standing_for,
    typed,
    written_into,
)
from modeler.core.evaluator.views import named_paths
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import (
    Condition,
    Dialect,
    ExpressionKind,
    Function,
    Name,
    Node,
    Path,
    Projection,
)
from modeler.core.expressions.parse import parse_condition, parse_projection, parse_update
from modeler.core.keys import templates
from modeler.core.keys.templates import KeyTemplate
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_SHARD: Final = re.compile(r"shard\((\d{1,4})\)")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function: a value of `type`, or (`entity`) a whole item.

    `several`: the pattern has a list of it, one call each. `shards`: it is a shard from 0 to that number less one.
    `is_stored`: it is the item's current value, from which only keys of indexes are built; `is_optional`: the item can
    lack it. `examples` are the pattern's own. `is_declared`: an attribute has its name. `is_known`: an example, an
    attribute, a key, or an expression determines its type; if not, `type` is S and means nothing.
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
    examples: tuple[AttributeValue, ...] = ()
    is_declared: bool = False
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class UpdateChange:
    """One change of an update: `action` is set, remove or add; the value is a parameter, a template or a constant.

    `name` and `raw` are how the pattern spells the place and the value.
    """

    action: str
    path: Path
    name: str = ""
    raw: Any = None
    parameter: str = ""
    template: KeyTemplate | None = None
    constant: AttributeValue | None = None

    @property
    def attribute(self) -> str:
        """The attribute that changes, as a whole or inside."""
        first = self.path.parts[0]
        return first.text if isinstance(first, Name) else ""

    @property
    def is_whole(self) -> bool:
        """Is it a whole attribute, not a value inside a document?"""
        return len(self.path.parts) == 1


@dataclass(frozen=True)
class PatternPlan:
    """One function: an access pattern with everything that it needs, and the members of a batch or transaction.

    Of an update: `affected` are the indexes whose keys change too, `mirrored` the keys that are equal to a number to
    which it adds.
    """

    pattern: AccessPattern
    function: str
    table: Table
    index: Index
    entities: tuple[EntityPlan, ...]
    bindings: Bindings
    parameters: tuple[Parameter, ...] = ()
    affected: tuple[IndexKeys, ...] = ()
    mirrored: tuple[tuple[str, UpdateChange], ...] = ()
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
        """The one entity that the pattern names; None if it names none or several."""
        return self.entities[0] if len(self.entities) == 1 else None

    @cached_property
    def condition(self) -> Condition | None:
        """The condition of a write. Raises ExpressionInvalid."""
        return condition_of(self.pattern)

    @cached_property
    def filter(self) -> Condition | None:
        """The filter of a read. Raises ExpressionInvalid."""
        text = self.pattern.filter
        return parse_condition(text, kind=ExpressionKind.FILTER) if text.strip() else None

    @cached_property
    def paths(self) -> Projection:
        """The projection; nothing for all attributes. The name of an attribute is one name, even with a dot. Raises
        ExpressionInvalid.
        """
        known = {*self.bindings.attributes, *(name for entity in self.entities for name in entity.fields)}
        known.update(name for index in self.table.all_indexes for name in index.key_names)
        found: list[Path] = []
        for text in self.pattern.projection:
            if text in known:
                found.append(Path((Name(text),)))
            elif text != ALL_ATTRIBUTES:
                found += named_paths(parse_projection(text), self.pattern.names)
        return tuple(found)

    @cached_property
    def values(self) -> Mapping[str, AttributeValue]:
        """The pattern's own values of its expressions, without parameters. Raises Invalid."""
        found = expression_values(self.pattern, self.bindings)
        return {name: one for name, one in found.items() if name not in self.bindings.placeholders}

    @cached_property
    def changes(self) -> tuple[UpdateChange, ...]:
        """Return the changes of an update's intent; nothing if it is a handwritten expression. Raises Invalid."""
        is_intent = self.operation is Operation.UPDATE and not self.pattern.update.strip()
        return tuple(_changes(self.pattern, self.bindings)) if is_intent else ()

    @cached_property
    def given(self) -> tuple[UpdateChange, ...]:
        """Return what a put sets in addition to its parameters. Raises Invalid."""
        return tuple(_change(self.bindings, "set", name, raw) for name, raw in self.pattern.set.items())

    @property
    def following_keys(self) -> list[str]:
        """Return the key attributes that an update writes or removes in addition to its changes."""
        made = self.entity.made if self.entity else {}
        names = dict.fromkeys(key.name for one in self.affected for key in one.elements)
        return [name for name in names if name in made]

    @property
    def following_inputs(self) -> list[tuple[str, UpdateChange | None]]:
        """The attributes from which those keys are built, by name, each with the change that sets or removes it as a
        whole.
        """
        changed = {one.attribute: one for one in self.changes if one.is_whole}
        names = set().union(*(one.attributes for one in self.affected))
        return [(name, changed.get(name)) for name in sorted(names)]

    def written_type(self, change: UpdateChange) -> AttributeType:
        """The type of the value that a change writes."""
        parameter = self.parameter(change.parameter)
        return parameter.type if parameter else change.constant.type if change.constant else AttributeType.S

    def writes_one_of(self, change: UpdateChange, values: Collection[Any]) -> bool:
        """Is the value that a change writes always one of these?"""
        parameter = self.parameter(change.parameter)
        return bool(parameter and parameter.values) or (change.constant is not None and change.constant.data in values)

    def parameter(self, name: str) -> Parameter | None:
        """Return a parameter by its name in the pattern."""
        return next((one for one in self.parameters if one.name == name and one.entity is None), None)

    def described(self, name: str) -> Parameter:
        """The known facts about a parameter of that name, without an identifier."""
        bindings = self.bindings
        own = bindings.attributes.get(name)
        use = self.uses.get(name)
        attribute = own or bindings.attributes.get(self.meant.get(name, "")) or (use.attribute if use else None)
        value = bindings.values.get(name)
        examples = (value,) if value is not None else tuple(bindings.lists.get(name, ()))
        found_type = examples[0].type if examples else attribute.type if attribute else use.type if use else None
        kind = found_type or self._keyed.get(name) or AttributeType.S
        values = tuple(attribute.values) if attribute and attribute.values and kind is AttributeType.S else ()
        found = _SHARD.fullmatch(attribute.format) if attribute and not examples else None
        return Parameter(
            name,
            "",
            kind,
            values=values,
            several=name in bindings.lists,
            shards=int(found[1]) if found else 0,
            examples=examples,
            is_declared=own is not None,
            is_known=found_type is not None or name in self._keyed,
        )

    @cached_property
    def uses(self) -> Mapping[str, Use]:
        """What the expressions determine of the parameters: of the filter, the condition, and a handwritten update."""
        text = self.pattern.update if self.operation is Operation.UPDATE else ""
        nodes: list[Node | None] = [self.condition, self.filter]
        nodes += parse_update(text, Dialect.DYNAMODB).actions if text.strip() else ()
        known = [one for one in nodes if one is not None]
        return uses(known, self.bindings.attributes, self.pattern.names)

    @cached_property
    def _keyed(self) -> Mapping[str, AttributeType]:
        """The types of the parameters that keys contain as they are: those of the keys."""
        types = {key.name: key.type for index in self.table.all_indexes for key in index.keys}
        return {
            reference.attribute: types.get(one.name, AttributeType.S)
            for one in self.pattern.key
            for text in one.templates
            for reference in templates.parse(text).references
            if reference.is_plain
        }

    @cached_property
    def meant(self) -> Mapping[str, str]:
        """Map each parameter that is not an attribute to the attribute that it supplies."""
        standing = standing_for(self.table, self.pattern, self.bindings.attributes)
        return {**standing, **written_into(self.pattern), **compared_with(self.pattern)}

    def resolver(self, field_of: Callable[[str, str], str], nothing: str) -> Resolve:
        """How the templates of a pattern refer to their values: its parameters, else fields of the item that a put
        writes.

        `field_of` gives the code of an item's field; `nothing` is the code of a missing value.
        """

        def resolve(name: str) -> str:
            found = self.parameter(name)
            if found is not None:
                return found.identifier
            if self.entity is not None and self.item is not None and name in self.entity.fields:
                return field_of(self.item.identifier, self.entity.field(name))
            return nothing

        return resolve

    @property
    def expects_item(self) -> bool | None:
        """Return True or False if the condition is that the item exists, or does not; None for any other."""
        match self.condition:
            case Function("attribute_exists" | "attribute_not_exists" as name, (Path((Name(key),)),)):
                if key in self.table.base.key_names:
                    return name == "attribute_exists"
        return None

    @property
    def may_create(self) -> bool:
        """Can an update create its item? Without a condition, or with the condition that there is none."""
        return self.operation is Operation.UPDATE and (self.condition is None or self.expects_item is False)

    def about(self) -> list[str]:
        """The lines of the function's comment."""
        one = self.pattern
        lines = [f"{one.code}: {one.name}" if one.code else one.name]
        if one.description:
            lines.append(one.description)
        for parameter in self.parameters:
            if parameter.several and not self.operation.is_multiple:
                lines.append(f"The pattern needs several values of {parameter.name}: call it for each.")
            if parameter.shards:
                lines.append(f"{parameter.name} is a shard, 0 to {parameter.shards - 1}: call it for each.")
            if parameter.is_stored:
                lines.append(f"{parameter.name} is the item's current value: keys of indexes are made of it.")
            if not parameter.is_known and parameter.entity is None:
                lines.append(f"The type of {parameter.name} is unknown: no attribute, example, or key determines it.")
        return [*lines, *(f"{note}." for note in self.notes)]

    def elements(self) -> Iterator[tuple[KeyAttribute, KeyCondition]]:
        """Return the key conditions in the order of the key schema, each with its key attribute."""
        by_name = {one.name: one for one in self.pattern.key}
        for key in self.index.keys:
            if key.name in by_name:
                yield key, by_name[key.name]

    def is_whole_key(self) -> bool:
        """Does the pattern identify its item by the same templates that its entity writes, with all values known?"""
        base = self.entity.base if self.entity else None
        if base is None or not self.index.is_base or len(base.written) != 1 or base.written[0].complete is None:
            return False
        wanted = dict(zip(self.index.key_names, base.written[0].complete, strict=True))
        given = {one.name: templates.parse(one.templates[0]) for one in self.pattern.key if one.operator == "="}
        same = wanted.keys() == given.keys() and all(wanted[name].parts == given[name].parts for name in wanted)
        return same and not base.written[0].when


def pattern_plan(
    design: Design, plans: Iterable[EntityPlan], pattern: AccessPattern, function: str = ""
) -> PatternPlan:
    """The plan of a pattern, without members; with a problem if its table or index is not in the design."""
    table = design.table(pattern.table)
    if table is None:
        nowhere = Table("", "", ())
        problem = "the pattern does not name a table of the design"
        return PatternPlan(pattern, function, nowhere, nowhere.base, (), Bindings({}, {}, {}, {}), problem=problem)
    about = design.entities_of(pattern)
    entities = tuple(one for one in plans if one.table is table and one.entity in about)
    index = table.index(pattern.index)
    problem = "" if index else f"the table has no index {pattern.index}"
    return PatternPlan(pattern, function, table, index or table.base, entities, bind(table, pattern), problem=problem)


def _changes(pattern: AccessPattern, bindings: Bindings) -> Iterator[UpdateChange]:
    for action, written in (("set", pattern.set), ("add", pattern.add)):
        for name, raw in written.items():
            yield _change(bindings, action, name, raw)
    for name in pattern.remove:
        yield UpdateChange("remove", _path(name, bindings), name)


def _change(bindings: Bindings, action: str, name: str, raw: Any) -> UpdateChange:
    path = _path(name, bindings)
    if isinstance(raw, str):
        if raw.startswith(":") and len(raw) > 1:
            return UpdateChange(action, path, name, raw, parameter=raw[1:])
        template = templates.parse(raw)
        known = {*bindings.values, *bindings.lists}
        if template.references and all(one in known for one in template.attributes):
            if template.plain_reference:
                return UpdateChange(action, path, name, raw, parameter=template.plain_reference.attribute)
            return UpdateChange(action, path, name, raw, template=template)
    return UpdateChange(action, path, name, raw, constant=typed(raw, bindings.attributes.get(name)))


def _path(text: str, bindings: Bindings) -> Path:
    """The name of an attribute is one name; anything else is a document path."""
    if text in bindings.attributes:
        return Path((Name(text),))
    try:
        return parse_projection(text)[0]
    except ExpressionInvalid:
        return Path((Name(text),))
