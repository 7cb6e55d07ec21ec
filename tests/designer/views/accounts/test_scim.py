"""SCIM as identity providers call it: Okta and Entra ID create people, search for them, disable and delete them."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from designer.accounts.scim import messages
from designer.models import Membership, PersonSession, User
from exporter.services.tokens import token_create
from modeler.models import AuditEvent, AuditKind
from tests.people import person

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-more-than-thirty-two-characters"
PEOPLE = "/scim/v2/Users"


@pytest.fixture
def provider(settings, workspace):
    """Sends a request as the provider does; the status and the answer."""
    declared = {"token": TOKEN, "domains": ["example.com"], "workspace": str(workspace.pk), "role": "reader"}
    settings.PROVISIONING = declared

    def call(method, address, body=None, token=TOKEN):
        sent = {} if body is None else {"data": json.dumps(body), "content_type": messages.CONTENT_TYPE}
        client = Client(enforce_csrf_checks=True)
        answer = client.generic(method, address, headers={"Authorization": f"Bearer {token}"}, **sent)
        assert answer.headers["Content-Type"] == messages.CONTENT_TYPE
        return answer.status_code, json.loads(answer.content) if answer.content else None

    return call


def new_person(name="zoe", **more):
    """As Okta sends it."""
    address = f"{name}@example.com"
    return {
        "schemas": [messages.USER],
        "userName": address,
        "name": {"givenName": name.capitalize(), "familyName": "Example"},
        "emails": [{"primary": True, "value": address, "type": "work"}],
        "displayName": f"{name.capitalize()} Example",
        "locale": "en-US",
        "externalId": f"id-of-{name}",
        "groups": [],
        "active": True,
        **more,
    }


def patch(*operations):
    return {"schemas": [messages.PATCH], "Operations": list(operations)}


@pytest.fixture
def zoe(provider):
    """A person whom the provider has created; the id."""
    status, made = provider("POST", PEOPLE, new_person())
    assert status == 201
    return made["id"]


def test_a_person_is_searched_for_created_and_shown(provider, workspace):
    query = f"{PEOPLE}?filter=userName%20eq%20%22zoe%40example.com%22&startIndex=1&count=100"
    status, found = provider("GET", query)
    assert (status, found["totalResults"], found["Resources"]) == (200, 0, [])
    status, made = provider("POST", PEOPLE, new_person())
    assert status == 201
    assert (made["userName"], made["displayName"], made["externalId"], made["active"]) == (
        "zoe@example.com", "Zoe Example", "id-of-zoe", True,
    )  # fmt: skip
    assert provider("GET", query)[1]["Resources"] == [made]
    assert provider("GET", f"{PEOPLE}/{made['id']}") == (200, made)
    assert made["meta"]["location"].endswith(f"{PEOPLE}/{made['id']}")
    zoe = User.objects.get(email="zoe@example.com")
    assert not zoe.has_usable_password()
    assert Membership.objects.get(user=zoe, workspace=workspace).role == "reader"


def test_people_of_the_declared_domains_are_listed_and_nobody_else(provider, zoe, guest_editor_of_design):
    User.objects.create_user("mallory@example.org")
    User.objects.create_user("mallory@sub.example.com")
    _, found = provider("GET", PEOPLE)
    assert [one["userName"] for one in found["Resources"]] == [
        "ada@example.com", "eve@example.com", "ben@example.com", "zoe@example.com",
    ]  # fmt: skip
    _, page = provider("GET", f"{PEOPLE}?startIndex=3&count=1")
    assert (page["totalResults"], page["startIndex"], page["itemsPerPage"]) == (4, 3, 1)
    assert [one["userName"] for one in page["Resources"]] == ["ben@example.com"]
    for address in ("mallory@example.org", "mallory@sub.example.com"):
        hidden = User.objects.get(email=address)
        assert (
            provider("PATCH", f"{PEOPLE}/{hidden.pk}", patch({"op": "replace", "value": {"active": False}}))[0] == 404
        )
        assert User.objects.get(pk=hidden.pk).is_active


@pytest.fixture
def guest_editor_of_design(design, ada):
    from tests.people import guest_editor

    return guest_editor(design, ada)


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "replace", "value": {"active": False}},
        {"op": "Replace", "path": "active", "value": "False"},
        {"op": "replace", "path": f"{messages.USER}:active", "value": False},
    ],
    ids=["okta", "entra", "with the schema"],
)
def test_a_disabled_person_has_no_session_and_no_token(provider, zoe, operation):
    account = User.objects.get(pk=zoe)
    browser = Client()
    browser.force_login(account)
    _, secret = token_create(by=account, name="ci", scope="read")
    mine = {"Authorization": f"Bearer {secret}"}
    assert Client().get("/api/v1/designs/", headers=mine).status_code == 200
    status, said = provider("PATCH", f"{PEOPLE}/{zoe}", patch(operation))
    assert (status, said["active"]) == (200, False)
    assert browser.get("/account/").status_code == 302
    assert not PersonSession.objects.filter(user=account).exists()
    assert Client().get("/api/v1/designs/", headers=mine).status_code == 401
    status, said = provider("PATCH", f"{PEOPLE}/{zoe}", patch({"op": "replace", "value": {"active": True}}))
    assert (status, said["active"]) == (200, True)
    kinds = AuditEvent.objects.filter(by=account).order_by("pk").values_list("kind", flat=True)
    assert list(kinds)[-2:] == [AuditKind.ACCOUNT_DISABLED, AuditKind.ACCOUNT_ENABLED]


def test_names_and_external_ids_change(provider, zoe):
    operations = (
        {"op": "Add", "path": "externalId", "value": "other"},
        {"op": "replace", "path": "name.givenName", "value": "Zoë"},
        {"op": "replace", "path": "name.familyName", "value": "Other"},
        {"op": "replace", "path": 'emails[type eq "work"].value', "value": "zoe@example.com"},
        {"op": "replace", "path": "title", "value": "not kept"},
    )
    _, said = provider("PATCH", f"{PEOPLE}/{zoe}", patch(*operations))
    assert (said["displayName"], said["externalId"], said["active"]) == ("Zoë Other", "other", True)
    assert provider("GET", f'{PEOPLE}?filter=externalId eq "other"')[1]["totalResults"] == 1
    _, said = provider("PUT", f"{PEOPLE}/{zoe}", {"userName": "ZOE@example.com", "displayName": "Zoe"})
    assert (said["displayName"], "externalId" in said) == ("Zoe", False)


def test_replacing_a_disabled_person_does_not_enable_the_account(provider, zoe):
    provider("PATCH", f"{PEOPLE}/{zoe}", patch({"op": "replace", "value": {"active": False}}))
    sent = new_person()
    del sent["active"]
    assert provider("PUT", f"{PEOPLE}/{zoe}", sent)[1]["active"] is False


def test_a_deleted_person_is_gone_for_the_provider_and_can_come_back(provider, zoe):
    assert provider("DELETE", f"{PEOPLE}/{zoe}") == (204, None)
    assert not User.objects.get(pk=zoe).is_active
    for method, body in (("GET", None), ("DELETE", None), ("PUT", new_person())):
        assert provider(method, f"{PEOPLE}/{zoe}", body)[0] == 404
    assert provider("GET", f'{PEOPLE}?filter=userName eq "zoe@example.com"')[1]["totalResults"] == 0
    status, again = provider("POST", PEOPLE, new_person())
    assert (status, again["id"], again["active"]) == (201, zoe, True)
    assert User.objects.get(pk=zoe).is_active


def test_an_account_that_exists_is_found_and_not_made_again(provider, ada):
    status, said = provider("POST", PEOPLE, new_person("ada"))
    assert (status, said["scimType"], said["status"]) == (409, "uniqueness", "409")
    _, found = provider("GET", f'{PEOPLE}?filter=userName eq "ADA@example.com"')
    assert found["Resources"][0]["id"] == str(ada.pk)
    assert provider("PATCH", f"{PEOPLE}/{ada.pk}", patch({"op": "replace", "value": {"active": False}}))[0] == 200
    assert not User.objects.get(pk=ada.pk).is_active


@pytest.mark.parametrize(
    ("method", "body", "kind"),
    [
        ("POST", [], "invalidSyntax"),
        ("POST", {"displayName": "Zoe"}, "invalidValue"),
        ("POST", {"userName": "zoe@example.org"}, "invalidValue"),
        ("POST", {"userName": "no address"}, "invalidValue"),
        ("POST", new_person(active="perhaps"), "invalidValue"),
        ("PATCH", {}, "invalidSyntax"),
        ("PATCH", patch(), "invalidSyntax"),
        ("PATCH", patch({"op": "move"}), "invalidSyntax"),
        ("PATCH", patch({"op": "replace", "value": "no"}), "invalidSyntax"),
        ("PATCH", patch({"op": "replace", "path": "active", "value": 0}), "invalidValue"),
        ("PATCH", patch({"op": "remove", "path": "userName"}), "mutability"),
        ("PATCH", patch({"op": "replace", "path": "userName", "value": "zed@example.com"}), "mutability"),
        ("PUT", new_person("zed"), "mutability"),
    ],
)
def test_what_cannot_be_done_is_refused_as_the_standard_says(provider, zoe, method, body, kind):
    status, said = provider(method, PEOPLE if method == "POST" else f"{PEOPLE}/{zoe}", body)
    assert (status, said["schemas"], said["scimType"]) == (400, [messages.ERROR], kind)


def test_a_search_for_something_else_is_refused(provider):
    for asked in ('userName sw "a"', 'title eq "x"', "userName", 'userName eq "a" or active eq true'):
        assert provider("GET", f"{PEOPLE}?filter={asked}")[1]["scimType"] == "invalidFilter"
    assert provider("GET", f'{PEOPLE}?filter=id eq "%5C%5C"')[1]["totalResults"] == 0


def test_the_server_says_what_it_can_do(provider):
    assert provider("GET", "/scim/v2/ServiceProviderConfig")[1]["patch"] == {"supported": True}
    for subject in ("ResourceTypes", "Schemas"):
        assert provider("GET", f"/scim/v2/{subject}")[1]["totalResults"] == 1
    assert provider("GET", "/scim/v2/Groups")[0] == 404
    assert provider("PATCH", PEOPLE, {})[0] == 405


def doors(identity):
    people, one = reverse("scim-people"), reverse("scim-person", args=[identity])
    return [
        *((method, people) for method in ("GET", "POST")),
        *((method, one) for method in ("GET", "PUT", "PATCH", "DELETE")),
        ("GET", reverse("scim-description", args=["Schemas"])),
    ]


def test_nobody_but_the_provider_is_admitted(provider, zoe, ada, eve, ben, cyd):
    """Not the owner of a workspace, not an API token, not a person of the administration."""
    root = person("root")
    root.is_superuser = root.is_staff = True
    root.save()
    _, secret = token_create(by=ada, name="ci", scope="provision")
    for method, address in doors(zoe):
        for sent in (secret, "", TOKEN[:-1], f"{TOKEN}x", "é"):
            assert provider(method, address, {}, sent)[0] == 401
        for one in (ada, eve, ben, cyd, root):
            client = Client()
            client.force_login(one)
            assert client.generic(method, address).status_code == 401
    assert User.objects.get(pk=zoe).is_active


def test_without_a_token_of_the_operator_there_is_nothing(settings, ada):
    settings.PROVISIONING = {}
    for method, address in doors(ada.pk):
        for token in ("", "None", TOKEN):
            headers = {"Authorization": f"Bearer {token}"}
            assert Client().generic(method, address, headers=headers).status_code == 404
