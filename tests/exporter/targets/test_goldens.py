"""Every target of two designs, compared with files that a person has read.

After an intended change: ``WRITE_GOLDENS=1 pytest tests/exporter/targets/test_goldens.py``, then read the difference.
"""

from __future__ import annotations

import os

import pytest

from exporter.targets import TARGETS, target
from modeler.core.errors import Missing
from tests.exporter.targets.designs import REPOSITORY, everything, small

GOLDEN = REPOSITORY / "tests" / "golden"
CASES = {"small": small, "everything": everything}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", [target.name for target in TARGETS])
def test_the_files_are_those_that_somebody_read(name, case):
    folder = GOLDEN / name / case
    files = {file.path: file.text for file in target(name).export(CASES[case]())}
    if os.environ.get("WRITE_GOLDENS"):
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8")
    kept = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()
    }
    assert files == kept


@pytest.mark.parametrize("name", [target.name for target in TARGETS])
def test_the_same_design_gives_the_same_bytes(name):
    assert list(target(name).export(everything())) == list(target(name).export(everything()))


@pytest.mark.parametrize("name", [target.name for target in TARGETS if target.name != "json"])
def test_what_a_format_cannot_carry_is_in_the_report_and_in_its_files(name):
    export = target(name).build(everything())
    assert export.report
    written = "".join(file.text for file in export.files)
    for loss in export.report:
        assert loss.message in written


def test_an_unknown_target_is_refused_with_the_names_of_those_there_are():
    with pytest.raises(Missing, match="json, workbench, json-schema, cloudformation, terraform"):
        target("cobol")
