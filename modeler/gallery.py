"""Copies of the bundled examples, with their history."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction

from modeler.core.documents.reading import to_document
from modeler.core.errors import Missing
from modeler.examples import NAMES, example
from modeler.history.versions import version_name
from modeler.models import Design
from modeler.services import design_create, design_replace


@transaction.atomic
def example_create(
    *, workspace: UUID, by: Any, key: str, is_example: bool = False, label: str = "copied from the gallery"
) -> Design:
    """Create a design from an example. An example with versions gets a named revision for each of them, the newest
    last, because its purpose is comparing them. Raises Missing for an unknown key, and as `design_create` does.
    """
    if key not in NAMES:
        raise Missing("this example does not exist", code="example.missing")
    shipped = example(key)
    (first, oldest), *later = shipped.versions or (("", shipped.design),)
    made = design_create(workspace=workspace, by=by, document=to_document(oldest), is_example=is_example, label=label)
    if not shipped.versions:
        return made
    version_name(design_id=made.pk, revision=1, name=first, by=by)
    for name, state in later:
        revision = design_replace(design_id=made.pk, document=to_document(state), by=by, label=f"changed to: {name}")
        version_name(design_id=made.pk, revision=revision.number, name=name, by=by)
    made.refresh_from_db()
    return made
