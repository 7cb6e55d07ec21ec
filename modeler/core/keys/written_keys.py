"""What an entity writes into the key of an index, as templates: one list per overload.

An index key attribute without a template is the item's own attribute of that name, or, if it is a key of the table (an
inverted index), the result of the table's own template. docs/glossary.md#key-templates.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from modeler.core.design.items import BASE, Entity, Overload
from modeler.core.design.tables import Index, KeyAttribute, Table
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse, print_template


@dataclass(frozen=True)
class WrittenKey:
    """The key that one overload produces. `templates` follow `Index.keys`, None if nothing writes that element.

    `overload` is None if the entity has no overload of the index and its own attributes are the key.
    """

    overload: Overload | None
    templates: tuple[KeyTemplate | None, ...]

    @cached_property
    def complete(self) -> tuple[KeyTemplate, ...] | None:
        """All templates, if valid; None if one is missing or invalid: nothing is written then."""
        found = tuple(template for template in self.templates if template is not None and not template.problem)
        return found if len(found) == len(self.templates) else None

    @property
    def is_begun(self) -> bool:
        """Does it have a template of any element? An overload that was only added writes nothing yet."""
        return any(template is not None for template in self.templates)

    @property
    def when(self) -> str:
        """The condition of the overload; '' means always."""
        return self.overload.when if self.overload else ""


def written_keys(table: Table, entity: Entity, index: Index) -> tuple[WrittenKey, ...]:
    """Every key that the entity can write into the index, in the order of its overloads; none if it is absent, or if
    the index has no partition key, because then nothing can be written.
    """
    if not index.partition_key:
        return ()
    overloads = entity.overloads_of(BASE if index.is_base else index.name)
    if overloads:
        return tuple(WrittenKey(one, _templates(table, entity, index, one)) for one in overloads)
    implied = WrittenKey(None, _templates(table, entity, index, None))
    return (implied,) if implied.complete is not None else ()


def _templates(table: Table, entity: Entity, index: Index, overload: Overload | None) -> tuple[KeyTemplate | None, ...]:
    return tuple(_template(table, entity, index, overload, key) for key in index.keys)


def _template(
    table: Table, entity: Entity, index: Index, overload: Overload | None, key: KeyAttribute
) -> KeyTemplate | None:
    if not index.is_base and key.name in table.base.key_names:
        return base_template(table, entity, key.name)
    if overload is not None and key.name in overload.keys:
        return parse(overload.keys[key.name])
    return attribute_template(key.name) if entity.attribute(key.name) is not None else None


def base_template(table: Table, entity: Entity, name: str) -> KeyTemplate | None:
    """What the entity's first overload of the table's own key writes into a key attribute."""
    for overload in entity.overloads_of(BASE):
        if name in overload.keys:
            return parse(overload.keys[name])
    return attribute_template(name) if entity.attribute(name) is not None else None


def attribute_template(name: str) -> KeyTemplate:
    """The template that is the value of one attribute."""
    parts: tuple[LiteralText | Reference, ...] = (Reference(name),)
    return KeyTemplate(print_template(parts), parts)
