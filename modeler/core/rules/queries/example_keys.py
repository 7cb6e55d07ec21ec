"""Example values with which a query finds nothing. facts/ordering#key-order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.keys.templates import LiteralText, Reference, parse, print_template
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.servings import serving


@rule(
    "query.other_format",
    WARNING,
    Scope.PATTERN,
    title="Example of a parameter that matches no key",
    why="Keys are compared byte by byte: a value in another format, width or letter case matches no key",
    fix="Give the value as the key holds it",
    sources="facts/ordering#key-order, facts/ordering#sort-key-formats",
    operations={Operation.QUERY},
)
def example_matches_nothing(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    own = {name for entity in context.about(pattern) for name in context.attribute_names(entity)}
    if not pattern.key or not context.serving(call).served:
        return
    for condition in pattern.key:
        shown, names = _shown(pattern, condition, own)
        if not names or condition.operator == "between":
            continue
        key = tuple(shown if one is condition else one for one in pattern.key)
        if not serving(context.design, replace(pattern, key=key)).served:
            name = names[0]
            message = f"{call.label}: {condition.name} holds no key with {name} {pattern.parameters[name]}, its example"
            yield Spot(message, f"{call.path}.parameters", call.top.id, "parameters", {"parameter": name})
            return


def _shown(pattern: AccessPattern, condition: KeyCondition, own: set[str]) -> tuple[KeyCondition, list[str]]:
    """A condition with the examples of its parameters, and which these are; attributes of the entity stay."""
    names: list[str] = []
    templates: list[str] = []
    for text in condition.templates:
        parts: list[LiteralText | Reference] = []
        for part in parse(text).parts:
            example = pattern.parameters.get(part.attribute) if isinstance(part, Reference) else None
            free = isinstance(part, Reference) and not part.formats and part.attribute not in own
            if isinstance(part, Reference) and free and isinstance(example, str) and example:
                names.append(part.attribute)
                parts.append(LiteralText(example))
            else:
                parts.append(part)
        templates.append(print_template(tuple(parts)))
    return replace(condition, templates=tuple(templates)), names


RULES = (example_matches_nothing,)
