"""Terraform for provider 6, which this machine does not have: read as HCL and compared with the design, and with the
resources that Pulumi's SDK of the same provider takes.
"""

from __future__ import annotations

import hcl2

from exporter.importers import import_text
from exporter.targets.pulumi.program import PROVIDER as SAME_IN_PULUMI
from exporter.targets.terraform import target as terraform
from tests.doors.checks import Door
from tests.doors.terraform_runs import has_terraform, run


def check(door: Door) -> str:
    for file in door.export.files:
        assert hcl2.loads(file.text) is not None
    if has_terraform():
        run(door.folder, "fmt", "-check", "-diff")
    assert terraform.resources(door.design) == terraform.resources(door.design, SAME_IN_PULUMI)
    if not door.design.tables:
        return "python-hcl2 read the files; no tables"
    read = import_text(door.file("main.tf").read_bytes(), "main.tf").design
    for table in door.design.tables:
        found = next(one for one in read.tables if one.name == table.name)
        assert found.base.keys[:1] == table.base.keys[:1]
        kept = {index.name: (index.partition_key, index.sort_key, index.kind) for index in found.indexes}
        written = [index for index in table.indexes if index.partition_key and (index.sort_key or index.name in kept)]
        assert kept == {one.name: (one.partition_key, one.sort_key, one.kind) for one in written}, table.name
    return f"python-hcl2 read {len(door.export.files)} files; keys as designed; the resources are Pulumi's"
