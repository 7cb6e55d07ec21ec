"""Fifty pages that watch one run: each asks every few seconds, and is rendered something only if it changed."""

import pytest

from designer.views.moving import HAS, VERSION
from exporter.models import ProvisioningRun
from modeler.models import Job
from modeler.models.jobs import JobState

pytestmark = pytest.mark.django_db


@pytest.fixture
def job(design, ada):
    return Job.objects.create(kind="provision", design=design, revision=1, by=ada, queue="long", state="running")


@pytest.fixture
def run(design, ada, job):
    known = {"design": design, "revision": 1, "endpoint": "Built-in sandbox", "prefix": "", "by": ada}
    return ProvisioningRun.objects.create(**known, state="proving", job=job)


@pytest.mark.parametrize(
    "page", ["provision/runs", "traffic/shown", "alternatives/shown", "loads/shown", "rehearsals/shown"]
)
def test_a_page_is_sent_again_only_what_changed(
    client, design, eve, ben, job, run, page, django_assert_max_num_queries
):
    client.force_login(eve)
    address = f"/designs/{design.pk}/{page}/"
    version = ""

    def asked():
        return client.get(address, headers={HAS: version})

    def changes():
        yield Job.objects.filter(pk=job.pk).update(progress={"done": 1, "total": 3, "message": "seeding"})
        yield ProvisioningRun.objects.filter(pk=run.pk).update(state="ready")
        yield run.tables.create(table="orders", name="orders", state="created")
        yield run.tables.update(state="removed")
        yield Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, error="the table is too large")
        yield client.force_login(ben)

    for _ in changes():
        answer = asked()
        assert answer.status_code == 200 and answer.content
        version = answer.headers[VERSION]
        with django_assert_max_num_queries(7):
            answer = asked()
        assert (answer.status_code, answer.content) == (204, b"")
