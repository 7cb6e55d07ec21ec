"""Real models through the pages: every file opens, through each of its indexes and with each of its patterns."""

from pathlib import Path

import pytest
from django.urls import reverse

from exporter.importers import import_text
from modeler.core.documents.reading import to_document
from modeler.services import design_create

MODELS = Path(__file__).resolve().parents[3].parent / "shared" / "models"
FILES = sorted(path for path in MODELS.glob("*.json") if path.name != "patterns.json")

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not FILES, reason=f"there are no models in {MODELS}"),
]
PAGES = ("design-findings", "design-cost", "design-export", "design-history")


@pytest.mark.conformance(cases=4)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_model_opens_in_every_view(client, ada, workspace, file):
    read = import_text(file.read_bytes(), file.name).design
    made = design_create(workspace=workspace.pk, by=ada, document=to_document(read))
    client.force_login(ada)
    places = ["", *(f"?pattern={pattern.id}&part={pattern.id}" for pattern in read.patterns)]
    for table in read.tables:
        places += [f"?table={table.id}&index={index.id}" for index in table.indexes]
        places += [f"?table={table.id}&part={entity.id}" for entity in table.entities] + [f"?part={table.id}"]
    for place in places:
        assert client.get(reverse("design", args=[made.pk]) + place).status_code == 200, place
    for name in PAGES:
        assert client.get(reverse(name, args=[made.pk])).status_code == 200, name
