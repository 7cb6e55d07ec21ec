"""The key helpers of exported code, run by Node and by Java: the same texts as the core's, whatever the value."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exporter.targets.access_code.runtime_files import runtime_file
from modeler.core.keys.key_formats import FORMATS, FormatCall, apply_formats
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string
from tests.doors.node_code import compiled

pytestmark = pytest.mark.slow

TIMES = ("iso", "year", "month", "date", "hour", "minute")
CLOCKS = ("", "epoch_seconds", "epoch_millis")
SECONDS = 120

texts = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12),
    st.sampled_from(["007", "1e3", "+5", ".5", "5.", "-0", "20260601", "2026", "Straße", "ΑΣ", "İ", "1_000", " 5"]),
    st.datetimes().map(lambda moment: moment.isoformat()),
    st.datetimes(timezones=st.timezones()).map(lambda moment: moment.isoformat()).filter(lambda text: "\n" not in text),
    st.dates().map(str),
    st.sampled_from(["2026-06-01T10:00:00Z", "2026-06-01T10:00:00.123456789Z", "2026-06-01 10:00", "2026-02-30",
                     "20260601T101112Z", "2026-06-01T24:00:00", "2026-06-01T10:00:00+05:30",
                     "0001-01-01T00:00:00+01:00",
                     "2026-06-01T10", "2026-06-01T10:00:61", "9999-12-31T23:59:59-01:00", "2026-06-01T10:00:00,5Z"]),
    st.integers(-(10**13), 10**13).map(str),
)  # fmt: skip
numbers = st.one_of(
    st.integers(-(10**15) + 1, 10**15 - 1).map(str),
    st.decimals(-(10**6), 10**6, places=4).map(str),
    st.sampled_from(["1e20", "1e-7", "0.000001", "12.50", "1780302600", "1780302600123", "1E+30"]),
)
values = st.one_of(
    texts.map(string), numbers.map(number), st.booleans().map(lambda one: AttributeValue(AttributeType.BOOL, one))
)


@st.composite
def calls(draw):
    format_ = draw(st.sampled_from(sorted(FORMATS.values(), key=lambda one: one.name)))
    if format_.argument is int:
        return FormatCall(format_.name, draw(st.integers(1, min(format_.largest, 64))))
    return FormatCall(format_.name, "#" if format_.argument is str else None)


cases = st.lists(st.tuples(values, calls(), st.sampled_from(CLOCKS)), min_size=40, max_size=120)


def expected(found):
    return [apply_formats(value, (call,), clock) for value, call, clock in found]


def arguments(call, clock):
    return [call.argument] if call.argument is not None else [clock] if call.name in TIMES else []


@pytest.fixture(scope="module")
def node_keys(tmp_path_factory):
    folder = tmp_path_factory.mktemp("keys")
    (folder / "src").mkdir()
    (folder / "src" / "keys.ts").write_text(runtime_file("typescript", "keys.ts"), "utf-8")
    compiler = {"target": "ES2022", "module": "NodeNext", "strict": True, "noUncheckedIndexedAccess": True,
                "types": ["node"], "rootDir": "src", "outDir": "dist"}  # fmt: skip
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": compiler, "include": ["src"]}), "utf-8")
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    compiled(folder)
    (folder / "run.mjs").write_text(
        'import { readFileSync } from "node:fs";\nimport * as keys from "./dist/keys.js";\n'
        "const cases = JSON.parse(readFileSync(0, 'utf8'));\n"
        "const answers = cases.map(([name, value, type, more]) =>\n"
        '  keys[name](type === "N" ? Number(value) : value, ...more) ?? null);\n'
        "process.stdout.write(JSON.stringify(answers));\n",
        "utf-8",
    )
    return folder


@given(found=cases)
@settings(
    max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_typescript_gives_the_texts_of_the_core(node_keys, found):
    asked = [[call.name, value.data, value.type, arguments(call, clock)] for value, call, clock in found]
    run = subprocess.run(["node", "run.mjs"], cwd=node_keys, input=json.dumps(asked), capture_output=True, text=True,
                         timeout=SECONDS, check=False)  # fmt: skip
    assert run.stderr == ""
    for case, wanted, answer in zip(found, expected(found), json.loads(run.stdout), strict=True):
        assert answer == wanted, case


_MAIN = """
package access;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Scanner;

public class Main {
  public static void main(String[] given) throws Exception {
    Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8);
    while (lines.hasNextLine()) {
      String[] parts = lines.nextLine().split(" ", -1);
      String text = new String(Base64.getDecoder().decode(parts[2]), StandardCharsets.UTF_8);
      Object value = text;
      if (parts[1].equals("N")) {
        value = new BigDecimal(text);
      } else if (parts[1].equals("BOOL")) {
        value = Boolean.valueOf(text);
      }
      String said;
      if (parts[3].equals("int")) {
        int more = Integer.parseInt(parts[4]);
        said = (String) Keys.class.getMethod(parts[0], Object.class, int.class).invoke(null, value, more);
      } else if (parts[3].equals("none")) {
        said = (String) Keys.class.getMethod(parts[0], Object.class).invoke(null, value);
      } else {
        said = (String) Keys.class.getMethod(parts[0], Object.class, String.class).invoke(null, value, parts[4]);
      }
      System.out.println(
          said == null ? "-" : "+" + Base64.getEncoder().encodeToString(said.getBytes(StandardCharsets.UTF_8)));
    }
  }
}
"""


@pytest.fixture(scope="module")
def java_keys(tmp_path_factory):
    if shutil.which("javac") is None:
        pytest.skip("javac is not on this machine")
    folder = tmp_path_factory.mktemp("keys-java")
    (folder / "Keys.java").write_text(runtime_file("java", "Keys.java"), "utf-8")
    (folder / "Main.java").write_text(_MAIN, "utf-8")
    command = ["javac", "-proc:none", "-Xlint:all", "-encoding", "UTF-8", "-d", "classes", "Keys.java", "Main.java"]
    javac = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert (javac.returncode, javac.stdout + javac.stderr) == (0, "")
    return folder


def java_line(value, call, clock):
    more = arguments(call, clock)
    kind = "int" if more and isinstance(more[0], int) else "text" if more else "none"
    plain = str(value.data).lower() if value.type == "BOOL" else str(value.data)
    return f"{call.name} {value.type} {base64.b64encode(plain.encode()).decode()} {kind} {more[0] if more else ''}\n"


@given(found=cases)
@settings(
    max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_java_gives_the_texts_of_the_core(java_keys, found):
    asked = "".join(java_line(*case) for case in found)
    run = subprocess.run(["java", "-cp", "classes", "access.Main"], cwd=java_keys, input=asked, capture_output=True,
                         text=True, timeout=SECONDS, check=False)  # fmt: skip
    assert run.stderr == ""
    answers = [None if line == "-" else base64.b64decode(line[1:]).decode() for line in run.stdout.splitlines()]
    for case, wanted, answer in zip(found, expected(found), answers, strict=True):
        assert answer == wanted, case
