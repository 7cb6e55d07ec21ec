"""docs/security.md answers every requirement of OWASP ASVS 5.0 level 2, and names only tests that exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = (ROOT / "docs/security.md").read_text("utf-8")
ROW: Final = re.compile(r"^\| (V\d+\.\d+\.\d+) \| (\w+) \| (.+) \|$", re.MULTILINE)
NAMED: Final = re.compile(r"`((?:tests|designer|modeler|exporter|docs|static|\.docker)/[\w./-]+)(?:::(\w+))?`")
STATES: Final = {"met", "part", "open", "operator", "none"}

# The numbers of the requirements of levels 1 and 2, by section, of version 5.0.0.
REQUIREMENTS: Final = """
V1.1 1-2  V1.2 1-9  V1.3 1-11  V1.4 1-3  V1.5 1-2
V2.1 1-3  V2.2 1-3  V2.3 1-4  V2.4 1
V3.2 1-2  V3.3 1-4  V3.4 1-6  V3.5 1-5  V3.7 1-2
V4.1 1-3  V4.2 1  V4.3 1-2  V4.4 1-4
V5.1 1  V5.2 1-3  V5.3 1-2  V5.4 1-3
V6.1 1-3  V6.2 1-12  V6.3 1-4  V6.4 1-4  V6.5 1-5  V6.6 1-3  V6.8 1-4
V7.1 1-3  V7.2 1-4  V7.3 1-2  V7.4 1-5  V7.5 1-2  V7.6 1-2
V8.1 1-2  V8.2 1-3  V8.3 1  V8.4 1
V9.1 1-3  V9.2 1-4
V10.1 1-2  V10.2 1-2  V10.3 1-4  V10.4 1-11  V10.5 1-5  V10.6 1-2  V10.7 1-3
V11.1 1-2  V11.2 1-3  V11.3 1-3  V11.4 1-4  V11.5 1  V11.6 1
V12.1 1-3  V12.2 1-2  V12.3 1-4
V13.1 1  V13.2 1-5  V13.3 1-2  V13.4 1-5
V14.1 1-2  V14.2 1-4  V14.3 1-3
V15.1 1-3  V15.2 1-3  V15.3 1-7
V16.1 1  V16.2 1-5  V16.3 1-4  V16.4 1-3  V16.5 1-3
V17.1 1  V17.2 1-4  V17.3 1-2
"""


def wanted() -> list[str]:
    words = REQUIREMENTS.split()
    found = []
    for section, numbers in zip(words[::2], words[1::2], strict=True):
        first, _, last = numbers.partition("-")
        found += [f"{section}.{number}" for number in range(int(first), int(last or first) + 1)]
    return found


def test_every_requirement_has_one_row_in_order():
    assert [name for name, _, _ in ROW.findall(PAGE)] == wanted()
    assert len(wanted()) == 253


def test_every_row_has_a_known_state_and_says_something():
    assert {state for _, state, _ in ROW.findall(PAGE)} <= STATES
    assert [name for name, _, said in ROW.findall(PAGE) if len(said) < 7] == []


def test_every_file_and_test_that_is_named_exists():
    lost = []
    for path, name in NAMED.findall(PAGE):
        file = ROOT / path
        if not file.exists() or (name and f"def {name}(" not in file.read_text("utf-8")):
            lost.append(f"{path}::{name}")
    assert lost == []


def test_actions_and_tools_of_builds_are_pinned():
    files = [*ROOT.glob(".github/workflows/*.yml"), *ROOT.glob(".ci/*/action.yml")]
    used = [line.strip() for file in files for line in file.read_text("utf-8").splitlines() if "uses:" in line]
    assert len(used) >= 6
    assert [line for line in used if not re.search(r"uses: [\w/-]+@[0-9a-f]{40} # v[\d.]+$", line)] == []
    uv = set(re.findall(r"uv==([\d.]+)", "".join((ROOT / name).read_text("utf-8") for name in WITH_UV)))
    assert len(uv) == 1


WITH_UV: Final = ("designer/local/bootstrap.py", ".docker/Dockerfile", ".github/workflows/check.yml")
