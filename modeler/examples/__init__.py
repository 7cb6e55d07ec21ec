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
"""Keys in addresses; files are called so, but for one in versions. The first is what a newcomer sees first."""

HISTORIES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "parcel-tracking": (
        ("Before the incident", "parcel-tracking-before"),
        ("After the incident", "parcel-tracking-after"),
    )
}
"""Examples with named versions, the oldest first: the name of each version and its file."""

TO_PRACTISE_ON: Final = "relational-port"
"""The example with many faults, on purpose."""


@dataclass(frozen=True, slots=True)
class Example:
    """One shipped design: its key in URLs, the design itself, and the named versions that led to it, the oldest first:
    the last of them is the design. Most have none.
    """

    key: str
    design: Design
    versions: tuple[tuple[str, Design], ...] = ()


def example(key: str) -> Example:
    """The example of that key. Raises KeyError for another."""
    if key not in NAMES:
        raise KeyError(key)
    versions = tuple((name, _read(file)) for name, file in HISTORIES.get(key, ()))
    return Example(key, versions[-1][1] if versions else _read(key), versions)


def _read(file: str) -> Design:
    return load(files("modeler.examples").joinpath(f"{file}.json").read_bytes())


def examples() -> Iterator[Example]:
    """All of them, in the order of the gallery."""
    return map(example, NAMES)
