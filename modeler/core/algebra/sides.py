"""The input of a comparison of key templates, and its answer: yes with a witness, no with the reason, or unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from modeler.core.algebra.shapes import Attributes
from modeler.core.algebra.witnesses import rendered
from modeler.core.design.items import Attribute
from modeler.core.keys.attribute_formats import is_declared
from modeler.core.keys.templates import KeyTemplate, LiteralText
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item, string


class Verdict(StrEnum):
    """Whether the answer is proven."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class TemplateSide:
    """Key templates (partition key first) with the attributes that they use. `holds`: which items are included."""

    templates: tuple[KeyTemplate, ...]
    attributes: Attributes
    holds: Callable[[Item], bool] | None = None

    def attribute(self, name: str) -> Attribute:
        """The attribute of that name; an unknown text if there is none."""
        return self.attributes.get(name) or Attribute("", name, AttributeType.S)

    @property
    def undeclared(self) -> frozenset[str]:
        """Names of the attributes in its templates whose values are not described."""
        names = {name for template in self.templates for name in template.attributes}
        return frozenset(name for name in names if not is_declared(self.attribute(name)))

    def render(self, template: KeyTemplate, item: Mapping[str, AttributeValue]) -> str:
        """The key text of an item; None for missing attributes, and for values that do not fit."""
        return "".join(
            part.text
            if isinstance(part, LiteralText)
            else rendered(item.get(part.attribute, string("")), part.formats, self.attribute(part.attribute)) or ""
            for part in template.parts
        )


@dataclass(frozen=True, slots=True)
class ReasonedVerdict:
    """A verdict with its reason as text; with "yes" and sometimes "unknown" a witness: two items and their keys.

    `undeclared`: unknown only because attributes without a format might contain a delimiter.
    """

    verdict: Verdict
    reason: str
    left: Mapping[str, AttributeValue] = field(default_factory=dict)
    right: Mapping[str, AttributeValue] = field(default_factory=dict)
    keys: tuple[str, ...] = ()
    undeclared: bool = False

    @property
    def is_yes(self) -> bool:
        """Proven by a witness."""
        return self.verdict is Verdict.YES
