"""Access code of a design that needs all of it, on the sandbox."""

from __future__ import annotations

import pytest

from exporter.targets import target
from tests.doors.checks import Door, check_of
from tests.exporter.targets.generated import write
from tests.exporter.targets.intricate import intricate


@pytest.mark.parametrize("name", ["access-tests", "boto3", "pynamodb", "python"])
def test_an_intricate_design(name, tmp_path, sandbox_url):
    design = intricate()
    export = target(name).build(design)
    said = check_of(name)(Door(design, export, write(export.files, tmp_path), sandbox_url))
    if name == "access-tests":
        assert said.startswith("16 passed, 1 skipped")
