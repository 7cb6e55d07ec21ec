"""The proof of a branch on its review: started there, shown with its revision, stale after an edit."""

import pytest

from exporter.models import ProvisioningRun
from modeler.branches.services import branch_open
from modeler.core.edits.changes import Delta
from modeler.job_runner import run as do
from modeler.services import design_change

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def branch(design, ada):
    return branch_open(design_id=design.pk, name="Pay later", by=ada)


@pytest.fixture
def at(design, branch):
    return f"/designs/{design.pk}/branches/{branch.design_id}/"


def shown(client, address):
    return " ".join(client.get(address).content.decode().split())


def test_a_proof_is_started_on_the_review_and_shown_with_its_revision(client, sandbox_url, branch, at, eve, ada):
    client.force_login(eve)
    assert "No revision of this branch was proved on an endpoint." in shown(client, at)
    assert client.post(f"{at}prove/", {"endpoint": "Built-in sandbox"}).status_code == 302
    run = ProvisioningRun.objects.get(design=branch.design_id)
    assert 'hx-trigger="every 3s"' in shown(client, f"{at}proof/")
    do(run.job_id)
    text = shown(client, at)
    assert "Revision 1 on Built-in sandbox: 2 of 2 access patterns agree with the prediction, 0 differ" in text
    assert "every 3s" not in text
    assert "stale: the branch is at" not in text
    change = [Delta("e-order", "count", None, 7)]
    number = design_change(design_id=branch.design_id, by=ada, deltas=change).number
    assert f"stale: the branch is at revision {number}" in shown(client, at)


def test_a_reader_sees_the_proof_and_starts_none(client, sandbox_url, branch, at, ben):
    client.force_login(ben)
    assert "prove/" not in shown(client, at)
    assert client.post(f"{at}prove/", {"endpoint": "Built-in sandbox"}).status_code == 403
    assert not ProvisioningRun.objects.exists()


def test_a_refused_proof_says_why(client, sandbox_url, branch, at, ada):
    client.force_login(ada)
    assert client.post(f"{at}prove/", {"endpoint": "Nowhere"}).status_code == 404
