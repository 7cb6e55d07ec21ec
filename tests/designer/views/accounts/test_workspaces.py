"""The settings of a workspace on its members page."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def as_person(person):
    client = Client()
    client.force_login(person)
    return client


def test_an_owner_changes_the_name_and_how_many_approvals_a_merge_needs(workspace, ada):
    client = as_person(ada)
    at = f"/workspaces/{workspace.pk}/"
    assert client.post(f"{at}change/", {"name": "Shop", "approvals_needed": "2"}).url == f"{at}members/"
    workspace.refresh_from_db()
    assert (workspace.name, workspace.approvals_needed) == ("Shop", 2)
    shown = client.get(f"{at}members/").content.decode()
    assert 'value="2"' in shown
    assert "The settings of the workspace are saved." in shown


@pytest.mark.parametrize("given", [{"name": "", "approvals_needed": "1"}, {"name": "Shop", "approvals_needed": "10"}])
def test_what_is_no_setting_is_refused_with_the_form(workspace, ada, given):
    answer = as_person(ada).post(f"/workspaces/{workspace.pk}/change/", given)
    assert answer.status_code == 422
    workspace.refresh_from_db()
    assert (workspace.name, workspace.approvals_needed) == ("Orders team", 0)


def test_an_editor_sees_no_settings_and_changes_none(workspace, eve):
    client = as_person(eve)
    assert "Approvals that a branch needs" not in client.get(f"/workspaces/{workspace.pk}/members/").content.decode()
    given = {"name": "Mine", "approvals_needed": "0"}
    assert client.post(f"/workspaces/{workspace.pk}/change/", given).status_code == 403
