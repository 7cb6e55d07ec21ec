"""Files that exported code brings along are real Java and TypeScript: their own compilers read them where they are."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.resources import files

import javalang
import pytest

from exporter.targets import target
from exporter.targets.access_code.runtime_files import runtime_file
from exporter.targets.java.target import PACKAGE
from tests.doors.node_code import compiled
from tests.exporter.targets.designs.all_designs import small

JAVA = ("Keys", "Values", "Changes")
TYPESCRIPT = ("keys", "requests")
SECONDS = 120


@pytest.mark.parametrize("name", JAVA)
def test_a_java_file_holds_the_public_class_of_its_name(name):
    unit = javalang.parse.parse(runtime_file("java", f"{name}.java"))
    assert unit.package.name == PACKAGE
    assert [one.name for one in unit.types if "public" in one.modifiers] == [name]


@pytest.mark.slow
def test_javac_compiles_what_needs_only_the_jdk(tmp_path):
    if shutil.which("javac") is None:
        pytest.skip("javac is not on this machine")
    command = ["javac", "-proc:none", "-Xlint:all", "-encoding", "UTF-8", "-d", str(tmp_path)]
    source = str(files("exporter.targets.java").joinpath("runtime", "Keys.java"))
    done = subprocess.run([*command, source], capture_output=True, text=True, timeout=SECONDS, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.slow
def test_tsc_compiles_the_typescript_files(tmp_path):
    (tmp_path / "src").mkdir()
    for name in TYPESCRIPT:
        (tmp_path / "src" / f"{name}.ts").write_text(runtime_file("typescript", f"{name}.ts"), "utf-8")
    options = {"target": "ES2022", "module": "NodeNext", "strict": True, "skipLibCheck": True, "types": ["node"],
               "rootDir": "src", "outDir": "dist"}  # fmt: skip
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "include": ["src"]}), "utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    compiled(tmp_path)
    assert sorted(path.name for path in (tmp_path / "dist").iterdir()) == ["keys.js", "requests.js"]


def test_exports_hold_the_files_unchanged():
    java = {file.path.rpartition("/")[2]: file.text for file in target("java").build(small()).files}
    assert [java[f"{name}.java"] for name in JAVA] == [runtime_file("java", f"{name}.java") for name in JAVA]
    script = {file.path: file.text for file in target("electrodb").build(small()).files}
    assert [script[f"src/{name}.ts"] for name in TYPESCRIPT] == [
        runtime_file("typescript", f"{name}.ts") for name in TYPESCRIPT
    ]
