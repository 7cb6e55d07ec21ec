"""The values that an attribute is known to have, as an enumeration of Java inside the class of its entity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import Parameter, UpdateChange
from exporter.targets.support.literals import Language, Style, identifier, identifiers, java_literal, star_comment
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_VALUES_MAX: Final = 200
_USED: Final = frozenset(
    {"List", "Map", "Set", "String", "Object", "BigDecimal", "Boolean", "Integer", "Override", "Enum", "Keys",
     "IllegalArgumentException"}
)  # fmt: skip
"""Names that the class of an entity uses itself."""


def enum_of(plan: EntityPlan, name: str) -> str:
    """Return the name of an attribute's enumeration; '' if its values are not known."""
    attribute = plan.fields[name].attribute if name in plan.fields else None
    if attribute is None or attribute.type is not AttributeType.S or not 0 < len(attribute.values) <= _VALUES_MAX:
        return ""
    if not all(isinstance(one, str) and one for one in attribute.values):
        return ""
    others = [one for one in plan.fields if one != name and plan.fields[one].attribute is not None]
    taken = {plan.name, *_USED, *(_plain(plan, one) for one in others if one < name)}
    return identifier(plan.fields[name].identifier, Style.PASCAL, Language.JAVA, taken, otherwise="choice")


def _plain(plan: EntityPlan, name: str) -> str:
    return identifier(plan.fields[name].identifier, Style.PASCAL, Language.JAVA, otherwise="choice")


def members_of(plan: EntityPlan, name: str) -> Mapping[str, str]:
    """Return the constant of each value of an enumeration."""
    attribute = plan.fields[name].attribute
    texts = [str(one) for one in attribute.values] if attribute is not None else []
    return identifiers(texts, Style.CONSTANT, Language.JAVA, otherwise="value")


def enumeration(plan: EntityPlan, name: str) -> str:
    """Return the enumeration of an attribute, whose text is the stored value."""
    own = enum_of(plan, name)
    members = ",\n".join(f"    {one}({java_literal(text)})" for text, one in members_of(plan, name).items())
    comment = star_comment([f"The values of {name}. The text of each is what is stored."], 2)
    return (
        f"{comment}  public enum {own} {{\n{members};\n\n    private final String stored;\n\n"
        f"    {own}(String stored) {{\n      this.stored = stored;\n    }}\n\n"
        f"    /** Returns the value with this text; null for null. */\n"
        f"    public static {own} of(String stored) {{\n"
        f"      for ({own} one : values()) {{\n        if (one.stored.equals(stored)) {{\n          return one;\n"
        "        }\n      }\n      if (stored == null) {\n        return null;\n      }\n"
        f"      throw new IllegalArgumentException({java_literal(name + ' cannot be ')} + stored);\n    }}\n\n"
        "    @Override\n    public String toString() {\n      return stored;\n    }\n  }\n"
    )


def enum_constant(plan: EntityPlan, name: str, value: AttributeValue) -> str:
    """Return the constant of a value, outside the class of the entity; '' if it is none of the known values."""
    own, member = enum_of(plan, name), members_of(plan, name).get(str(value.data)) if enum_of(plan, name) else None
    return f"{plan.name}.{own}.{member}" if own and member else ""


def enum_parameter(plan: EntityPlan | None, parameter: Parameter) -> str:
    """Return the enumeration that a parameter has, with its class; '' for none."""
    if plan is None or not parameter.values:
        return ""
    fitting = [
        name
        for name, one in plan.fields.items()
        if one.attribute is not None and tuple(map(str, one.attribute.values)) == parameter.values
    ]
    name = parameter.name if parameter.name in fitting else next(iter(fitting), "")
    own = enum_of(plan, name) if name else ""
    return f"{plan.name}.{own}" if own else ""


def as_enum(plan: EntityPlan, name: str, code: str, kind: str, change: UpdateChange | None) -> str:
    """Return what an attribute is set to: its enumeration's value, if it has one. `kind` is the parameter's type."""
    own = enum_of(plan, name)
    if not own or kind == f"{plan.name}.{own}":
        return code
    constant = enum_constant(plan, name, change.constant) if change is not None and change.constant is not None else ""
    return constant or f"{plan.name}.{own}.of({code})"
