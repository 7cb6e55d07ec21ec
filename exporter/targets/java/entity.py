"""An entity in Java: a bean with its keys, which needs only the JDK, and the schema that maps it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from exporter.targets.access_code.entity_plan import EntityPlan, IndexKeys
from exporter.targets.access_code.key_reading import ECMA, groups_of, key_readings
from exporter.targets.java.code import TYPES, condition_code, field_type, getter, key_value, setter
from exporter.targets.java.enums import enum_of, enumeration
from exporter.targets.support.literals import Language, Style, identifier, java_literal, star_comment
from modeler.core.design.tables import Index
from modeler.core.values.attribute_values import AttributeType

_IMPORTS = "import java.math.BigDecimal;\nimport java.util.List;\nimport java.util.Map;\nimport java.util.Set;\n"
_REGEX: Final = "java.util.regex"
_DOCUMENTS = {AttributeType.M: "M", AttributeType.L: "L", AttributeType.NULL: "NULL", AttributeType.BS: "BS"}


def bean(plan: EntityPlan) -> str:
    """Return `Order.java`: fields, getters, setters, and what the entity writes into each index."""
    comment = star_comment([plan.entity.description or f"{plan.entity.name} in {plan.table.name}."])
    enums = [enumeration(plan, name) for name in plan.fields if enum_of(plan, name)]
    body = "\n".join([*_patterns(plan), *enums, *_fields(plan), *_key_methods(plan), *_key_reader(plan)])
    return f"{_IMPORTS}\n{comment}public class {plan.name} {{\n{body}}}\n"


def _fields(plan: EntityPlan) -> Iterator[str]:
    for one in plan.fields.values():
        yield f"  private {field_type(plan, one.name)} {one.identifier};\n"
    for one in plan.fields.values():
        kind, own = field_type(plan, one.name), one.identifier
        head = getter("", own).removeprefix(".")
        yield f"  public {kind} {head} {{\n    return {own};\n  }}\n"
        put = setter("", own, f"{kind} {own}").removeprefix(".")
        yield f"  public void {put} {{\n    this.{own} = {own};\n  }}\n"


def _key_methods(plan: EntityPlan) -> Iterator[str]:
    for one in plan.keys:
        what = "the table's own key" if one.index.is_base else one.index.name
        comment = star_comment(
            [f"Returns what {plan.entity.name} writes into {what}; empty if the item is not in it."], 2
        )
        lines = "".join(f"    {line}\n" for line in _rows(plan, one))
        yield f"{comment}  public Map<String, Object> {one.function}() {{\n{lines}  }}\n"


def _rows(plan: EntityPlan, one: IndexKeys) -> Iterator[str]:
    resolve = plan.resolver(
        lambda field: field, lambda function, name: f"{function}().get({java_literal(name)})", "null"
    )
    for node, row in one.branches():
        pairs = [f"{java_literal(key.name)}, {key_value(key, text, resolve, plan.entity.formats)}" for key, text in row]
        made = f"Keys.together({', '.join(pairs)})" if pairs else "Map.of()"
        if node is None:
            yield f"return {made};"
            return
        yield f"if ({condition_code(node, resolve)}) {{\n      return {made};\n    }}"
    yield "return Map.of();"


def _patterns(plan: EntityPlan) -> Iterator[str]:
    for at, one in enumerate(key_readings(plan, ECMA), 1):
        # Names of the JDK in full: an entity can have the name Pattern.
        made = f"{_REGEX}.Pattern.compile({java_literal(one.pattern)}, {_REGEX}.Pattern.DOTALL)"
        yield f"  private static final {_REGEX}.Pattern KEY_{at} =\n      {made};\n"


def _key_reader(plan: EntityPlan) -> Iterator[str]:
    """Yield `readKey`, which the schema calls for each key of an item, in any order: the table's own key decides."""
    readings = tuple(key_readings(plan, ECMA))
    if not readings:
        return
    groups, own = groups_of(plan), set(plan.table.base.key_names)
    lines: list[str] = []
    for at, one in enumerate(readings, 1):
        lines.append(f"    if (name.equals({java_literal(one.key)})) {{")
        lines.append(f"      {_REGEX}.Matcher found = KEY_{at}.matcher(Keys.valueText(key));")
        lines.append("      if (found.matches()) {")
        for name in plan.lacked:
            if name in one.attributes:
                field = plan.field(name)
                value = _of_text(plan, name, f'found.group("{groups[name]}")')
                is_trusted = one.key in own and name in plan.only_in_keys
                kept = value if is_trusted else f"this.{field} != null ? this.{field} : {value}"
                lines.append(f"        this.{field} = {kept};")
        lines += ["      }", "    }"]
    comment = star_comment(["Sets attributes that the item lacks and a key of it contains."], 2)
    yield f"{comment}  public void readKey(String name, Object key) {{\n" + "\n".join(lines) + "\n  }\n"


def _of_text(plan: EntityPlan, name: str, text: str) -> str:
    attribute = plan.entity.attribute(name)
    if own := enum_of(plan, name):
        return f"{own}.of({text})"
    if attribute is not None and attribute.type is AttributeType.N:
        return f"new BigDecimal({text})"
    return f'"true".equals({text})' if attribute is not None and attribute.type is AttributeType.BOOL else text


def schema(plan: EntityPlan) -> str:
    """Return `OrderTable.java`: the static schema."""
    lines = "".join(f"          {line}\n" for line in _attributes(plan))
    named = f"{java_literal(_variable(plan))}, {java_literal(plan.table.name)}"
    return (
        "import java.math.BigDecimal;\nimport java.util.List;\nimport java.util.Map;\nimport java.util.Set;\n"
        "import software.amazon.awssdk.core.SdkBytes;\n"
        "import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;\n"
        "import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;\n"
        "import software.amazon.awssdk.enhanced.dynamodb.TableSchema;\n"
        "import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags;\n"
        "import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;\n\n"
        f"{star_comment([f'How {plan.name} is stored.'])}"
        f"public final class {plan.name}Table {{\n"
        f"  public static final String NAME =\n      System.getenv().getOrDefault({named});\n\n"
        f"  public static final TableSchema<{plan.name}> SCHEMA =\n"
        f"      StaticTableSchema.builder({plan.name}.class)\n"
        f"          .newItemSupplier({plan.name}::new)\n{lines}          .build();\n\n"
        f"  private {plan.name}Table() {{}}\n}}\n"
    )


def _variable(plan: EntityPlan) -> str:
    return f"{identifier(plan.table.name, Style.CONSTANT, Language.JAVA, otherwise='table')}_TABLE"


def carried_index(index: Index) -> bool:
    """Does it have one partition key and at most one sort key, which tags can express?"""
    return len(index.partition_key) == 1 and len(index.sort_key) <= 1


def _attributes(plan: EntityPlan) -> Iterator[str]:
    hidden = set(plan.only_in_keys)
    revealing = {one.key for one in key_readings(plan, ECMA)}
    for one in plan.fields.values():
        if one.name in hidden:
            continue
        kind = one.attribute.type if one.attribute else AttributeType.M
        own = one.identifier[0].upper() + one.identifier[1:]
        access = f".getter({plan.name}::get{own}).setter({plan.name}::set{own})"
        yield _attribute(plan, one.name, kind, access, is_any=one.attribute is None)
    for name, (element, writers) in plan.made.items():
        calls = [f"item.{one.function}().get({java_literal(name)})" for one in writers]
        value = (
            calls[0]
            if len(calls) == 1
            else " : ".join(f"{one} != null ? {one}" for one in calls[:-1]) + f" : {calls[-1]}"
        )
        cast = TYPES[element.type]
        read = f" item.readKey({java_literal(name)}, value); " if name in revealing else ""
        access = f".getter(item -> ({cast}) ({value})).setter((item, value) -> {{{read}}})"
        yield _attribute(plan, name, element.type, access)


def _attribute(plan: EntityPlan, name: str, kind: AttributeType, access: str, *, is_any: bool = False) -> str:
    java, more = TYPES[kind], ""
    own = enum_of(plan, name) if name in plan.fields and name not in plan.made else ""
    declared = f"{plan.name}.{own}.class" if own else f"{java}.class"
    if is_any or kind is AttributeType.NULL:
        declared, more = "Object.class", f".attributeConverter(new Values(AttributeValueType.{_DOCUMENTS[kind]}))"
    elif kind in _DOCUMENTS:
        # The bean's own type is narrower than the converter's: to the schema, it is an Object.
        field = plan.fields[name].identifier
        own = field[0].upper() + field[1:]
        declared, more = "Object.class", f".attributeConverter(new Values(AttributeValueType.{_DOCUMENTS[kind]}))"
        access = f".getter(item -> item.get{own}()).setter((item, value) -> item.set{own}(({java}) value))"
    elif kind is AttributeType.SS:
        declared = "EnhancedType.setOf(String.class)"
    elif kind is AttributeType.NS:
        declared = "EnhancedType.setOf(BigDecimal.class)"
    tags = ", ".join(_tags(plan, name))
    tagged = f".tags({tags})" if tags else ""
    return f".addAttribute({declared}, a -> a.name({java_literal(name)}){access}{more}{tagged})"


def _tags(plan: EntityPlan, name: str) -> Iterator[str]:
    base = plan.table.base
    if name == base.partition_key[0].name:
        yield "StaticAttributeTags.primaryPartitionKey()"
    if base.sort_key and name == base.sort_key[0].name:
        yield "StaticAttributeTags.primarySortKey()"
    written = [one.index for one in plan.keys if not one.index.is_base and carried_index(one.index)]
    partition = [java_literal(one.name) for one in written if one.partition_key[0].name == name]
    sort = [java_literal(one.name) for one in written if one.sort_key and one.sort_key[0].name == name]
    if partition:
        yield f"StaticAttributeTags.secondaryPartitionKey(List.of({', '.join(partition)}))"
    if sort:
        yield f"StaticAttributeTags.secondarySortKey(List.of({', '.join(sort)}))"
