"""Walks over the texts of a block's document: key templates, conditions, values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from modeler.core.keys.templates import LiteralText, parse, print_template

type Document = dict[str, Any]
type Rewrite = Callable[[str], str]


def entities_of(document: Document) -> list[Document]:
    """The entities of the block's table."""
    listed: list[Document] = document["tables"][0]["entities"]
    return listed


def calls_of(document: Document) -> Iterator[tuple[Document, Document]]:
    """Each call, with the access pattern that it is a step of, or itself."""
    for pattern in document["access_patterns"]:
        if not pattern.get("steps"):
            yield pattern, pattern
        for step in pattern.get("steps", ()):
            yield step, pattern


def rewrite_templates(document: Document, rewrite: Rewrite) -> None:
    """Rewrite every key template of entities and calls."""
    for entity in entities_of(document):
        for overload in entity["overloads"]:
            overload["keys"] = {name: rewrite(text) for name, text in overload["keys"].items()}
    for call, _ in calls_of(document):
        if "key" in call:
            call["key"] = {name: _condition(one, rewrite) for name, one in call["key"].items()}


def _condition(condition: Any, rewrite: Rewrite) -> Any:
    if isinstance(condition, str):
        return rewrite(condition)
    if isinstance(condition, Mapping):
        return {operator: _condition(one, rewrite) for operator, one in condition.items()}
    return [_condition(one, rewrite) for one in condition]


def rewrite_literals(document: Document, rewrite: Rewrite) -> None:
    """Rewrite the literal text of every key template."""

    def in_template(source: str) -> str:
        parts = parse(source).parts
        return print_template(
            tuple(LiteralText(rewrite(one.text)) if isinstance(one, LiteralText) else one for one in parts)
        )

    rewrite_templates(document, in_template)


def rewrite_conditions(document: Document, entity: str, rewrite: Rewrite) -> None:
    """Rewrite the conditions of one entity: of its keys, and of the calls about it."""
    for one in entities_of(document):
        if one["name"] == entity:
            for overload in one["overloads"]:
                if overload.get("when"):
                    overload["when"] = rewrite(overload["when"])
    for call, pattern in calls_of(document):
        if entity in (call.get("entities") or pattern["entities"]):
            for field in ("if", "filter"):
                if call.get(field):
                    call[field] = rewrite(call[field])


def rewrite_values(value: Any, rewrite: Rewrite) -> Any:
    """Return a value with every text in it rewritten."""
    if isinstance(value, str):
        return rewrite(value)
    if isinstance(value, Mapping):
        return {name: rewrite_values(one, rewrite) for name, one in value.items()}
    return [rewrite_values(one, rewrite) for one in value] if isinstance(value, list) else value


def rewrite_examples(document: Document, rewrite: Rewrite) -> None:
    """Rewrite the values of sample items, and the example values and parameters of calls."""
    for entity in entities_of(document):
        entity["items"] = rewrite_values(entity["items"], rewrite)
    for pattern in document["access_patterns"]:
        for call in (pattern, *pattern.get("steps", ())):
            for field in ("parameters", "set"):
                if field in call:
                    call[field] = rewrite_values(call[field], rewrite)
