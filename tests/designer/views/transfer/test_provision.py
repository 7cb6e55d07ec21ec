"""Results of proof runs on their page: what they prove, and what to do about those that prove nothing."""

from dataclasses import replace
from decimal import Decimal

from django.urls import reverse

from designer.views.transfer.provision import idle_updates
from exporter.models import ProvisioningRun
from exporter.provisioning.rows import ProofRow, Status
from modeler.core.design.patterns import Operation
from modeler.examples import example


def test_a_refused_request_is_no_success_though_it_was_predicted(client, ada, design):
    said = ProofRow("a2", "A2", "By day", "Query", Status.AGREE, "refused, as predicted: PK is missing")
    rows = [
        replace(said, refused="PK is missing", predicted_refused="PK is missing"),
        replace(said, code="A3", predicted_units={"Shop": Decimal(1)}),
    ]
    results = {"rows": [one.as_json() for one in rows], "agree": 2}
    ProvisioningRun.objects.create(design=design, revision=1, endpoint="Sandbox", prefix="x", results=results)
    client.force_login(ada)
    text = " ".join(client.get(reverse("design-runs", args=[design.pk])).content.decode().split())
    assert '<span class="verdict-agree">1 as predicted</span>' in text
    assert "1 refused, as predicted" in text
    assert "1 unit predicted" in text


def test_an_update_without_changes_is_told_from_one_without_items():
    design = example("order-management").design
    update = next(one for one in design.patterns if one.operation is Operation.UPDATE)
    idle = replace(update, id="idle", set={}, add={}, remove=())
    assert idle_updates(replace(design, patterns=(*design.patterns, idle))) == {"idle"}
