"""Every target of two designs, compared with files that a person has read.

After an intended change: ``WRITE_GOLDENS=1 pytest tests/exporter/targets/test_goldens.py``, then read the difference.
"""

from __future__ import annotations

import html
import json
import os

import pytest

from exporter.targets import NAMES, TARGETS, target
from modeler.core.errors import Missing
from tests.exporter.targets.designs.all_designs import REPOSITORY, everything, small

GOLDEN = REPOSITORY / "tests" / "golden"
CASES = {"small": small, "everything": everything}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", [target.name for target in TARGETS])
def test_the_files_are_those_that_somebody_read(name, case):
    folder = GOLDEN / name / case
    # What is no text (a PDF) has no golden: its bytes follow the typesetter's release and this machine's typefaces, and
    # what stands in it is what stands in `html`. tests/doors reads it.
    files = {file.path: file.text for file in target(name).export(CASES[case]()) if not file.binary}
    if os.environ.get("WRITE_GOLDENS"):
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(text.encode())
    kept = {
        path.relative_to(folder).as_posix(): path.read_bytes().decode() for path in folder.rglob("*") if path.is_file()
    }
    assert files == kept


@pytest.mark.parametrize("name", [target.name for target in TARGETS])
def test_the_same_design_gives_the_same_bytes(name):
    assert list(target(name).export(everything())) == list(target(name).export(everything()))


@pytest.mark.parametrize("name", [target.name for target in TARGETS if target.name != "json"])
def test_what_a_format_cannot_carry_is_in_the_report_and_in_its_files(name):
    export = target(name).build(everything())
    assert export.report
    if any(not file.binary for file in export.files):
        written = "".join(file.text for file in export.files)
        assert [loss for loss in export.report if not is_said(loss.message, written)] == []


def is_said(message: str, written: str) -> bool:
    """Does a message stand there, as it is or as the format spells it?"""
    spelled = (message, html.escape(message), json.dumps(message)[1:-1])
    return any(one in written for one in spelled)


def test_an_unknown_target_is_refused_with_the_names_of_those_there_are():
    with pytest.raises(Missing, match=", ".join(NAMES)):
        target("cobol")
