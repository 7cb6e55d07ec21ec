"""The door, invitations, members, home, imports and exports: what a request gives."""

import json

import pytest
from django.urls import reverse

from designer.models import Membership
from designer.services import invitation_create
from modeler.models import Design
from tests.factories.documents import small_document

pytestmark = pytest.mark.django_db


def sign_in(client, password, email="ada@example.com", **more):
    return client.post(reverse("sign-in"), {"email": email, "password": password, **more})


def test_a_wrong_password_and_an_unknown_address_sound_alike(client, ada):
    wrong, unknown = sign_in(client, "wrong"), sign_in(client, "wrong", "who@example.com")
    assert wrong.status_code == unknown.status_code == 422
    assert "Wrong email address or password" in wrong.content.decode()
    assert "Wrong email address or password" in unknown.content.decode()


def test_an_address_is_the_same_in_any_case(client, ada):
    assert sign_in(client, "ada-has-a-password", "ADA@example.com").status_code == 302


def test_tries_are_counted_for_each_address(client, ada):
    answers = [sign_in(client, "wrong").status_code for _ in range(11)]
    assert answers == [422] * 10 + [429]
    assert sign_in(client, "ada-has-a-password").status_code == 429


def test_right_passwords_do_not_count(client, ada):
    for _ in range(12):
        assert sign_in(client, "ada-has-a-password").status_code == 302


@pytest.mark.parametrize(("asked", "given"), [("/designs/x/", "/designs/x/"), ("https://elsewhere.example/", "/")])
def test_signing_in_leads_to_our_own_pages_only(client, ada, asked, given):
    assert sign_in(client, "ada-has-a-password", next=asked).headers["Location"] == given


def test_an_invitation_makes_a_member_once_and_not_when_revoked(client, ada, cyd, workspace):
    _, token = invitation_create(workspace_id=workspace.pk, by=ada, role="reader")
    client.force_login(cyd)
    assert client.get(reverse("join", args=[token])).status_code == 200
    assert client.post(reverse("join-accept", args=[token])).status_code == 302
    assert Membership.objects.get(workspace=workspace, user=cyd).role == "reader"
    assert client.get(reverse("join", args=["nonsense"])).status_code == 404


def test_a_weak_password_is_refused_with_the_field(client, ada, workspace):
    _, token = invitation_create(workspace_id=workspace.pk, by=ada, role="editor")
    sent = {"display_name": "Dee", "email": "dee@example.com", "password": "12345678"}
    answer = client.post(reverse("join-new", args=[token]), sent)
    assert answer.status_code == 422
    assert "too common" in answer.content.decode()


def test_the_last_owner_stays(client, ada, workspace):
    client.force_login(ada)
    answer = client.post(reverse("member-role", args=[workspace.pk, ada.pk]), {"role": "reader"}, follow=True)
    assert "a workspace needs an owner" in answer.content.decode()


@pytest.fixture
def give(client, ada, workspace):
    """Import a text as Ada."""
    client.force_login(ada)
    return lambda text, **more: client.post(reverse("import"), {"workspace": workspace.pk, "text": text, **more})


def accept(client, previewed, **more):
    """What follows when somebody agrees to what the preview at the end of a redirection shows."""
    return client.post(reverse("import-store", args=[previewed.headers["Location"].rstrip("/").split("/")[-1]]), more)


def test_the_preview_asks_for_the_name_of_the_design(client, give):
    answer = give("CREATE TABLE patients (id BIGINT PRIMARY KEY);")
    assert 'value="Imported design"' in client.get(answer.headers["Location"]).content.decode()
    refused = accept(client, answer, name="x" * 256)
    assert refused.status_code == 422
    assert "x" * 256 in refused.content.decode()
    accept(client, answer, name=" Clinic ")
    assert [one.name for one in Design.objects.all()] == ["Clinic"]


def test_a_file_that_needs_no_fixing_is_shown_too_before_it_is_stored(client, give):
    answer = give(json.dumps(small_document()))
    assert "Nothing is saved yet" in client.get(answer.headers["Location"]).content.decode()
    assert not Design.objects.exists()
    stored = accept(client, answer)
    assert stored.headers["Location"] == reverse("design-open", args=[Design.objects.get().pk])


def test_guesses_are_shown_before_anything_is_stored(client, give):
    item = {"PK": {"S": "CUST#1"}, "SK": {"S": "PROFILE"}, "type": {"S": "Customer"}, "id": {"S": "1"}}
    table = {
        "TableName": "shop",
        "KeyAttributes": {
            "PartitionKey": {"AttributeName": "PK", "AttributeType": "S"},
            "SortKey": {"AttributeName": "SK", "AttributeType": "S"},
        },
        "TableData": [item, {**item, "PK": {"S": "CUST#2"}, "id": {"S": "2"}}],
    }
    answer = give(json.dumps({"ModelName": "Shop", "ModelMetadata": {"Version": "3.0"}, "DataModel": [table]}))
    assert "Inferred" in client.get(answer.headers["Location"]).content.decode()
    assert not Design.objects.exists()
    assert accept(client, answer).status_code == 302
    assert Design.objects.get().name == "Shop"
    assert accept(client, answer).status_code == 404


@pytest.mark.parametrize(
    "text",
    ["", "not json", "[1, 2]", '{"Tables": []}', "[" * 100_000, '{"keysheet": 1}', '{"keysheet": 1, "name": 3}'],
    ids=["empty", "not json", "a list", "look-alike", "deep", "no name", "wrong type"],
)
def test_bad_input_gets_a_sentence_and_stores_nothing(give, text):
    answer = give(text)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Design.objects.exists()


def test_imports_are_counted(give):
    answers = [give("not json").status_code for _ in range(31)]
    assert answers[-2:] == [422, 429]


def test_nobody_imports_into_a_workspace_of_others(client, give, ben, cyd):
    for person, status in ((ben, 403), (cyd, 404)):
        client.force_login(person)
        assert give(json.dumps(small_document())).status_code == status


def test_one_file_of_one_format(client, ben, design):
    client.force_login(ben)
    answer = client.get(reverse("export-file", args=[design.pk, "terraform", "main.tf"]))
    assert "aws_dynamodb_table" in answer.content.decode()
    assert answer.headers["Content-Disposition"] == 'attachment; filename="main.tf"'
    assert client.get(reverse("export-file", args=[design.pk, "terraform", "../x"])).status_code == 404
    assert client.get(reverse("design-export-target", args=[design.pk, "nothing"])).status_code == 404
