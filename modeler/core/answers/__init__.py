"""The decisions of `modeler.core.decisions`, answered for a part of a design: with the numbers, and as an edit."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.answers.answer import Answer
from modeler.core.answers.of_design import answers_of_design
from modeler.core.answers.of_index import answers_of_index
from modeler.core.answers.of_key import answers_of_key
from modeler.core.answers.of_key_format import answers_of_key_format
from modeler.core.answers.of_relation import answers_of_relation
from modeler.core.answers.of_table import answers_of_table
from modeler.core.answers.of_write import answers_of_write
from modeler.core.design.model import Design
from modeler.core.design.parts import ROOT
from modeler.core.rules.support.context import RuleContext

__all__ = ["Answer", "answers"]


def answers(design: Design, part: str) -> tuple[Answer, ...]:
    """Return the decisions about a part, by its id: an index, an entity, a table, an access pattern that writes, or a
    relation, or ROOT for the whole design. () for other parts. Never raises on an invalid design.
    """
    return tuple(_answers(RuleContext(design), part))


def _answers(context: RuleContext, part: str) -> Iterator[Answer]:
    if part == ROOT:
        yield from answers_of_design(context)
    for table in context.design.tables:
        if table.id == part:
            yield from answers_of_table(context, table)
        for index in table.indexes:
            if index.id == part:
                yield from answers_of_index(context, table, index)
        for entity in table.entities:
            if entity.id == part:
                yield from answers_of_key(context, table, entity)
                yield from answers_of_key_format(context, table, entity)
    for pattern in context.design.patterns:
        if pattern.id == part:
            yield from answers_of_write(context, pattern)
    for relation in context.design.relations:
        if relation.id == part:
            yield from answers_of_relation(context, relation)
