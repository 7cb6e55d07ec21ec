"""Resources of the AWS provider as data: HCL in Terraform, code in Pulumi, whose provider is derived from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exporter.targets.support.literals import words

type Value = (
    str
    | int
    | float
    | bool
    | ResourceRef
    | Joined
    | InputVariable
    | Json
    | Inner
    | Several
    | Sequence[Value]
    | Mapping[str, Value]
)
type Attributes = Mapping[str, Value | None]
"""Members by the provider's names; None is left out."""


@dataclass(frozen=True, slots=True)
class ResourceRef:
    """An attribute of another resource (or data source), known once that exists."""

    type: str
    label: str
    attribute: str
    is_data: bool = False


@dataclass(frozen=True, slots=True)
class Joined:
    """Texts and references, joined."""

    parts: tuple[str | ResourceRef, ...]


@dataclass(frozen=True, slots=True)
class InputVariable:
    """A value to supply at apply. `name` is in snake case; each format spells it differently.

    Either several texts (`is_list`, empty by default), or yes or no (`is_flag`, no by default), or one text, without
    which `otherwise` applies.
    """

    name: str
    description: str
    is_list: bool = False
    is_flag: bool = False
    otherwise: str = "none"


@dataclass(frozen=True, slots=True)
class Json:
    """A text that contains this JSON document."""

    document: Any


@dataclass(frozen=True, slots=True)
class Inner:
    """A nested block that occurs at most once."""

    attributes: Attributes


@dataclass(frozen=True, slots=True)
class Several:
    """Nested blocks of one kind. `plural` is their name as a member where a format writes a list."""

    plural: str
    blocks: tuple[Inner, ...]


@dataclass(frozen=True, slots=True)
class Resource:
    """One resource, unique by `type` and `label` (snake case).

    `ignored` are attributes that something else changes, and `wanted` is a variable without which the resource is not
    created. `is_kept`: it stays when everything else is deleted; `is_protected`: deletion must first be allowed.
    `description` is the design's, `comments` say what of it cannot be represented. `is_data`: it is looked up, not
    created. `group` is its topic: main, autoscaling, or alarms.
    """

    type: str
    label: str
    attributes: Attributes
    ignored: tuple[str, ...] = ()
    description: str = ""
    comments: tuple[str, ...] = ()
    wanted: InputVariable | None = None
    is_kept: bool = False
    is_protected: bool = False
    is_data: bool = False
    group: str = "main"

    def ref(self, attribute: str) -> ResourceRef:
        """Return a reference to one of its attributes."""
        return ResourceRef(self.type, self.label, attribute, self.is_data)


def asked(resources: Iterable[Resource]) -> dict[str, InputVariable]:
    """Return the values to supply for these resources, by name."""
    found = [variable for one in resources for variable in (*variables(one.attributes), *_wanted(one))]
    return {one.name: one for one in found}


def _wanted(resource: Resource) -> Iterator[InputVariable]:
    if resource.wanted:
        yield resource.wanted


def variables(members: Attributes) -> Iterator[InputVariable]:
    """Return the values to supply for these members, nested blocks included."""
    for value in members.values():
        match value:
            case InputVariable():
                yield value
            case Inner(inner):
                yield from variables(inner)
            case Several(blocks=blocks):
                for block in blocks:
                    yield from variables(block.attributes)


class Labels:
    """Gives each resource of a design its label: unique among those of its type, in any case of letters."""

    def __init__(self) -> None:
        self._taken: set[tuple[str, str]] = set()

    def label(self, kind: str, parts: Iterable[str], otherwise: str = "table") -> str:
        """Return a label for a resource of type `kind`: the words of `parts` in snake case, starting with a letter."""
        found = [word for part in parts for word in words(part)]
        if not found or found[0][0].isdigit():
            found = [otherwise, *found]
        label, number = "_".join(found), 2
        while (kind, label) in self._taken:
            label, number = f"{'_'.join(found)}_{number}", number + 1
        self._taken.add((kind, label))
        return label
