"""Access patterns in Java: one method each, with the Enhanced Client, or with the low-level client if
that cannot express it.
"""

from __future__ import annotations

from collections.abc import Iterator

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import PatternPlan, UpdateChange
from exporter.targets.access_code.request_expressions import ExpressionCode
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.java.code import (
    condition_value,
    constant,
    expressions_of,
    key_condition_of,
    names_code,
    parameter_type,
    resolve_parameter,
    setter,
    template_code,
    values_code,
)
from exporter.targets.java.entity import carried_index
from exporter.targets.java.enums import as_enum
from exporter.targets.support.literals import java_literal, star_comment
from modeler.core.design.patterns import Operation
from modeler.core.expressions.nodes import Condition, Name, Projection
from modeler.core.values.attribute_values import AttributeType

IMPORTS = """import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.pagination.sync.SdkIterable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.model.DeleteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.GetItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.Page;
import software.amazon.awssdk.enhanced.dynamodb.model.PutItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.ScanEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
"""

_CONDITIONALS = {
    "begins_with": "sortBeginsWith",
    "<": "sortLessThan",
    "<=": "sortLessThanOrEqualTo",
    ">": "sortGreaterThan",
    ">=": "sortGreaterThanOrEqualTo",
    "=": "keyEqualTo",
}


def repository(plan: EntityPlan, methods: list[str]) -> str:
    """Return `OrderRepository.java`."""
    comment = star_comment([f"Access patterns of {plan.entity.name}: one method each."])
    body = "\n".join(methods)
    return (
        f"{IMPORTS}\n{comment}public final class {plan.name}Repository {{\n"
        "  private final DynamoDbClient client;\n"
        f"  private final DynamoDbTable<{plan.name}> table;\n\n"
        f"  public {plan.name}Repository(DynamoDbClient client) {{\n    this.client = client;\n"
        "    DynamoDbEnhancedClient enhanced = DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();\n"
        f"    this.table = enhanced.table({plan.name}Table.NAME, {plan.name}Table.SCHEMA);\n  }}\n\n{body}}}\n"
    )


def method(pattern: PatternPlan) -> str:
    """The method of a pattern. Raises Unsupported."""
    entity = pattern.entity
    if pattern.members or entity is None or entity.base is None:
        return _several(pattern)
    makers = {
        Operation.GET: _get,
        Operation.QUERY: _query,
        Operation.SCAN: _scan,
        Operation.PUT: _put,
        Operation.UPDATE: _update,
        Operation.DELETE: _delete,
    }
    if pattern.operation not in makers:
        raise Unsupported(f"a {pattern.operation} of one entity has no method here")
    kind, body = makers[pattern.operation](pattern, entity)
    return _method(pattern, kind, body)


def _method(pattern: PatternPlan, kind: str, body: list[str]) -> str:
    given = ", ".join(f"{parameter_type(one, pattern.entity)} {one.identifier}" for one in pattern.parameters)
    text = "".join(f"    {line}\n" for line in body)
    return f"{star_comment(pattern.about(), 2)}  public {kind} {pattern.function}({given}) {{\n{text}  }}\n"


def _key(pattern: PatternPlan) -> str:
    found = {key.name: condition_value(pattern, key, given.templates[0]) for key, given in pattern.elements()}
    base = pattern.table.base
    made = f"Key.builder().partitionValue({_key_value(found[base.partition_key[0].name], base.partition_key[0].type)})"
    if base.sort_key:
        made += f".sortValue({_key_value(found[base.sort_key[0].name], base.sort_key[0].type)})"
    return f"{made}.build()"


def _key_value(code: str, kind: AttributeType) -> str:
    return f"SdkBytes.fromByteArray({code})" if kind is AttributeType.B else code


def _text(expressions: ExpressionCode, node: Condition | Projection) -> str:
    return java_literal(expressions.add(node))


def _expression(pattern: PatternPlan, node: Condition) -> str:
    expressions = expressions_of(pattern)
    parts = [f"Expression.builder().expression({_text(expressions, node)})"]
    if names := names_code(expressions):
        parts.append(f".expressionNames({names})")
    if values := values_code(expressions):
        parts.append(f".expressionValues({values})")
    return "".join([*parts, ".build()"])


def _get(pattern: PatternPlan, entity: EntityPlan) -> tuple[str, list[str]]:
    consistent = ".consistentRead(true)" if pattern.pattern.consistent else ""
    return entity.name, [
        f"return table.getItem(GetItemEnhancedRequest.builder().key({_key(pattern)}){consistent}.build());"
    ]


def _query(pattern: PatternPlan, entity: EntityPlan) -> tuple[str, list[str]]:
    if not carried_index(pattern.index) or pattern.index.name not in {one.index.name for one in entity.keys}:
        return _low_query(pattern)
    given = {key.name: (key, asked) for key, asked in pattern.elements()}
    key, asked = given[pattern.index.partition_key[0].name]
    partition = f".partitionValue({_key_value(condition_value(pattern, key, asked.templates[0]), key.type)})"
    sort = next(((one, given[one.name][1]) for one in pattern.index.sort_key if one.name in given), None)
    if sort is None:
        conditional = f"QueryConditional.keyEqualTo(Key.builder(){partition}.build())"
    else:
        values = [_key_value(condition_value(pattern, sort[0], text), sort[0].type) for text in sort[1].templates]
        made = [f"Key.builder(){partition}.sortValue({value}).build()" for value in values]
        word = "sortBetween" if sort[1].operator == "between" else _CONDITIONALS[sort[1].operator]
        conditional = f"QueryConditional.{word}({', '.join(made)})"
    lines = [
        "QueryEnhancedRequest.Builder request = QueryEnhancedRequest.builder();",
        f"request.queryConditional({conditional});",
    ]
    lines += _page_lines(pattern)
    place = "table" if pattern.index.is_base else f"table.index({java_literal(pattern.index.name)})"
    return f"SdkIterable<Page<{entity.name}>>", [*lines, f"return {place}.query(request.build());"]


def _page_lines(pattern: PatternPlan) -> Iterator[str]:
    one = pattern.pattern
    if pattern.filter is not None:
        yield f"request.filterExpression({_expression(pattern, pattern.filter)});"
    if pattern.paths:
        names = [path.parts[0].text for path in pattern.paths if isinstance(path.parts[0], Name)]
        yield f"request.attributesToProject({', '.join(map(java_literal, names))});"
    if one.descending:
        yield "request.scanIndexForward(false);"
    if one.consistent:
        yield "request.consistentRead(true);"
    if one.limit:
        yield f"request.limit({one.limit});"


def _scan(pattern: PatternPlan, entity: EntityPlan) -> tuple[str, list[str]]:
    lines = ["ScanEnhancedRequest.Builder request = ScanEnhancedRequest.builder();", *_page_lines(pattern)]
    place = "table" if pattern.index.is_base else f"table.index({java_literal(pattern.index.name)})"
    return f"SdkIterable<Page<{entity.name}>>", [*lines, f"return {place}.scan(request.build());"]


def _put(pattern: PatternPlan, entity: EntityPlan) -> tuple[str, list[str]]:
    if pattern.item is None or pattern.pattern.set:
        raise Unsupported("the put sets additional attributes")
    request = f"PutItemEnhancedRequest.builder({entity.name}.class).item({pattern.item.identifier})"
    if pattern.condition is not None:
        request += f".conditionExpression({_expression(pattern, pattern.condition)})"
    return "void", [f"table.putItem({request}.build());"]


def _delete(pattern: PatternPlan, entity: EntityPlan) -> tuple[str, list[str]]:
    request = f"DeleteItemEnhancedRequest.builder().key({_key(pattern)})"
    if pattern.condition is not None:
        request += f".conditionExpression({_expression(pattern, pattern.condition)})"
    return entity.name, [f"return table.deleteItem({request}.build());"]


def _update(pattern: PatternPlan, entity: EntityPlan) -> tuple[str, list[str]]:
    pairs = [
        f"{java_literal(key.name)}, {condition_value(pattern, key, given.templates[0])}"
        for key, given in pattern.elements()
    ]
    lines = ["UpdateItemRequest.Builder request = UpdateItemRequest.builder();"]
    lines.append(f"request.tableName({entity.name}Table.NAME).key(Values.map({', '.join(pairs)}));")
    expressions = expressions_of(pattern)
    if pattern.pattern.update.strip():
        lines.append(f"request.updateExpression({java_literal(expressions.add_text(pattern.pattern.update))});")
    if pattern.condition is not None:
        lines.append(f"request.conditionExpression({_text(expressions, pattern.condition)});")
    names, values = names_code(expressions), values_code(expressions)
    if pattern.pattern.update.strip():
        lines += [f"request.expressionAttributeNames({names});"] if names else []
        lines += [f"request.expressionAttributeValues({values});"] if values else []
    else:
        lines += _changes(pattern, entity, names, values)
    return "void", [*lines, "client.updateItem(request.build());"]


def _changes(pattern: PatternPlan, entity: EntityPlan, names: str, values: str) -> Iterator[str]:
    beside = f".beside({names or 'Map.of()'}, {values or 'Map.of()'})" if names or values else ""
    yield f"Changes changes = new Changes(){beside};"
    for one in pattern.changes:
        path = ", ".join(
            str(step) if isinstance(step, int) else java_literal(getattr(step, "text", "")) for step in one.path.parts
        )
        yield (
            f"changes.remove({path});"
            if one.action == "remove"
            else f"changes.{one.action}({_value(pattern, one)}, {path});"
        )
    for name, change in pattern.mirrored:
        yield f"changes.sum({java_literal(name)}, {java_literal(change.attribute)}, {_value(pattern, change)});"
    if pattern.affected:
        yield f"{entity.name} after = new {entity.name}();"
        for name, own_change in pattern.following_inputs:
            if name in entity.fields and (own_change is None or own_change.action == "set"):
                value = _value(pattern, own_change) if own_change else resolve_parameter(pattern)(name)
                parameter = pattern.parameter(own_change.parameter if own_change else name)
                kind = parameter_type(parameter, entity) if parameter is not None else ""
                value = as_enum(entity, name, value, kind, own_change)
                yield f"{setter('after', entity.fields[name].identifier, value)};"
        yield "Map<String, Object> keys = new TreeMap<>();"
        for own in reversed(pattern.affected):
            yield f"keys.putAll(after.{own.function}());"
        yield f"changes.keys(List.of({', '.join(map(java_literal, pattern.following_keys))}), keys);"
    yield "changes.into(request);"


def _value(pattern: PatternPlan, change: UpdateChange) -> str:
    if change.parameter:
        return resolve_parameter(pattern)(change.parameter)
    if change.template is not None:
        return template_code(change.template, resolve_parameter(pattern), pattern.bindings.formats)
    return constant(change.constant) if change.constant is not None else "null"


def _table_name(pattern: PatternPlan) -> str:
    if not pattern.entities:
        raise Unsupported("the pattern names no entity, so the table class is unknown")
    return f"{pattern.entities[0].name}Table.NAME"


def _low_query(pattern: PatternPlan) -> tuple[str, list[str]]:
    expressions = expressions_of(pattern)
    lines = ["QueryRequest.Builder request = QueryRequest.builder();", f"request.tableName({_table_name(pattern)});"]
    if not pattern.index.is_base:
        lines.append(f"request.indexName({java_literal(pattern.index.name)});")
    lines.append(f"request.keyConditionExpression({_text(expressions, key_condition_of(pattern, expressions))});")
    if pattern.filter is not None:
        lines.append(f"request.filterExpression({_text(expressions, pattern.filter)});")
    if pattern.paths:
        lines.append(f"request.projectionExpression({_text(expressions, pattern.paths)});")
    names, values = names_code(expressions), values_code(expressions)
    lines += [f"request.expressionAttributeNames({names});"] if names else []
    lines += [f"request.expressionAttributeValues({values});"] if values else []
    one = pattern.pattern
    lines += ["request.scanIndexForward(false);"] if one.descending else []
    lines += ["request.consistentRead(true);"] if one.consistent else []
    lines += [f"request.limit({one.limit});"] if one.limit else []
    return "SdkIterable<Map<String, AttributeValue>>", [
        *lines,
        "return client.queryPaginator(request.build()).items();",
    ]


def _several(pattern: PatternPlan) -> str:
    if pattern.operation is Operation.QUERY:
        return _method(pattern, *_low_query(pattern))
    if pattern.operation is not Operation.TRANSACT_WRITE or any(
        one.operation is not Operation.PUT for one in pattern.members
    ):
        raise Unsupported(f"a {pattern.operation} of this kind has no method here")
    lines = ["List<TransactWriteItem> writes = new java.util.ArrayList<>();"]
    for one in pattern.members:
        entity, item = one.entity, one.item
        if entity is None or item is None or entity.base is None or one.pattern.set:
            raise Unsupported("a put of the transaction has no entity with a key")
        made = f"{entity.name}Table.SCHEMA.itemToMap({item.identifier}, true)"
        put = f"p -> p.tableName({entity.name}Table.NAME).item({made})"
        if one.condition is not None:
            expressions = expressions_of(one)
            put += f".conditionExpression({_text(expressions, one.condition)})"
            put += f".expressionAttributeNames({names})" if (names := names_code(expressions)) else ""
            put += f".expressionAttributeValues({values})" if (values := values_code(expressions)) else ""
        lines.append(f"writes.add(TransactWriteItem.builder().put({put}).build());")
    lines.append("client.transactWriteItems(request -> request.transactItems(writes));")
    return _method(pattern, "void", lines)
