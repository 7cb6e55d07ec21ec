"""What placeholders represent: `#name` from ExpressionAttributeNames, `:value` from ExpressionAttributeValues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import NO_NAMES, Name, Path, Placeholder
from modeler.core.values.attribute_values import AttributeValue

type Step = str | int


def resolved(path: Path, names: Mapping[str, str] = NO_NAMES) -> tuple[Step, ...]:
    """A path as names and list indexes. Raises ExpressionInvalid if a `#name` is undefined."""
    return tuple(part if isinstance(part, int) else _text(part, names) for part in path.parts)


def name_of(path: Path, names: Mapping[str, str] = NO_NAMES) -> str:
    """The top-level attribute that a path begins with. Raises ExpressionInvalid if a `#name` is undefined."""
    first = path.parts[0]
    return str(first) if isinstance(first, int) else _text(first, names)


def _text(part: Name | Placeholder, names: Mapping[str, str]) -> str:
    if isinstance(part, Name):
        return part.text
    if part.text not in names:
        raise ExpressionInvalid(undefined_name(part.text))
    return names[part.text]


def value_of(placeholder: Placeholder, values: Mapping[str, AttributeValue]) -> AttributeValue:
    """The value that a `:value` represents. Raises ExpressionInvalid if it is undefined."""
    if placeholder.text not in values:
        raise ExpressionInvalid(undefined_value(placeholder.text))
    return values[placeholder.text]


def undefined_name(text: str) -> str:
    """DynamoDB's message without the leading kind. facts/expressions#syntax."""
    return f"An expression attribute name used in the document path is not defined; attribute name: {text}"


def undefined_value(text: str) -> str:
    """DynamoDB's message without the leading kind. facts/expressions#syntax."""
    return f"An expression attribute value used in expression is not defined; attribute value: {text}"


def path_text(steps: Sequence[Step]) -> str:
    """A path as DynamoDB's messages print it: `[a, b, [0]]`."""
    return "[" + ", ".join(step if isinstance(step, str) else f"[{step}]" for step in steps) + "]"


def collisions(paths: Sequence[tuple[Step, ...]]) -> Iterator[str]:
    """DynamoDB's message for each path that contains an earlier one or is inside it, or that uses an attribute as a
    list if an earlier one uses it as a map. At most one message per path. facts/expressions#updates,
    facts/expressions#projections.
    """
    ends: dict[tuple[Step, ...], tuple[Step, ...]] = {}
    through: dict[tuple[Step, ...], tuple[Step, ...]] = {}
    lists: dict[tuple[tuple[Step, ...], bool], tuple[Step, ...]] = {}
    for path in paths:
        stems = [path[:length] for length in range(1, len(path))]
        kinds = [(stem, isinstance(path[len(stem)], int)) for stem in stems]
        overlapped = next((ends[stem] for stem in (*stems, path) if stem in ends), through.get(path))
        conflicting = next((lists[stem, not is_list] for stem, is_list in kinds if (stem, not is_list) in lists), None)
        if overlapped is not None:
            yield _collision("overlap", overlapped, path)
        elif conflicting is not None:
            yield _collision("conflict", conflicting, path)
        ends.setdefault(path, path)
        for stem, is_list in kinds:
            through.setdefault(stem, path)
            lists.setdefault((stem, is_list), path)


def _collision(word: str, earlier: Sequence[Step], later: Sequence[Step]) -> str:
    return (
        f"Two document paths {word} with each other; must remove or rewrite one of these paths; "
        f"path one: {path_text(earlier)}, path two: {path_text(later)}"
    )
