"""Limits of the operator for a workspace: designs, storage, jobs in progress."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from random import Random

import pytest
from django.core.cache import cache
from django.db import connection
from django.urls import reverse

from exporter.services.tokens import token_create
from modeler.jobs import LONG, Progress, job_enqueue, job_kind
from modeler.models import Design
from modeler.permissions import Action
from modeler.quotas import QuotaReached, storage_of
from modeler.services import design_create, design_duplicate, design_remove, design_restore
from modeler.trash import design_purge

pytestmark = pytest.mark.django_db


@pytest.fixture
def quota(settings):
    """A function that sets limits."""

    def limit(**most):
        settings.QUOTAS = {**settings.QUOTAS, **most}

    yield limit
    cache.clear()


def test_a_workspace_has_no_more_designs_than_the_operator_allows(quota, workspace, ada, design):
    quota(designs=2)
    second = design_duplicate(design_id=design.pk, by=ada)
    with pytest.raises(QuotaReached, match=r"has 2 designs.* allows 2") as refused:
        design_create(workspace=workspace.pk, by=ada)
    assert refused.value.code == "quota.designs"
    with pytest.raises(QuotaReached):
        design_duplicate(design_id=design.pk, by=ada)
    design_remove(design_id=second.pk, by=ada)
    design_create(workspace=workspace.pk, by=ada)
    with pytest.raises(QuotaReached):
        design_restore(design_id=second.pk, by=ada)


@pytest.mark.django_db(transaction=True)
def test_designs_that_are_made_at_the_same_time_are_counted_one_by_one(quota, workspace, ada):
    quota(designs=3)

    def make(_):
        with closing(connection):
            try:
                return design_create(workspace=workspace.pk, by=ada)
            except QuotaReached:
                return None

    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(make, range(8)))
    assert len(list(filter(None, made))) == Design.objects.filter(workspace=workspace).count() == 3


def heavy_document():
    """More than a megabyte that cannot be compressed much."""
    chance = Random(7)
    key = [{"name": "PK", "type": "S"}]
    notes = ("".join(chr(chance.randrange(0x4E00, 0x9F00)) for _ in range(4_000)) for _ in range(100))
    tables = [{"name": f"table-{n}", "partition_key": key, "description": note} for n, note in enumerate(notes)]
    return {"keysheet": 1, "name": "x", "tables": tables}


def test_storage_counts_history_and_trash_and_is_given_back_by_a_purge(
    quota, workspace, ada, design, django_capture_on_commit_callbacks
):
    before = storage_of(workspace.pk)
    large = design_create(workspace=workspace.pk, by=ada, name="n" * 200)
    design_create(workspace=workspace.pk, by=ada, document=heavy_document())
    assert storage_of(workspace.pk) > before + 1024 * 1024
    quota(storage_mib=1)
    with pytest.raises(QuotaReached, match="allows 1 MiB") as refused:
        design_create(workspace=workspace.pk, by=ada)
    assert refused.value.code == "quota.storage"
    heavy = Design.objects.get(name="x")
    design_remove(design_id=heavy.pk, by=ada)
    with pytest.raises(QuotaReached):
        design_create(workspace=workspace.pk, by=ada)
    with django_capture_on_commit_callbacks(execute=True):
        design_purge(design_id=heavy.pk, by=ada)
    design_duplicate(design_id=large.pk, by=ada)


@pytest.fixture
def waiting():
    """A kind of job that nobody runs."""

    def never(_job, _design):
        yield Progress(0, 1, "")

    return job_kind("quota-test", queue=LONG, action=Action.EXPORT)(never)


def test_jobs_of_a_workspace_in_progress_are_counted_over_its_people(quota, waiting, workspace, design, ada, eve):
    quota(jobs=3)
    job_enqueue(kind=waiting.name, design_id=design.pk, by=ada)
    job_enqueue(kind=waiting.name, design_id=design.pk, by=ada)
    job_enqueue(kind=waiting.name, design_id=design.pk, by=eve)
    with pytest.raises(QuotaReached) as refused:
        job_enqueue(kind=waiting.name, design_id=design.pk, by=eve)
    assert refused.value.code == "quota.jobs"


def test_without_limits_nothing_is_asked(workspace, ada, django_assert_num_queries):
    from modeler.quotas import refuse_design, refuse_storage

    with django_assert_num_queries(0):
        refuse_design(workspace.pk)
        refuse_storage(workspace.pk)


def test_a_person_gets_the_sentence_and_rest_the_code(quota, client, workspace, ada, design):
    quota(designs=1)
    client.force_login(ada)
    page = client.post(reverse("design-new"), {"workspace": str(workspace.pk), "name": "More"})
    assert page.status_code == 409
    assert "the operator of this server allows 1" in page.content.decode()
    _, secret = token_create(by=ada, name="test", scope="write")
    body = {"workspace": str(workspace.pk), "document": {"keysheet": 1, "name": "More"}}
    sent = {"data": body, "content_type": "application/json", "headers": {"authorization": f"Bearer {secret}"}}
    answer = client.post("/api/v1/designs/", **sent)
    assert (answer.status_code, answer.json()["code"]) == (409, "quota.designs")
