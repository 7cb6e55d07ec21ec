"""The templates of each deployment of a migration are read by their tools, and change a stack one after the other.

`make test` takes the formats whose tools start fast, `make doors` all.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from exporter.targets.base import Export, ExportFile
from exporter.targets.migration.ordered import ORDERED, folder_of, ordered_templates
from modeler.core.migration.deployments import deployments
from tests.doors.checks import Door, check_of
from tests.exporter.migration.generated import changed, orders
from tests.exporter.migration.test_ordered_templates import two_more

FAST = ("cloudformation", "sam", "terraform")


@pytest.mark.doors
@pytest.mark.parametrize(
    "name", [name if name in FAST else pytest.param(name, marks=pytest.mark.doors) for name in ORDERED]
)
def test_the_tool_reads_the_templates_of_each_deployment(name, tmp_path, sandbox_url):
    before, after = orders(), changed(orders(), two_more)
    export = ordered_templates(before, after, [name])
    for one in deployments(before, after).each:
        start = f"{name}/{folder_of(one)}/"
        files = [
            ExportFile(file.path.removeprefix(start), file.text) for file in export.files if file.path.startswith(start)
        ]
        folder = written(tmp_path / folder_of(one), files)
        assert check_of(name)(Door(one.design, Export(tuple(files), export.report), folder, sandbox_url))


def written(folder: Path, files: list[ExportFile]) -> Path:
    for file in files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    return folder
