"""Which events of imports and runs are told to webhooks, and how often."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from exporter.models import ProvisioningRun, Webhook
from exporter.services.imports import import_accept, import_begin
from exporter.services.runs.expiring import runs_warn
from exporter.services.runs.standing import runs_end_in, runs_expire
from modeler.announcing import EventKind
from tests.factories.documents import small_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def webhook(workspace):
    """One for everything."""
    kinds = [kind.value for kind in EventKind]
    return Webhook.objects.create(workspace=workspace, url="https://ci.invalid/", name="CI", kinds=kinds)


def told(webhook, kind):
    return list(webhook.deliveries.filter(kind=kind).order_by("at"))


def test_a_new_design_from_a_file_is_told_as_accepted(webhook, workspace, ada):
    looked = import_begin(
        by=ada, raw=json.dumps(small_document()).encode(), filename="shop.json", workspace=workspace.pk
    )
    made = import_accept(token=looked.held.token, by=ada)
    [message] = told(webhook, "design.accepted")
    assert message.data["design"]["id"] == str(made.design)
    said = {name: message.data[name] for name in ("what", "revision", "by")}
    assert said == {"what": "import", "revision": 1, "by": "Ada"}


def test_an_update_from_a_file_is_told_unless_it_changes_nothing(webhook, design, ada):
    document = small_document()
    document["tables"][0]["entities"][0]["name"] = "Purchase"
    for _ in range(2):
        looked = import_begin(by=ada, raw=json.dumps(document).encode(), filename="shop.json", design=design.pk)
        import_accept(token=looked.held.token, by=ada)
    [message] = told(webhook, "design.accepted")
    assert message.data["design"]["id"] == str(design.pk)
    said = {name: message.data[name] for name in ("what", "label", "revision", "by")}
    assert said == {"what": "import", "label": "updated from shop.json", "revision": 2, "by": "Ada"}


def test_a_run_is_told_as_expired_once_and_not_when_a_person_ends_it(webhook, design, ada):
    def standing(**more):
        known = {"design": design, "revision": 1, "endpoint": "Built-in sandbox", "prefix": "", "by": ada}
        proof = ProvisioningRun.objects.create(**known, state="ready", table_count=1, **more)
        proof.tables.create(table="orders", name=f"{proof.pk}-orders", state="created")
        return proof

    by_hand = standing(expires_at=timezone.now() + timedelta(hours=1))
    assert runs_end_in(webhook.workspace_id, by=ada, run=str(by_hand.pk)) == 1
    over = standing(expires_at=timezone.now() - timedelta(seconds=1))
    runs_expire()
    runs_expire()
    [message] = told(webhook, "run.expired")
    assert message.data["design"]["id"] == str(design.pk)
    assert message.data["run"] == {"id": str(over.pk), "kind": "proof", "endpoint": "Built-in sandbox", "tables": 1}
    soon = standing(expires_at=timezone.now() + timedelta(minutes=5), created_at=timezone.now() - timedelta(hours=1))
    runs_warn()
    runs_warn()
    [message] = told(webhook, "run.expiring")
    assert (message.data["run"]["id"], message.data["expires_at"]) == (str(soon.pk), soon.expires_at.isoformat())
