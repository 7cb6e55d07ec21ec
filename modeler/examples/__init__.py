"""The bundled example designs: Keysheet JSON files, in the order of the gallery."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from modeler.core.design.model import Design
from modeler.core.documents.reading import load

NAMES: Final = (
    "order-management",
    "saas-projects",
    "iot-telemetry",
    "leaderboard",
    "parcel-tracking",
    "adjacency-graph",
    "relational-port",
)
"""Keys in addresses, and the names of files, except for one example in versions. The first is shown first to new
people.
"""

HISTORIES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "parcel-tracking": (
        ("Before the incident", "parcel-tracking-before"),
        ("After the incident", "parcel-tracking-after"),
    )
}
"""Examples with named versions, the oldest first: the name of each version and its file."""


@dataclass(frozen=True, slots=True)
class Example:
    """One bundled design: its key in URLs, the design itself, and its named versions, the oldest first. The last
    version is the design. Most examples have none.
    """

    key: str
    design: Design
    versions: tuple[tuple[str, Design], ...] = ()


def example(key: str) -> Example:
    """The example with that key. Raises KeyError for an unknown one."""
    if key not in NAMES:
        raise KeyError(key)
    versions = tuple((name, _read(file)) for name, file in HISTORIES.get(key, ()))
    return Example(key, versions[-1][1] if versions else _read(key), versions)


def _read(file: str) -> Design:
    return load(files("modeler.examples").joinpath(f"{file}.json").read_bytes())


def examples() -> Iterator[Example]:
    """All of them, in the order of the gallery."""
    return map(example, NAMES)
