"""A release is rolled out while processes of the one before still run: a migration takes away nothing that they
use, and demands nothing that they do not give.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED

OURS: Final = ("designer", "exporter", "modeler")
BEFORE: Final = {"designer": "0005_person_sessions", "exporter": "0009_load_proofs", "modeler": "0010_webhooks"}
"""The last ones before this rule: each of them was rolled out with a stop."""

WITH_A_STOP: Final[dict[str, str]] = {}
"""Why a migration needs all processes to stop, by its name. The changelog must tell the operator."""

TAKES_AWAY: Final = (
    migrations.RemoveField,
    migrations.RenameField,
    migrations.DeleteModel,
    migrations.RenameModel,
    migrations.AlterModelTable,
)


def faults(operation: Operation, app: str, state: ProjectState) -> Iterator[str]:
    """What a process of the release before could not do after this operation."""
    named = type(operation).__name__
    if isinstance(operation, TAKES_AWAY):
        yield f"{named}: older processes use what it takes away; do it one release later"
    elif isinstance(operation, migrations.RunSQL):
        yield f"{named}: a checker cannot read it"
    elif isinstance(operation, migrations.AddField) and is_demanded(operation.field):
        yield f"{operation.model_name}.{operation.name}: older processes insert no value; null or db_default"
    elif isinstance(operation, migrations.AlterField):
        before = state.models[app, operation.model_name_lower].fields[operation.name]
        if before.null and is_demanded(operation.field):
            yield f"{operation.model_name}.{operation.name}: older processes store NULL"
        if before.get_internal_type() != operation.field.get_internal_type():
            yield f"{operation.model_name}.{operation.name}: another type of column"
        if (before.max_length or 0) > (operation.field.max_length or 0):
            yield f"{operation.model_name}.{operation.name}: shorter than what is stored"


def is_demanded(field: models.Field) -> bool:
    """Must each row have a value that the database does not give by itself?"""
    return not field.null and not field.many_to_many and field.db_default is NOT_PROVIDED


def found() -> list[str]:
    """Of all migrations since the rule."""
    loader = MigrationLoader(None)
    faulty = []
    for app, name in sorted(loader.disk_migrations):
        if app in OURS and name > BEFORE[app] and name not in WITH_A_STOP:
            state = loader.project_state([loader.disk_migrations[app, name].dependencies[0]], at_end=True)
            for operation in loader.disk_migrations[app, name].operations:
                faulty += [f"{app}.{name}: {fault}" for fault in faults(operation, app, state)]
                operation.state_forwards(app, state)
    return faulty


def test_processes_of_the_release_before_go_on_while_a_migration_runs():
    assert found() == []


@pytest.mark.parametrize(
    ("operation", "is_safe"),
    [
        (migrations.RemoveField("user", "color"), False),
        (migrations.RenameField("user", "color", "colour"), False),
        (migrations.DeleteModel("Guest"), False),
        (migrations.RunSQL("SELECT 1"), False),
        (migrations.AddField("user", "city", models.CharField(max_length=9, default="")), False),
        (migrations.AddField("user", "city", models.CharField(max_length=9, db_default="")), True),
        (migrations.AddField("user", "born", models.DateField(null=True)), True),
        (migrations.AlterField("invitation", "revoked_at", models.DateTimeField()), False),
        (migrations.AlterField("user", "display_name", models.CharField(max_length=40)), False),
        (migrations.AlterField("user", "display_name", models.CharField(max_length=90)), True),
        (migrations.AlterField("user", "display_name", models.IntegerField()), False),
    ],
)
def test_what_breaks_them_is_recognized(operation, is_safe):
    state = MigrationLoader(None).project_state(("designer", BEFORE["designer"]))
    assert (list(faults(operation, "designer", state)) == []) is is_safe
