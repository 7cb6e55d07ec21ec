"""Java: every file is parsed; what needs only the JDK is compiled, and its keys are those of the core.

What imports the SDK is only parsed, by javalang: `tests/doors/java_runs.py` compiles and runs it.
"""

from __future__ import annotations

import base64
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import javalang

from exporter.targets.access_code.entity_plan import EntityPlan, entity_plans
from exporter.targets.access_code.key_reading import ECMA, key_readings
from exporter.targets.java.code import constant, getter, setter
from exporter.targets.java.enums import enum_constant
from exporter.targets.support.literals import Language, java_literal
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item
from tests.doors.access_runs import Written, samples
from tests.doors.checks import Door, not_here

SECONDS = 120
READ = "read "


def check(door: Door) -> str:
    ElementTree.fromstring(door.file("pom.xml").read_text("utf-8"))
    files = [door.folder / file.path for file in door.export.files if file.path.endswith(".java")]
    for path in files:
        if path.name != "package-info.java":
            javalang.parse.parse(path.read_text("utf-8"))
    if shutil.which("javac") is None:
        not_here("javac")
    plans = entity_plans(door.design, Language.JAVA)
    written = list(samples(plans))
    source = files[0].parent
    main = source / "Main.java"
    main.write_text(_main(written), "utf-8")
    plain = [source / "Keys.java", main, *(source / f"{plan.name}.java" for plan in plans)]
    _compare(written, _ran(door.folder, plain))
    return f"javac and javalang, {len(files)} files; keys of {len(written)} items are those of the core"


def _main(written: list[Written]) -> str:
    # A method of Java holds 64 KB of code: each item has one of its own.
    calls = "".join(f"    item{at}();\n" for at in range(len(written)))
    methods = "".join(
        f"  static void item{at}() {{\n    {one.plan.name} item = new {one.plan.name}();\n"
        f"{_filled(one.plan, one.sample.values)}{_said(one.plan, at)}  }}\n\n"
        for at, one in enumerate(written)
    )
    say = (
        "  static void say(int at, String name, Object value) {\n"
        "    String said = Keys.valueText(value);\n"
        '    byte[] text = (said == null ? "" : said).getBytes(java.nio.charset.StandardCharsets.UTF_8);\n'
        "    byte[] label = name.getBytes(java.nio.charset.StandardCharsets.UTF_8);\n"
        "    java.util.Base64.Encoder to = java.util.Base64.getEncoder();\n"
        '    System.out.println(at + " " + to.encodeToString(label) + " " + to.encodeToString(text));\n  }\n\n'
    )
    return (
        "package access;\n\nimport java.math.BigDecimal;\nimport java.util.*;\n\n"
        f"public class Main {{\n{say}{methods}  public static void main(String[] given) {{\n{calls}  }}\n}}\n"
    )


def _filled(plan: EntityPlan, values: Item) -> str:
    # Maps make no keys, and Map.of takes no null.
    fields = [
        one for one in plan.fields.values() if one.name in values and values[one.name].type is not AttributeType.M
    ]
    return "".join(
        f"    {setter('item', field.identifier, _constant(plan, field.name, values))};\n" for field in fields
    )


def _constant(plan: EntityPlan, name: str, values: Item) -> str:
    return enum_constant(plan, name, values[name]) or constant(values[name])


def _said(plan: EntityPlan, at: int) -> str:
    """What an item writes into its keys, and what another one reads from them."""
    lines = f"    {plan.name} read = new {plan.name}();\n" if revealed(plan) else ""
    for name, (_, writers) in plan.made.items():
        for one in writers:
            value = f"item.{one.function}().get({java_literal(name)})"
            reading = f"      read.readKey({java_literal(name)}, {value});\n" if revealed(plan) else ""
            lines += f"    if ({value} != null) {{\n      say({at}, {java_literal(name)}, {value});\n{reading}    }}\n"
    for name in revealed(plan):
        lines += f"    say({at}, {java_literal(READ + name)}, {getter('read', plan.field(name))});\n"
    return lines


def _ran(folder: Path, sources: list[Path]) -> dict[int, dict[str, str]]:
    made = folder / "classes"
    javac = ["javac", "-proc:none", "-encoding", "UTF-8", "-d", str(made), *map(str, sources)]
    compiled = subprocess.run(javac, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert compiled.returncode == 0, compiled.stdout[:2000] + compiled.stderr[:4000]
    run = ["java", "-cp", str(made), "access.Main"]
    answer = subprocess.run(run, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert answer.returncode == 0, answer.stderr[:4000]
    found: dict[int, dict[str, str]] = {}
    for line in answer.stdout.splitlines():
        at, name, text = line.split(" ")
        found.setdefault(int(at), {}).setdefault(base64.b64decode(name).decode(), base64.b64decode(text).decode())
    return found


def _compare(written: list[Written], found: dict[int, dict[str, str]]) -> None:
    for at, one in enumerate(written):
        wanted = {
            name: str(value.data)
            for name, value in one.stored.item.items()
            if name in one.plan.made and value.type is not AttributeType.B
        }
        for name in revealed(one.plan):
            value = one.sample.values.get(name)
            wanted[READ + name] = "" if value is None else native_text(value)
        assert found.get(at, {}) == wanted, one.plan.name


def revealed(plan: EntityPlan) -> list[str]:
    """The attributes that are only in keys and can be read from them."""
    names = {name for one in key_readings(plan, ECMA) for name in one.attributes}
    return [name for name in plan.only_in_keys if name in names]


def native_text(value: AttributeValue) -> str:
    """A value as Keys.valueText writes it."""
    return str(value.data).lower() if value.type is AttributeType.BOOL else str(value.data)
