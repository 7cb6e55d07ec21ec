"""The health page, in this process and through a real server."""

import json
from urllib.request import urlopen

import pytest


@pytest.mark.django_db
def test_health_says_that_both_stores_answer(client):
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"database": True, "redis": True}


@pytest.mark.django_db
def test_health_is_503_and_names_the_store_that_does_not_answer(client, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "designer.cache.SharedPoolRedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
            "KEY_PREFIX": "nowhere",
        }
    }
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json() == {"database": True, "redis": False}


@pytest.mark.django_db
def test_a_process_is_alive_although_a_store_is_down(client, settings):
    nowhere = {
        "BACKEND": "designer.cache.SharedPoolRedisCache",
        "LOCATION": "redis://127.0.0.1:1/0",
        "KEY_PREFIX": "no",
    }
    settings.CACHES = {"default": nowhere}
    assert client.get("/healthz").status_code == 503
    response = client.get("/livez")
    assert (response.status_code, response.json()) == (200, {"alive": True})


def test_a_real_server_answers_on_the_real_stores(live_site):
    with urlopen(f"{live_site}/healthz") as response:
        assert json.load(response) == {"database": True, "redis": True}
