"""The design that the editors share, and what Postgres says about it. Imported once Django is set up for the copy."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.db import connections
from django.test import Client

from designer.models import Membership
from designer.services import workspace_create
from modeler.core.design.parts import PartKind
from modeler.core.documents.reading import to_document
from modeler.examples import example
from modeler.loading import read_structure
from modeler.models import Analysis, Change, Design
from modeler.permissions import Role
from modeler.services import design_create
from tests.chaos.editor import Editor
from tests.chaos.ledger import Stored
from tests.people import person

EXAMPLE = "saas-projects"


def editors(site: str, number: int) -> list[Editor]:
    """People who are signed in and may edit one design, each with an access pattern to rename."""
    owner, *others = people = [person(f"editor{one}") for one in range(1, number + 1)]
    workspace = workspace_create(name="Chaos", by=owner)
    Membership.objects.bulk_create(Membership(workspace=workspace, user=one, role=Role.EDITOR) for one in others)
    design = design_create(workspace=workspace.pk, by=owner, document=to_document(example(EXAMPLE).design))
    patterns = [one for one in read_structure(design.pk).parts.values() if one.kind is PartKind.PATTERN]
    return [
        Editor(str(one), site, str(design.pk), cookie_of(one), part.id, part.name)
        for one, part in zip(people, patterns, strict=False)
    ]


def cookie_of(one) -> str:
    client = Client()
    client.force_login(one)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def connect_again() -> None:
    """The connections of this process died with the servers."""
    connections.close_all()


def history(design: str) -> Iterator[Stored]:
    """Each text that was stored, with its revision."""
    for change in Change.objects.filter(design_id=design, revision__gt=1).select_related("by"):
        for delta in change.deltas:
            yield Stored(change.revision, str(change.by), str(delta.after))


def revision(design: str) -> int:
    return Design.objects.get(pk=design).revision


def is_analyzed(design: str, number: int) -> bool:
    return Analysis.objects.filter(design_id=design, revision=number).exists()
