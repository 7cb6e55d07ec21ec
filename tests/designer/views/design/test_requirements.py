"""The page Requirements, as the server renders it."""

import pytest

from modeler.core.documents.reading import to_document
from modeler.examples import example
from modeler.services import design_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(workspace, ada):
    document = to_document(example("order-management").design)
    document["relations"] = [{"id": "r1", "parent": "Customer", "child": "Order", "through": ["customerId"]}]
    return design_create(workspace=workspace.pk, by=ada, document=document)


def shown(client, person, made, row=""):
    client.force_login(person)
    answer = client.get(f"/designs/{made.pk}/requirements/", {"row": row} if row else {})
    assert answer.status_code == 200
    return answer.content.decode()


def test_each_pattern_reads_back_as_a_sentence(client, ada, made):
    text = shown(client, ada, made)
    assert "Each Customer has an unknown number of Order items through customerId." in text
    assert "How many Order items does one Customer have, on average and at most?" in text
    assert "List Order by customerId, descending" in text
    assert "Slots of" not in text


@pytest.mark.parametrize("row", ["r1", "A2", "A7"])
def test_a_chosen_row_shows_its_slots(client, ada, made, row):
    patterns = {one["code"]: one["id"] for one in to_document(example("order-management").design)["access_patterns"]}
    text = shown(client, ada, made, patterns.get(row, row))
    assert text.count('aria-label="Slots of ') == 1
    assert 'aria-expanded="true"' in text


def test_somebody_who_only_reads_gets_no_forms(client, ben, made):
    text = shown(client, ben, made, "r1")
    assert "data-adds-new=" not in text
    assert "Remove relation" not in text
