"""The example designs that ship with Keysheet: own JSON files, in the order of the gallery."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from modeler.core.design import Design
from modeler.core.documents import load

NAMES: Final = (
    "order-management",
    "saas-projects",
    "iot-telemetry",
    "leaderboard",
    "adjacency-graph",
    "relational-port",
)
"""File names without their ending; the first is the design that a newcomer sees first."""

TO_PRACTISE_ON: Final = "relational-port"
"""The one in which much is wrong, on purpose."""


@dataclass(frozen=True, slots=True)
class Example:
    """One shipped design: its key in URLs, and the design itself."""

    key: str
    design: Design


def example(key: str) -> Example:
    """The example of that key. Raises KeyError for another."""
    if key not in NAMES:
        raise KeyError(key)
    return Example(key, load(files("modeler.examples").joinpath(f"{key}.json").read_bytes()))


def examples() -> Iterator[Example]:
    """All of them, in the order of the gallery."""
    return map(example, NAMES)
