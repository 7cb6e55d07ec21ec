"""Names that try to escape, and tables of production, in the slower tools: tsc and node, the Serverless Framework."""

from __future__ import annotations

import pytest

from exporter.targets.cloudformation import serverless
from exporter.targets.pulumi import typescript_target as pulumi_typescript
from tests.doors.checks import Door, not_here
from tests.doors.checks.infrastructure.serverless import packaged_as_designed
from tests.doors.checks.infrastructure.serverless import serverless as framework
from tests.doors.provider_facts import of_design, of_resources
from tests.doors.pulumi_runs import resources, typescript_program
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, evil
from tests.exporter.targets.designs.generated import write
from tests.exporter.targets.designs.provider import all_evil, production

pytestmark = pytest.mark.doors
"""Half a minute each."""


@pytest.mark.parametrize("design", [all_evil(), production()], ids=["evil", "production"])
def test_pulumi_in_typescript_registers_what_is_designed(design, tmp_path):
    write(pulumi_typescript.TARGET.export(design), tmp_path)
    made = resources(typescript_program(tmp_path))
    assert of_resources(made) == of_design(design, is_current=True)


@pytest.mark.parametrize("design", [production(), evil(EVIL_TEXTS[2]), evil(EVIL_TEXTS[8])], ids=["own", "${", "$${"])
def test_serverless_packages_what_the_template_says(design, tmp_path):
    """Names like these are not legal, so that cfn-lint has no say."""
    program = framework()
    if program is None:
        not_here("serverless of npm")
    export = serverless.TARGET.build(design)
    write(export.files, tmp_path)
    assert packaged_as_designed(program, Door(design, export, tmp_path, ""))
