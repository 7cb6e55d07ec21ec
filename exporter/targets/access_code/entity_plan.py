"""The parts of a design that access code in any language needs: entities, their fields and keys, patterns, parameters.

Names are identifiers of one language, unique in their scope. This module contains no text of a program: the targets
write it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property

from exporter.targets.access_code.naming import NAMING, Naming, class_name, own_name
from exporter.targets.support.literals import Language, Style, identifier
from modeler.core.design.items import Attribute, Entity, Overload
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Index, KeyAttribute, ProjectionType, Table
from modeler.core.evaluator.index_keys import KnownItem, chosen
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import Condition, Placeholder, walk
from modeler.core.expressions.parse import parse_condition, parse_projection
from modeler.core.expressions.references import attribute_names
from modeler.core.keys import templates as keys
from modeler.core.keys.templates import KeyTemplate
from modeler.core.keys.written_keys import WrittenKey, written_keys

type Resolve = Callable[[str], str]
"""The code of an attribute's or parameter's value, by its name."""


@dataclass(frozen=True, slots=True)
class PlannedField:
    """One attribute of an entity in code: its original `name`, and its `identifier`.

    `attribute` is None if it is not declared, but an access pattern refers to it.
    """

    name: str
    identifier: str
    attribute: Attribute | None

    @property
    def is_optional(self) -> bool:
        """Can an item lack it?"""
        return self.attribute is None or self.attribute.optional < 1


@dataclass(frozen=True)
class IndexKeys:
    """The keys of an entity in one index: the overloads in their order, and the name of the function for them."""

    index: Index
    function: str
    written: tuple[WrittenKey, ...]
    elements: tuple[KeyAttribute, ...]

    @cached_property
    def attributes(self) -> frozenset[str]:
        """Every attribute that the templates and conditions use."""
        names = {name for one in self.written for text in one.templates if text for name in text.attributes}
        for one in self.written:
            node = condition(one.when)
            names.update(attribute_names(node) if node is not None else ())
        return frozenset(names)

    @property
    def overloads(self) -> tuple[Overload, ...]:
        """The overloads that the entity declares: none if its own attributes are the key."""
        return tuple(one.overload for one in self.written if one.overload is not None)

    def rows(self) -> Iterator[tuple[WrittenKey, tuple[tuple[KeyAttribute, KeyTemplate], ...]]]:
        """Each overload with its key attributes and templates; one that cannot be read has none."""
        for one in self.written:
            if one.complete is None or (one.when.strip() and condition(one.when) is None):
                yield one, ()
                continue
            pairs = zip(self.index.keys, one.complete, strict=True)
            yield one, tuple((key, text) for key, text in pairs if key in self.elements)

    def unfilled(self, given: Set[str]) -> str:
        """Return a note that an update creates items outside the index: it can fill the templates from what is given,
        and which of them holds depends on attributes that it does not give; '' if that is not so.
        """
        now = chosen(self.overloads, KnownItem({}, absent=self.attributes - given, complete=False))
        filled = any(
            one.complete and all(set(text.attributes) <= given for text in one.complete) for one in self.written
        )
        if now is None or not filled:
            return ""
        lacks = ", ".join(sorted(self.attributes - given))
        return f"{self.index.name} depends on {lacks}: an item that the update creates is not in it"

    def branches(self) -> Iterator[tuple[Condition | None, tuple[tuple[KeyAttribute, KeyTemplate], ...]]]:
        """The conditions and keys in order: the first condition that holds decides. None always holds, and is the last.

        An overload whose condition cannot be read never holds.
        """
        for one, row in self.rows():
            node = condition(one.when)
            if node is not None or not one.when.strip():
                yield node, row
            if not one.when.strip():
                return


@dataclass(frozen=True)
class EntityPlan:
    """One entity: its names, its fields, its keys index by index (the table's own first)."""

    table: Table
    entity: Entity
    name: str
    module: str
    variable: str
    fields: Mapping[str, PlannedField]
    keys: tuple[IndexKeys, ...]

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:
        """The declared attributes in their order; of two with one name, the first."""
        found: dict[str, Attribute] = {}
        for attribute in self.entity.attributes:
            found.setdefault(attribute.name, attribute)
        return tuple(found.values())

    def field(self, name: str) -> str:
        """The identifier of an attribute's field."""
        return self.fields[name].identifier

    @property
    def base(self) -> IndexKeys | None:
        """The table's own key; None if no overload of it has a template."""
        return next((one for one in self.keys if one.index.is_base), None)

    @cached_property
    def made(self) -> Mapping[str, tuple[KeyAttribute, tuple[IndexKeys, ...]]]:
        """Key attributes that are built from others, by name, with the indexes that write them; without those that are
        an unchanged attribute of the item.
        """
        found: dict[str, tuple[KeyAttribute, tuple[IndexKeys, ...]]] = {}
        templated = templated_keys(self.entity)
        for one in self.keys:
            for element in one.elements:
                if element.name not in self.fields or element.name in templated:
                    before = found.get(element.name, (element, ()))[1]
                    found[element.name] = (element, (*before, one))
        return found

    @cached_property
    def key_inputs(self) -> tuple[str, ...]:
        """Names of the attributes in the table's own key, in order, and in its conditions."""
        if self.base is None:
            return ()
        named = [name for one in self.base.written for text in one.templates if text for name in text.attributes]
        return tuple(dict.fromkeys((*named, *sorted(self.base.attributes - set(named)))))

    @cached_property
    def only_in_keys(self) -> tuple[str, ...]:
        """Key-only attributes, which are not stored unchanged."""
        own = {key.name for index in self.table.all_indexes for key in index.keys}
        return tuple(one.name for one in self.entity.attributes if one.key_only and one.name not in own)

    @cached_property
    def lacked(self) -> tuple[str, ...]:
        """Attributes that an item can lack when it is read: those that are only in keys, and those that one of the
        entity's indexes does not project.
        """
        key_names = {key.name for index in self.table.all_indexes for key in index.keys}
        partial = [one.index.projection for one in self.keys if not one.index.is_base]
        projected = [set(one.attributes) for one in partial if one.type is not ProjectionType.ALL]
        hidden = set(self.only_in_keys)
        hidden |= {one.name for one in self.attributes if any(one.name not in names for names in projected)}
        return tuple(one.name for one in self.attributes if one.name in hidden and one.name not in key_names)

    def resolver(self, field_of: Callable[[str], str], key_of: Callable[[str, str], str], nothing: str) -> Resolve:
        """How the templates of its keys refer to their values: its fields, else keys of the table.

        `field_of` gives the code of a field, `key_of` that of a key by the function that builds it; `nothing` is the
        code of a value without a source.
        """

        def resolve(name: str) -> str:
            if name in self.fields:
                return field_of(self.field(name))
            if self.base is not None and name in self.table.base.key_names:
                return key_of(self.base.function, name)
            return nothing

        return resolve

    def losses(self) -> Iterator[tuple[str, str]]:
        """Yield what code cannot represent of the keys: path and sentence."""
        path = f"tables.{self.table.name}.entities.{self.entity.name}"
        if self.base is None:
            yield path, "the entity has no template of the table's own key, so code cannot read or write it by key"
        for one in self.keys:
            for _, row in one.rows():
                if not row:
                    where = "the table's own key" if one.index.is_base else one.index.name
                    yield f"{path}.{where}", f"an overload of {where} cannot be read yet, so it writes nothing"
        for name in self.made.keys() & {field.name for field in self.fields.values() if field.attribute}:
            yield f"{path}.{name}", f"the key {name} is made of a template and is also an attribute; the key is used"


type PlanKey = tuple[str, str]
"""A table and an entity by their ids, or names if they have none: two tables can have entities with the same name."""


def plan_key(table: Table, entity: Entity) -> PlanKey:
    """The key of an entity's plan in `plans_by_place`."""
    return (table.id or table.name, entity.id or entity.name)


def plans_by_key(design: Design, language: Language) -> dict[PlanKey, EntityPlan]:
    """Every entity of a design by its place."""
    return {plan_key(one.table, one.entity): one for one in entity_plans(design, language)}


def condition(text: str) -> Condition | None:
    """Return a condition with literals; None if there is none, if it cannot be read, or if it uses a
    value or a name that is not given.
    """
    try:
        node = parse_condition(text) if text.strip() else None
    except ExpressionInvalid:
        return None
    return None if node is None or any(isinstance(one, Placeholder) for one in walk(node)) else node


def entity_plans(design: Design, language: Language) -> tuple[EntityPlan, ...]:
    """Return every entity of a design, in its order."""
    plans: list[EntityPlan] = []
    naming = NAMING[language]
    spoken = _spoken_of(design)
    classes: list[str] = []
    modules: list[str] = []
    for table, entity in design.entities():
        name = class_name(entity.name, table.name, naming, classes)
        classes += [name, *(f"{name}{word}" for word in naming.suffixes)]
        module = (
            identifier(entity.name, naming.modules, language, modules, otherwise="entity") if naming.modules else name
        )
        modules.append(module)
        variable = name[0].lower() + name[1:]
        fields = _fields(table, entity, naming, spoken.get((table.name, entity.name), ()))
        keys = tuple(_index_keys(table, entity, variable))
        plans.append(EntityPlan(table, entity, name, module, variable, fields, keys))
    return tuple(plans)


def _fields(table: Table, entity: Entity, naming: Naming, spoken: Iterable[str]) -> dict[str, PlannedField]:
    key_names = {key.name for index in table.all_indexes for key in index.keys}
    templated = templated_keys(entity)
    used = {name for one in entity.overloads for text in one.keys.values() for name in keys.parse(text).attributes}
    undeclared = [name for name in (*sorted(used), *spoken) if name not in key_names or name in used - templated]
    taken: list[str] = [*naming.own_fields]
    fields: dict[str, PlannedField] = {}
    for name in dict.fromkeys((*(one.name for one in entity.attributes), *undeclared)):
        if name in templated and not naming.key_fields:
            continue
        own = own_name(name, naming.fields, naming.language, taken, naming.unnamed_field)
        taken.append(own)
        fields[name] = PlannedField(name, own, entity.attribute(name))
    return fields


def templated_keys(entity: Entity) -> frozenset[str]:
    """Key attributes that a template builds from others."""
    return frozenset(name for one in entity.overloads for name, text in one.keys.items() if not _is_itself(name, text))


def _is_itself(name: str, text: str) -> bool:
    reference = keys.parse(text).plain_reference
    return reference is not None and reference.attribute == name


def _index_keys(table: Table, entity: Entity, variable: str) -> Iterator[IndexKeys]:
    taken: list[str] = []
    own = set(table.base.key_names)
    for index in table.all_indexes:
        written = written_keys(table, entity, index)
        if written:
            name = identifier(index.name, Style.PASCAL, Language.TYPESCRIPT, taken, otherwise="index")
            taken.append(name)
            elements = tuple(key for key in index.keys if index.is_base or key.name not in own)
            yield IndexKeys(index, f"{variable}{'Key' if index.is_base else name + 'Keys'}", written, elements)


def _spoken_of(design: Design) -> dict[tuple[str, str], list[str]]:
    """Return attributes that the patterns of an entity filter by, write, or read, by table and entity."""
    found: dict[tuple[str, str], list[str]] = {}
    for pattern in design.patterns:
        for one in (pattern, *pattern.members):
            table = design.table(one.table)
            for entity in design.entities_of(one) if table else ():
                found.setdefault((table.name if table else "", entity.name), []).extend(_named(one))
    return found


def _named(pattern: AccessPattern) -> Iterator[str]:
    for text in (pattern.filter, pattern.if_):
        yield from sorted(_attributes_of(text, pattern.names))
    for text in (*pattern.set, *pattern.remove, *pattern.add):
        yield from (name for name in _first_names(text))


def _attributes_of(text: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the attributes that a condition uses; none if it cannot be read."""
    try:
        return attribute_names(parse_condition(text), names) if text.strip() else ()
    except ExpressionInvalid:
        return ()


def _first_names(text: str) -> Iterator[str]:
    try:
        yield from (part.text for path in parse_projection(text) if hasattr(part := path.parts[0], "text"))
    except ExpressionInvalid:
        yield text
