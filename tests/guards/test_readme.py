"""What the README says is true: its prompt runs, its commands exist, its links lead somewhere."""

import doctest
import re
from pathlib import Path

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
