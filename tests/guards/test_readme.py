"""What README.md and tests/README.md say is true: prompts run, commands exist, links lead somewhere."""

import doctest
import re
from pathlib import Path

from tests.guards.tree import files, text

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_prompt_of_the_readme_runs():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_every_make_target_of_the_readme_exists():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for name in re.findall(r"^make ([a-z]+)", README, re.MULTILINE):
        assert re.search(rf"^{name}:", makefile, re.MULTILINE), name


def test_every_command_of_the_readme_is_one():
    from exporter.command_line import _parser

    for line in re.findall(r"^\.venv/bin/keysheet (.*)$", README, re.MULTILINE):
        assert _parser().parse_args(line.partition("#")[0].split()).file


def test_formats_are_documented():
    from exporter.importers import IMPORTERS
    from exporter.targets import TARGETS

    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    missing = [one.name for one in (*IMPORTERS, *TARGETS) if f"| `{one.name}` |" not in page]
    assert missing == []


def test_what_make_test_leaves_to_other_commands_is_listed():
    marked = [
        path for path in files(".py", under=("tests/",)) if re.search(r"mark\.(doors|conformance|pages)\b", text(path))
    ]
    own = {"tests/guards/test_readme.py", "tests/ground/test_sweeps.py"}
    listed = text("tests/README.md")
    assert [path for path in marked if path not in own and path.removeprefix("tests/") not in listed] == []
    assert len(marked) > 5


def test_each_interaction_of_several_people_has_its_test():
    listed = re.findall(r"^\| .+ \| `(\S+)::(\w+)` \|$", text("tests/README.md"), re.MULTILINE)
    lost = [(path, name) for path, name in listed if f"def {name}(" not in text(f"tests/browser/{path}")]
    assert lost == []
    assert len(set(listed)) >= 30
