"""The dialog of decisions about a part."""

import pytest

from modeler.core.documents.reading import to_document
from modeler.examples import example
from modeler.history.undo import design_undo
from modeler.loading import read_current, read_whole
from modeler.services import design_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def ported(workspace, ada):
    return design_create(workspace=workspace.pk, by=ada, document=to_document(example("relational-port").design))


def put_of(design):
    return next(one for one in read_current(design.pk).design.patterns if one.operation == "PutItem")


def test_an_answer_shows_its_numbers_and_its_edit(client, ada, ported):
    client.force_login(ada)
    page = client.get(f"/designs/{ported.pk}/answers/", {"part": put_of(ported).id}).content.decode()
    assert "How is this write guarded?" in page
    assert "The old item" in page
    assert 'data-apply="Add attribute_not_exists(' in page
    assert f"/designs/{ported.pk}/blocks/" in page


def test_an_edit_is_one_change_and_offered_once(client, ada, ported):
    client.force_login(ada)
    before = read_whole(ported.pk)
    put = put_of(ported)
    label = f"Add attribute_not_exists({read_current(ported.pk).design.table(put.table).partition_key[0].name})"
    address, body = f"/designs/{ported.pk}/answers/apply/", {"part": put.id, "label": label}
    answer = client.post(address, body)
    assert (answer.status_code, answer["Keysheet-Revision"]) == (204, "2")
    assert client.post(address, body).status_code == 409
    design_undo(design_id=ported.pk, by=ada)
    assert read_whole(ported.pk).parts == before.parts


def test_a_reader_sees_the_numbers_and_cannot_decide(client, ben, ported):
    client.force_login(ben)
    address = f"/designs/{ported.pk}/answers/"
    assert "data-apply" not in client.get(address, {"part": put_of(ported).id}).content.decode()
    assert client.post(f"{address}apply/", {"part": put_of(ported).id, "label": "x"}).status_code == 403
