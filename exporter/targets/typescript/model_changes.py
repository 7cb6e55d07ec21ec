"""What no model of a TypeScript library takes in an update."""

from __future__ import annotations

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import UpdateChange
from exporter.targets.access_code.unsupported import Unsupported


def refuse_change(change: UpdateChange, entity: EntityPlan) -> None:
    """Raises Unsupported for a change inside a document, of the table's own key, or that removes what each item has."""
    if not change.is_whole:
        raise Unsupported("the update changes something inside a document")
    if change.attribute in entity.key_inputs:
        raise Unsupported("the update changes an attribute of the table's own key")
    attribute = entity.entity.attribute(change.attribute)
    if attribute is not None and change.action == "remove" and attribute.optional >= 1:
        raise Unsupported(f"the update removes {change.attribute}, which every item has")


def refuse_undeclared_sum(change: UpdateChange, entity: EntityPlan) -> None:
    """Raises Unsupported where the update adds to what the entity does not declare."""
    if change.action == "add" and entity.entity.attribute(change.attribute) is None:
        raise Unsupported(f"{change.attribute}, which the update adds to, is not declared")


def field_of(change: UpdateChange, entity: EntityPlan) -> str:
    """The field that is changed. Raises Unsupported where a template makes the attribute."""
    if change.attribute not in entity.fields:
        raise Unsupported(f"the update changes {change.attribute}, which is made from a template")
    return entity.field(change.attribute)


def refuse_other_value(change: UpdateChange) -> Unsupported:
    """The refusal of a value that the attribute does not have."""
    return Unsupported(f"{change.attribute} is written with a value that it cannot have")
