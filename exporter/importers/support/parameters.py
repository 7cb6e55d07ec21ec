"""Values that a file leaves to its deployment: parameters of templates and variables of modules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from modeler.core.errors import DocumentInvalid

VALUE_MAX: Final = 10_000
"""Limit on the characters of a value that a person gives."""
GIVEN_MAX: Final = 200


@dataclass(frozen=True, slots=True)
class FileParameter:
    """A value that a person can give: its name, the value that was read, and the values that the file allows.

    `is_known`: the file or the person determines the value; else it is assumed or left open. `is_used`: something that
    was read depends on it.
    """

    name: str
    value: str = ""
    choices: tuple[str, ...] = ()
    description: str = ""
    is_known: bool = True
    is_given: bool = False
    is_used: bool = True

    def as_json(self) -> dict[str, Any]:
        """Return the form that the REST API uses."""
        return {
            "name": self.name,
            "value": self.value,
            "choices": list(self.choices),
            "description": self.description,
            "is_known": self.is_known,
            "is_given": self.is_given,
        }


def refuse_unknown(given: Mapping[str, str], parameters: Iterable[FileParameter]) -> None:
    """Raise DocumentInvalid if a value is given for a parameter that the file does not have."""
    known = {one.name for one in parameters}
    for name in given:
        if name not in known:
            listed = ", ".join(sorted(known)[:20]) or "none"
            raise DocumentInvalid(
                f"the file has no parameter {name[:80]!r}; its parameters: {listed}",
                path=name[:80],
                code="document.no_parameter",
            )


def read_pairs(pairs: Iterable[str]) -> dict[str, str]:
    """Return the values of ``NAME=VALUE`` texts. Raises DocumentInvalid if one is not of that form or is too long."""
    made: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise DocumentInvalid(f"{pair[:80]!r}: give a parameter as NAME=VALUE", code="document.parameter")
        if len(value) > VALUE_MAX or len(made) >= GIVEN_MAX:
            said = f"at most {GIVEN_MAX} parameters of {VALUE_MAX:,} characters each can be given"
            raise DocumentInvalid(said, code="document.parameter")
        made[name.strip()] = value
    return made
