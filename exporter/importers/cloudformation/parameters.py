"""Parameters and conditions of a template, as a person can give values to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from exporter.importers.cloudformation.functions import Resolver
from exporter.importers.described.tables import text_of
from exporter.importers.support.parameters import FileParameter

_CHOICES_MAX: Final = 200


def parameters_of(resolver: Resolver) -> Iterator[FileParameter]:
    """Yield every parameter, then every condition, of a template that was read."""
    for name, raw in resolver.parameters.items():
        parameter = raw if isinstance(raw, Mapping) else {}
        allowed = parameter.get("AllowedValues")
        choices = tuple(map(text_of, allowed[:_CHOICES_MAX])) if isinstance(allowed, list) else ()
        value = resolver.value_of(name)
        yield FileParameter(
            name,
            text_of(value)[:1000],
            choices,
            text_of(parameter.get("Description"))[:1000],
            value is not None,
            name in resolver.given,
            name in resolver.used,
        )
    for name in list(resolver.conditions):
        is_used = name in resolver.used
        holds = resolver.holds(name)
        shown = "" if holds is None else text_of(holds)
        # A condition that parameters decide is chosen by choosing them.
        is_open = holds is None or name in resolver.given
        yield FileParameter(
            name, shown, ("true", "false"), "Condition", holds is not None, name in resolver.given, is_used and is_open
        )
