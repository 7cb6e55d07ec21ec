"""The address that `make up` prints signs the owner in once, and only on the owner's own machine."""

import pytest
from django.contrib.auth import get_user
from django.test import Client

from designer.local import sign_in
from designer.local.state import StateFolder

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(settings, tmp_path):
    """The path of a fresh address."""
    settings.LOCAL_STATE = tmp_path
    address = sign_in.new_address(StateFolder(tmp_path), 8000)
    return "/" + address.partition("://")[2].partition("/")[2]


def test_the_address_signs_the_local_owner_in(client, path):
    response = client.get(path)
    assert response.status_code == 302
    assert response["Location"] == "/"
    assert get_user(client).is_authenticated


def test_the_second_use_is_refused_with_a_sentence(client, path):
    client.get(path)
    stranger = Client()
    response = stranger.get(path)
    assert response.status_code == 410
    assert "make sign-in" in response.text
    assert not get_user(stranger).is_authenticated


def test_a_guess_is_refused_and_leaves_the_address_good(client, path):
    assert client.get("/sign-in/local/guess/").status_code == 410
    assert client.get(path).status_code == 302


def test_a_newer_address_replaces_the_one_before(client, path, tmp_path):
    sign_in.new_address(StateFolder(tmp_path), 8000)
    assert client.get(path).status_code == 410


def test_only_the_hash_of_the_token_is_kept(path, tmp_path):
    kept = (tmp_path / sign_in.FILE).read_text()
    assert kept not in path
    assert path.strip("/").rpartition("/")[2] not in kept
    assert (tmp_path / sign_in.FILE).stat().st_mode & 0o077 == 0


def test_in_production_there_is_no_such_page(client, path, settings):
    settings.LOCAL = False
    assert client.get(path).status_code == 404
