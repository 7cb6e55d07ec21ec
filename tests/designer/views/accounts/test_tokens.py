"""The page of API tokens: the secret is shown once, and a revoked token opens nothing."""

import re

from django.test import Client


def test_a_token_is_made_shown_once_and_revoked(client, ada, design):
    client.force_login(ada)
    made = client.post("/tokens/new/", {"name": "build", "scope": "read", "days": "30"})
    secret = re.search(r'value="(ks_[^"]+)"', made.content.decode())[1]
    caller = Client(headers={"Authorization": f"Bearer {secret}"})
    assert caller.get(f"/api/v1/designs/{design.pk}/").status_code == 200
    listed = client.get("/tokens/").content.decode()
    assert "build" in listed
    assert secret not in listed
    revoke = re.search(r'action="(/tokens/[^"]+/revoke/)"', listed)[1]
    assert client.post(revoke).status_code == 302
    assert caller.get(f"/api/v1/designs/{design.pk}/").status_code == 401


def test_nobody_revokes_a_token_of_somebody_else(client, ada, cyd):
    from exporter.services.tokens import token_create

    token, _ = token_create(by=ada, name="mine", scope="read")
    client.force_login(cyd)
    assert client.post(f"/tokens/{token.pk}/revoke/").status_code == 404
    token.refresh_from_db()
    assert token.is_live


def test_a_token_of_a_thousand_days_is_refused_at_its_field(client, ada):
    client.force_login(ada)
    refused = client.post("/tokens/new/", {"name": "x", "scope": "read", "days": "1000"})
    assert refused.status_code == 422
    assert "365" in refused.content.decode()
