"""Java that a target wrote, compiled with the AWS SDK and run: what it stores, and what its methods do."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from exporter.targets.access_code.entity_plan import EntityPlan, entity_plans
from exporter.targets.access_code.pattern_plan import Parameter, PatternPlan
from exporter.targets.access_code.pattern_planner import pattern_plans
from exporter.targets.java.code import constant, setter
from exporter.targets.java.enums import enum_constant, enum_parameter, members_of
from exporter.targets.support.literals import Language
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.evaluation import Evaluation, ReturnedItem
from modeler.core.evaluator.unstored import unstored
from modeler.core.expressions.value_comparison import equal
from modeler.core.values.attribute_values import AttributeValue, Item, string
from modeler.core.values.json_values import from_dynamodb_json
from tests.doors.access_runs import Given, Ground, Written, calls, predicted, samples
from tests.doors.checks import Door, not_here
from tests.doors.checks.access_code.java import revealed
from tests.doors.fetched import python_packages

SDK = "kclpy-ext==3.1.3.post4"
"""A package of PyPI that holds the jars of the AWS SDK for Java, which its own registry does not give here."""
SECONDS = 240
_LOCAL = ("client", "table", "request", "changes", "after", "keys", "writes", "p")


def jars() -> Path:
    """The folder with the SDK's jars; the test is skipped where they, or a JDK, cannot be had."""
    if shutil.which("javac") is None:
        not_here("javac")
    return python_packages("java-sdk-2.33.0", SDK, dependencies=False) / "amazon_kclpy" / "jars"


def check_run(door: Door) -> tuple[int, int]:
    """Put every sample and call every method as a user would; asserts that all of it is as the core says. Returns how
    many items were put, and how many methods were called.
    """
    plans = entity_plans(door.design, Language.JAVA)
    patterns = pattern_plans(door.design, plans, Language.JAVA, ["client"], _LOCAL)
    methods = _methods(door)
    written = list(samples(plans))
    with Ground(door.design, door.sandbox_url) as ground:
        database = _database(door, written)
        steps = [_put(one) for one in written]
        asked: list[tuple[PatternPlan, Evaluation, Database]] = []
        for pattern in patterns:
            given, found = calls(pattern), predicted(door.design, pattern, database)
            if given and pattern.function in methods and not found.problems:
                steps.append(_called(pattern, given, found, *methods[pattern.function]))
                asked.append((pattern, found, database))
                database = found.after
        answers = _ran(door, ground, steps)
        for (pattern, found, before), answer in zip(asked, answers, strict=True):
            _compare(door, plans, pattern, found, before, answer)
        for table in door.design.tables:
            held = ground.held(table)
            stored = {one.key: one for one in database.items(table.name)}
            assert held.keys() == stored.keys()
            for key, one in stored.items():
                lacks = {name for plan in plans if plan.entity.name == one.entity for name in plan.only_in_keys}
                seen = {name: value for name, value in held[key].items() if name not in lacks}
                assert seen == {name: value for name, value in one.item.items() if name not in lacks}, (one.entity, key)
    return len(written), len(asked)


def _database(door: Door, written: list[Written]) -> Database:
    kept = {table.name: [one.stored for one in written if one.plan.table is table] for table in door.design.tables}
    return Database.of(door.design, kept)


def _methods(door: Door) -> dict[str, tuple[str, str]]:
    """The class and the type of each method, by its name."""
    found = {}
    for path in sorted(door.folder.rglob("*Repository.java")):
        for kind, name in re.findall(r"^  public (\S.*?) (\w+)\(.*\{$", path.read_text("utf-8"), re.M):
            found[name] = (path.stem, kind)
    return found


def _item(plan: EntityPlan, values: Item) -> str:
    fields = [(one, values[one.name]) for one in plan.fields.values() if one.name in values]
    sets = "".join(
        f" {setter('item', one.identifier, enum_constant(plan, one.name, value) or constant(value))};"
        for one, value in fields
    )
    return f"made(new {plan.name}(), item -> {{{sets} }})"


def _put(one: Written) -> str:
    table = f"{one.plan.name}Table"
    return f"    put({table}.NAME, {table}.SCHEMA, {_item(one.plan, one.sample.values)});\n"


def _called(pattern: PatternPlan, given: tuple[dict[str, Given], ...], found: Evaluation, owner: str, kind: str) -> str:
    stored = dict(_held(pattern, found))
    texts = []
    for one in given:
        arguments = ", ".join(_argument(pattern, parameter, {**stored, **one}) for parameter in pattern.parameters)
        call = f"new {owner}(client).{pattern.function}({arguments})"
        schema = f"{pattern.entity.name}Table.SCHEMA" if pattern.entity and not pattern.members else "null"
        limit = pattern.pattern.limit or 0
        texts.append(f"{call}; return List.of();" if kind == "void" else f"return rows({call}, {schema}, {limit});")
    return f"    tried({', '.join(f'() -> {{ {text} }}' for text in texts)});\n"


def _held(pattern: PatternPlan, found: Evaluation) -> Iterator[tuple[str, AttributeValue]]:
    for one, done in zip(pattern.members or (pattern,), found.writes, strict=False):
        for parameter in one.parameters:
            if parameter.is_stored and done.before and parameter.name in done.before.item:
                yield parameter.identifier, done.before.item[parameter.name]


def _argument(pattern: PatternPlan, parameter: Parameter, given: Mapping[str, Given]) -> str:
    if parameter.entity is not None:
        step = next(one for one in (pattern, *pattern.members) if one.item is parameter or one.item == parameter)
        plan, values = parameter.entity, step.bindings.values
        left_out = unstored(step.table, step.pattern, plan.entity, values)
        return _item(plan, {name: value for name, value in values.items() if name not in left_out})
    value = given.get(parameter.identifier)
    if value is None:
        return "null"
    if not isinstance(value, AttributeValue):
        return f"List.of({', '.join(map(constant, value))})"
    about = pattern.entity
    own = enum_parameter(about, parameter)
    if about is not None and own:
        names = [name for name in about.fields if own.endswith(f".{_enum(about, name)}")]
        return next(made for name in names if (made := enum_constant(about, name, value)))
    return constant(value)


def _enum(plan: EntityPlan, name: str) -> str:
    made = next(iter(members_of(plan, name)), None)
    return enum_constant(plan, name, string(made)).split(".")[1] if made else ""


def _compare(
    door: Door, plans: tuple[EntityPlan, ...], pattern: PatternPlan, found: Evaluation, before: Database, answer: Any
) -> None:
    label = pattern.pattern.label
    if not pattern.operation.is_read:
        failed = bool(found.refusals) or any(write.condition_held is False for write in found.writes)
        assert ("error" in answer) == failed, (label, answer, found.refusals)
        return
    assert "rows" in answer, (label, answer)
    rows = [{name: from_dynamodb_json(value) for name, value in row.items()} for row in answer["rows"]]
    wanted = [_wanted(door, plans, one, before) for one in found.returned]
    assert len(rows) == len(wanted), (label, rows, wanted)
    several = any(one.several for one in pattern.parameters)
    left = list(rows)
    for at, one in enumerate(wanted):
        fits = [row for row in (left if several else rows[at : at + 1]) if _holds(row, one)]
        assert fits, (label, one, rows)
        left = [row for row in left if row is not fits[0]]


def _holds(row: Item, wanted: Item) -> bool:
    return all(name in row and equal(row[name], value) for name, value in wanted.items())


def _wanted(door: Door, plans: tuple[EntityPlan, ...], one: ReturnedItem, before: Database) -> Item:
    """What an item must hold: the attributes of its entity that are read, those from keys included."""
    stored = next(
        item
        for table in door.design.tables
        for item in before.items(table.name)
        if (item.id, item.key) == (one.id, one.key)
    )
    own = [plan for plan in plans if plan.entity.name == stored.entity]
    names = {name for plan in own for name in {*plan.fields} - {*plan.only_in_keys} | {*revealed(plan)}}
    return {name: value for name, value in one.item.items() if name in names}


def _ran(door: Door, ground: Ground, steps: list[str]) -> list[Any]:
    names = {_variable(table): name for table, name in ground.names.items()}
    source = next(path.parent for path in door.folder.rglob("Keys.java"))
    bodies = [steps[at : at + 40] for at in range(0, len(steps), 40)]
    parts = "".join(f"  static void part{at}() {{\n{''.join(body)}  }}\n\n" for at, body in enumerate(bodies))
    run = "".join(f"    part{at}();\n" for at in range(len(bodies)))
    (source / "Run.java").write_text(_RUN.replace("PARTS", parts).replace("CALLS", run), "utf-8")
    classes, path = door.folder / "run", f"{jars()}/*"
    javac = ["javac", "-proc:none", "-nowarn", "-encoding", "UTF-8", "-cp", path, "-d", str(classes)]
    made = subprocess.run(
        [*javac, *map(str, source.glob("*.java"))], capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert made.returncode == 0, made.stderr[:4000]
    done = subprocess.run(
        ["java", "-cp", f"{classes}:{path}", "access.Run", door.sandbox_url],
        env={"PATH": "/usr/bin:/bin", **names}, capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    return [json.loads(base64.b64decode(line[1:])) for line in done.stdout.splitlines() if line.startswith("=")]


def _variable(table: str) -> str:
    return f"{re.sub(r'[^A-Za-z0-9]+', '_', table).upper()}_TABLE"


_RUN = """package access;

import java.math.BigDecimal;
import java.net.URI;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import software.amazon.awssdk.auth.credentials.*;
import software.amazon.awssdk.core.pagination.sync.SdkIterable;
import software.amazon.awssdk.enhanced.dynamodb.*;
import software.amazon.awssdk.enhanced.dynamodb.model.Page;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

public class Run {
  static DynamoDbClient client;

  public static void main(String[] given) {
    client = DynamoDbClient.builder().endpointOverride(URI.create(given[0])).region(Region.US_EAST_1)
        .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test"))).build();
CALLS  }

PARTS  static <T> T made(T item, Consumer<T> with) {
    with.accept(item);
    return item;
  }

  static <T> void put(String table, TableSchema<T> schema, T item) {
    DynamoDbEnhancedClient.builder().dynamoDbClient(client).build().table(table, schema).putItem(item);
  }

  @SafeVarargs
  static void tried(Callable<List<Map<String, AttributeValue>>>... calls) {
    StringBuilder said = new StringBuilder();
    try {
      List<String> rows = new ArrayList<>();
      for (var call : calls) for (var row : call.call()) rows.add(map(row));
      said.append("{\\"rows\\": [").append(String.join(", ", rows)).append("]}");
    } catch (Exception error) {
      said = new StringBuilder("{\\"error\\": ").append(text(error.toString())).append("}");
    }
    byte[] line = said.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
    System.out.println("=" + Base64.getEncoder().encodeToString(line));
  }

  @SuppressWarnings("unchecked")
  static <T> List<Map<String, AttributeValue>> rows(Object found, TableSchema<T> schema, int limit) {
    List<Map<String, AttributeValue>> rows = new ArrayList<>();
    if (found instanceof SdkIterable<?> several) {
      for (Object one : several) {
        if (one instanceof Page<?> page) for (Object item : page.items()) rows.add(schema.itemToMap((T) item, true));
        else rows.add((Map<String, AttributeValue>) one);
        if (limit > 0 && rows.size() >= limit) break;
      }
    } else if (found != null) rows.add(schema.itemToMap((T) found, true));
    return limit > 0 && rows.size() > limit ? rows.subList(0, limit) : rows;
  }

  static String map(Map<String, AttributeValue> given) {
    List<String> members = new ArrayList<>();
    given.forEach((name, value) -> members.add(text(name) + ": " + json(value)));
    return "{" + String.join(", ", members) + "}";
  }

  static String json(AttributeValue value) {
    switch (value.type()) {
      case S: return "{\\"S\\": " + text(value.s()) + "}";
      case N: return "{\\"N\\": " + text(value.n()) + "}";
      case B: return "{\\"B\\": " + text(Base64.getEncoder().encodeToString(value.b().asByteArray())) + "}";
      case BOOL: return "{\\"BOOL\\": " + value.bool() + "}";
      case NUL: return "{\\"NULL\\": true}";
      case M: return "{\\"M\\": " + map(value.m()) + "}";
      case L: return "{\\"L\\": [" + String.join(", ", value.l().stream().map(Run::json).toList()) + "]}";
      case SS: return "{\\"SS\\": [" + String.join(", ", value.ss().stream().map(Run::text).toList()) + "]}";
      case NS: return "{\\"NS\\": [" + String.join(", ", value.ns().stream().map(Run::text).toList()) + "]}";
      default: return "{\\"BS\\": [" + String.join(", ", value.bs().stream()
          .map(one -> text(Base64.getEncoder().encodeToString(one.asByteArray()))).toList()) + "]}";
    }
  }

  static String text(String given) {
    StringBuilder said = new StringBuilder("\\"");
    for (char one : given.toCharArray()) {
      if (one == '"' || one == '\\\\' || one < ' ') said.append(String.format("\\\\u%04x", (int) one));
      else said.append(one);
    }
    return said.append('"').toString();
  }
}
"""
