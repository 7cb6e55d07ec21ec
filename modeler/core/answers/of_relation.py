"""The decision about a relation: where its items are stored, and which copies it needs."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.answers.answer import Answer, Number, Unknown, units
from modeler.core.decisions.modelling import Cardinality, RelationNeed, relationship
from modeler.core.design.relations import Relation, RelationKind
from modeler.core.rules.support.context import RuleContext


def answers_of_relation(context: RuleContext, relation: Relation) -> Iterator[Answer]:
    """Yield the measures for a relation."""
    kind = Cardinality.MANY_TO_MANY if relation.kind is RelationKind.MANY_TO_MANY else Cardinality.ONE_TO_MANY
    if relation.parent == relation.child and kind is Cardinality.ONE_TO_MANY:
        kind = Cardinality.TREE
    copied = [
        f"{entity.name}.{attribute.name}"
        for _, entity in context.design.entities()
        for attribute in entity.attributes
        if entity.name == relation.child and attribute.copy_of.partition(".")[0] == relation.parent
    ]
    fact = relation.per_parent
    numbers = (
        Number("Items of one parent", f"{units(fact.average)} on average" if fact is not None else "not given"),
        Number("Copies of the parent", ", ".join(copied) or "none"),
    )
    unknown = (Unknown("how many items one parent has", relation.id, "per_parent"),) if fact is None else ()
    for made in relationship(RelationNeed(kind, label=bool(copied))):
        yield Answer("relationship", "How is it stored?", made.block, made.reason, True, numbers, unknown)
