"""The keys of an entity in ElectroDB's template language: composites, padding, and conditions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan, IndexKeys, condition
from exporter.targets.access_code.naming import own_name
from exporter.targets.support.literals import Language, Style
from modeler.core.design.tables import Index
from modeler.core.expressions.nodes import And, Comparison, Condition, Name, Path
from modeler.core.expressions.nodes import Literal as Constant
from modeler.core.expressions.references import attribute_names
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference
from modeler.core.values.attribute_values import AttributeType

_PADDING: Final = "pad"
_CASINGS: Final = frozenset({"lower", "upper"})


@dataclass(frozen=True, slots=True)
class LibraryKey:
    """One key as ElectroDB writes it.

    `design` is the template of the design. `written` says the same to ElectroDB: where the condition of the index
    fixes an attribute to a value of the template, it refers to the attribute. `fixed` are those attributes and values.
    `casing` is ElectroDB's word for the case of the whole key: none, lower, or upper.
    """

    design: KeyTemplate
    written: tuple[LiteralText | Reference, ...]
    fixed: Mapping[str, str]
    casing: str = "none"

    @property
    def references(self) -> tuple[Reference, ...]:
        """The references that ElectroDB fills in, in order."""
        return tuple(part for part in self.written if isinstance(part, Reference))


def carried(plan: EntityPlan, index: Index) -> bool:
    """Does the library support such an index: one partition key, at most one sort key, texts or numbers
    that are attributes?
    """
    if len(index.partition_key) != 1 or len(index.sort_key) > 1:
        return False
    return all(
        key.type is AttributeType.S or (key.type is AttributeType.N and key.name in plan.fields) for key in index.keys
    )


def is_entity(plan: EntityPlan) -> bool:
    """Does the library have an Entity for it? One without the table's own key is refused as soon as it is loaded."""
    return plan.base is not None and carried(plan, plan.base.index)


def index_names(plan: EntityPlan) -> dict[str, str]:
    """Return names of the access patterns, ElectroDB's term for indexes, by index; the table's own is primary."""
    taken = ["primary"]
    found: dict[str, str] = {}
    for one in plan.keys:
        if carried(plan, one.index):
            found[one.index.name] = (
                "primary"
                if one.index.is_base
                else own_name(one.index.name, Style.CAMEL, Language.TYPESCRIPT, taken, "index")
            )
            taken.append(found[one.index.name])
    return found


def attribute_identifiers(plan: EntityPlan) -> dict[str, str]:
    """Return names of all attributes that the entity has in ElectroDB, including computed keys."""
    found = {one.name: one.identifier for one in plan.fields.values()}
    taken = list(found.values())
    for name in plan.made:
        if computes(plan, name):
            found[name] = own_name(name, Style.CAMEL, Language.TYPESCRIPT, taken, "key")
            taken.append(found[name])
    return found


def paddings(plan: EntityPlan) -> dict[str, int]:
    """Return attributes that every key pads with zeros to one width: ElectroDB pads an attribute, not a key."""
    found: dict[str, set[int]] = {}
    for reference in _all_references(plan):
        found.setdefault(reference.attribute, set()).add(_width(reference))
    own = {key.name for index in plan.table.all_indexes for key in index.keys}
    return {
        name: next(iter(widths))
        for name, widths in found.items()
        if len(widths) == 1 and 0 not in widths and name not in own
    }


def _all_references(plan: EntityPlan) -> Iterator[Reference]:
    for one in plan.keys:
        for written in one.written:
            for text in written.complete or ():
                yield from text.references


def _width(reference: Reference) -> int:
    """Return the width to which a reference is padded; 0 if it has another format, or none."""
    match reference.formats:
        case (call,) if call.name == _PADDING and isinstance(call.argument, int):
            return call.argument
    return 0


def library_keys(plan: EntityPlan, one: IndexKeys) -> tuple[LibraryKey, ...] | None:
    """Return the keys of an index if ElectroDB's template language can express them; None if code computes them.

    A condition on attributes outside the keys would not be evaluated again when they change: those keys are computed.
    """
    if len(one.written) != 1 or one.written[0].complete is None:
        return None
    found = [_cased(plan, key) for key in _with_fixed(one.written[0].complete, condition(one.written[0].when))]
    made = tuple(key for key in found if key is not None)
    if len(made) < len(found):
        return None
    composites = {part.attribute for key in made for part in key.references}
    if sum(len(key.references) for key in made) > len(composites):
        return None  # ElectroDB rejects an attribute that an index uses twice
    node = condition(one.written[0].when)
    if one.written[0].when and (one.index.is_base or node is None or not set(attribute_names(node)) <= composites):
        return None
    padded = paddings(plan)
    for key, text in zip(one.index.keys, made, strict=True):
        is_own = key.name in plan.fields
        if not is_own and (len(plan.made[key.name][1]) > 1 if key in one.elements else False):
            return None
        if not all(_sayable(plan, part, padded) for part in text.written) or (
            key.type is not AttributeType.S and not is_own
        ):
            return None
        if not one.index.is_base and any(
            plan.fields[part.attribute].is_optional for part in text.references if part.attribute in plan.fields
        ):
            return None
    return made


def _cased(plan: EntityPlan, key: LibraryKey) -> LibraryKey | None:
    """Return a key with the casing that all of its parts have; None if they differ. A number has no letters."""
    wanted: set[str] = set()
    for part in key.references:
        field = plan.fields.get(part.attribute)
        is_number = field is not None and field.attribute is not None and field.attribute.type is AttributeType.N
        if _casing(part):
            wanted.add(_casing(part))
        elif not is_number:
            wanted.add("none")
    if len(wanted) > 1:
        return None
    casing = next(iter(wanted), "none")
    letters = [part.text for part in key.written if isinstance(part, LiteralText)]
    cases = {"none": letters, "lower": [text.lower() for text in letters], "upper": [text.upper() for text in letters]}
    return replace(key, casing=casing) if cases[casing] == letters else None


def _casing(part: Reference) -> str:
    """Return the casing of a reference that has no other format; '' for any other."""
    match part.formats:
        case (call,) if call.name in _CASINGS:
            return call.name
    return ""


def _sayable(plan: EntityPlan, part: Any, padded: Mapping[str, int]) -> bool:
    if isinstance(part, LiteralText):
        return "${" not in part.text and "{" not in part.text and not part.text.endswith("$")
    field = plan.fields.get(part.attribute)
    is_text = (
        field is not None and field.attribute is not None and field.attribute.type in {AttributeType.S, AttributeType.N}
    )
    return is_text and (part.is_plain or bool(_casing(part)) or padded.get(part.attribute, 0) == _width(part) != 0)


def _with_fixed(complete: tuple[KeyTemplate, ...], node: Condition | None) -> tuple[LibraryKey, ...]:
    """Refer to the attributes that the condition fixes where the templates contain their values as words."""
    fixed = dict(_fixed_by(node))
    used = {name for text in complete for name in text.attributes}
    found: list[LibraryKey] = []
    for text in complete:
        parts: list[LiteralText | Reference] = list(text.parts)
        own: dict[str, str] = {}
        for name in [one for one in fixed if one not in used]:
            for at, part in enumerate(parts):
                split = _split(part, fixed[name], name)
                if split is not None:
                    parts[at : at + 1] = split
                    own[name] = fixed[name]
                    used.add(name)
                    break
        found.append(LibraryKey(text, tuple(parts), own))
    return tuple(found)


def _fixed_by(node: Condition | None) -> Iterator[tuple[str, str]]:
    """Yield the attributes that a condition requires to have one value, each with the text of that value."""
    match node:
        case And(terms):
            for term in terms:
                yield from _fixed_by(term)
        case Comparison("=", Path((Name(name),)), Constant(value)) | Comparison(
            "=", Constant(value), Path((Name(name),))
        ) if value.type is AttributeType.S and value.data:
            yield name, str(value.data)


def _split(part: LiteralText | Reference, value: str, name: str) -> list[LiteralText | Reference] | None:
    """Return a literal with its last whole word of that value as a reference; None if it does not contain it."""
    if not isinstance(part, LiteralText):
        return None
    places = list(re.finditer(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])", part.text))
    if not places:
        return None
    before, after = part.text[: places[-1].start()], part.text[places[-1].end() :]
    return [
        *([LiteralText(before)] if before else []),
        Reference(name),
        *([LiteralText(after)] if after else []),
    ]


def computes(plan: EntityPlan, name: str) -> bool:
    """Is this key an attribute whose value our code computes, and not a template?"""
    return any(library_keys(plan, one) is None for one in plan.made[name][1]) or not all(
        carried(plan, one.index) for one in plan.made[name][1]
    )


def computed_base(plan: EntityPlan) -> tuple[str, ...]:
    """Return the table's keys that no template of ElectroDB can express: attributes that the entity computes."""
    spelled = attribute_identifiers(plan)
    return tuple(spelled[name] for name in plan.table.base.key_names if name in plan.made and computes(plan, name))


def primary_of(plan: EntityPlan) -> str:
    """Return the name of the function that makes those keys for get, update and delete."""
    return f"{plan.variable}Primary"
