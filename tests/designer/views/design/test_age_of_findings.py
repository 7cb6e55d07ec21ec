"""The findings page while no worker has checked the newest revision yet."""

import pytest
from django.urls import reverse
from django.utils import timezone

from modeler.core.edits.changes import Delta
from modeler.models import Analysis
from modeler.revision_analysis import analysis_now
from modeler.services import design_change

pytestmark = pytest.mark.django_db


def shown(client, design):
    return " ".join(client.get(reverse("design-findings", args=[design.pk])).content.decode().split())


def test_the_page_says_of_which_revision_and_time_its_findings_are(client, ada, design):
    client.force_login(ada)
    assert "checking for the first time" in shown(client, design)
    analysis_now(design).save()
    Analysis.objects.update(at=timezone.now().replace(year=2026, month=3, day=5, hour=14, minute=2))
    assert "checking" not in shown(client, design)
    design_change(design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", "Purchase")])
    page = shown(client, design)
    assert "as of revision 1, <time" in page
    assert "5 Mar 2026, 14:02 UTC" in page
    assert "checking the latest" in page


def test_findings_by_older_rules_are_of_their_time_too(client, ada, design):
    client.force_login(ada)
    analysis_now(design).save()
    Analysis.objects.update(rules_version="older")
    assert "as of revision 1, <time" in shown(client, design)
