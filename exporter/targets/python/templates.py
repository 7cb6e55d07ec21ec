"""Key templates as Python expressions over the functions of runtime/keys.py, which produce the same texts byte for
byte.

Law: tests/exporter/targets/access_code/test_python_keys.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from exporter.targets.access_code.template_writer import TIMES, clock_of
from exporter.targets.support.literals import python_literal
from modeler.core.keys import templates
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference
from modeler.core.values.attribute_values import AttributeType, as_decimal


def key_expression(
    source: str, kind: AttributeType, variable: Callable[[str], str], formats: Mapping[str, str], *, asked: bool = False
) -> str | None:
    """Return the Python expression of a key attribute's value; None if its template produces none.

    `variable` gives the expression of an attribute or parameter, `formats` their formats by name. `asked`: for a
    request, in which a key of type N can also be a constant.
    """
    template = templates.parse(source)
    if kind == AttributeType.S:
        return None if template.problem else text_expression(template, variable, formats)
    number = as_decimal(source) if asked and kind == AttributeType.N and template.is_constant else None
    if number is not None:
        return python_literal(number)
    reference = template.plain_reference
    if reference is None:
        return None
    reader = "keys.number" if kind == AttributeType.N else "keys.data"
    return f"{reader}({variable(reference.attribute)})"


def text_expression(template: KeyTemplate, variable: Callable[[str], str], formats: Mapping[str, str]) -> str:
    """Return the Python expression of a template's text."""
    texts = [
        python_literal(part.text)
        if isinstance(part, LiteralText)
        else _reference(part, variable(part.attribute), formats.get(part.attribute, ""))
        for part in template.parts
    ]
    return " + ".join(texts) or '""'


def _reference(reference: Reference, value: str, attribute_format: str) -> str:
    calls = reference.formats
    if calls and calls[0].name == "join":
        text = f"keys.joined({value}, {python_literal(str(calls[0].argument))})"
        calls = calls[1:]
    else:
        text = f"keys.text({value})"
    for call in calls:
        text = _formatted(text, call, attribute_format)
    return text


def _formatted(text: str, call: FormatCall, attribute_format: str) -> str:
    match call.name:
        case "lower" | "upper":
            return f"{text}.{call.name}()"
        case "first":
            return f"{text}[:{call.argument}]"
        case "join":
            return text
        case "hash":
            return f"keys.digest({text}, {call.argument})"
        case name if name in TIMES:
            clock = clock_of(attribute_format)
            return f"keys.{name}({text}, {python_literal(clock)})" if clock else f"keys.{name}({text})"
    return f"keys.{call.name}({text}, {call.argument})"
