"""The OpenAPI document: it names every route, and the page shows it."""

from __future__ import annotations

import pytest
from django.urls import get_resolver

from exporter.api.urls import urlpatterns


@pytest.mark.django_db
def test_the_document_names_every_route(client):
    document = client.get("/api/v1/openapi.json").json()
    shown = {path.replace("{", "<").replace("}", ">") for path in document["paths"]}
    missing = []
    for pattern in urlpatterns:
        route = "/api/v1/" + str(pattern.pattern)
        for kind in ("uuid:", "str:", "int:"):
            route = route.replace(kind, "")
        if route not in shown and pattern.name not in {"page", "openapi", "nothing"}:
            missing.append(route)
    assert missing == []
    assert get_resolver().resolve("/api/v1/openapi.json").view_name == "api:openapi"


@pytest.mark.django_db
def test_the_page_shows_every_operation(client):
    page = client.get("/api/v1/").content.decode()
    assert "/api/v1/designs/{design_id}/" in page
    assert "openapi.json" in page


@pytest.mark.django_db
def test_making_the_document_warns_of_nothing(capsys, client):
    client.get("/api/v1/openapi.json")
    assert "Warning" not in capsys.readouterr().err
