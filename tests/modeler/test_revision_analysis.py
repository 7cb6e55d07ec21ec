"""Analysis on a real worker: every revision, or a newer one in its place, and one in flight a design."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from designer.page.scenes import scene_of
from modeler import jobs, revision_analysis
from modeler.core.design.parts import ROOT
from modeler.core.documents.reading import from_document
from modeler.core.edits.changes import Delta
from modeler.job_runner import run
from modeler.jobs import JobKind, Progress, job_enqueue_once
from modeler.loading import read_whole
from modeler.models import Analysis, Design, Job
from modeler.models.jobs import UNFINISHED, JobState
from modeler.permissions import Action
from modeler.services import design_change
from modeler.to_json import to_json
from tests.factories.documents import small_document
from tests.waiting import until


def ask(design, by, revision=1):
    return job_enqueue_once(kind="analyse", design_id=design.pk, revision=revision, by_id=by.pk)


def rename(design, by, before, after):
    return design_change(design_id=design.pk, by=by, deltas=[Delta(ROOT, "name", before, after)])


def test_a_revision_is_analysed_by_the_worker(celery_worker_process, design, ada):
    names = ["Orders", *(f"Orders {n}" for n in range(12))]
    for before, after in pairwise(names):
        newest = rename(design, ada, before, after).number
        assert Job.objects.filter(state__in=UNFINISHED).count() <= 1
    result = until(lambda: design.analyses.filter(revision=newest).first(), lambda found: found is not None).result
    assert result == to_json(
        revision_analysis.result_of(read_whole(design.pk).design, revision_analysis.DesignMemory())
    )


def test_what_is_stored_is_what_the_core_says(design, ada):
    job = ask(design, ada)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result) == (JobState.DONE, {"revision": 1})
    expected = revision_analysis.result_of(from_document(small_document()), revision_analysis.DesignMemory())
    assert design.analyses.get(revision=1).result == expected
    assert expected["findings"]["counts"]["error"] == 0


def test_requests_while_one_is_in_flight_are_one_job_for_the_newest_revision(design, ada, eve):
    first = ask(design, ada, 1)
    assert ask(design, eve, 3) == first
    assert ask(design, ada, 2) == first
    first.refresh_from_db()
    assert (first.revision, first.by) == (3, ada)


def test_two_analyses_of_one_design_cannot_be_in_flight(design, ada):
    ask(design, ada)
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(kind="analyse", design=design, revision=2, queue="analysis")


def test_a_revision_that_comes_while_one_is_analysed_is_analysed_too(design, ada, monkeypatch):
    seen = []

    def analyse(job, row):
        seen.append(job.revision)
        if len(seen) == 1:
            rename(design, ada, "Orders", "Sales")
            ask(design, ada, 2)
        yield Progress(1, 1, "looked")

    monkeypatch.setitem(jobs.KINDS, "analyse", JobKind("analyse", "analysis", Action.SEE, analyse))
    job = ask(design, ada)
    run(job.pk)
    job.refresh_from_db()
    assert (seen, job.state) == ([1, 2], JobState.DONE)


def test_only_the_newest_analyses_are_kept(design, ada, monkeypatch):
    monkeypatch.setattr(revision_analysis, "KEPT", 2)
    for number in range(4):
        rename(design, ada, Design.objects.get(pk=design.pk).name, f"Orders {number}")
        run(ask(design, ada, number + 2).pk)
    assert sorted(Analysis.objects.values_list("revision", flat=True)) == [4, 5]


def test_an_analysis_that_nobody_asked_for_is_asked_for(design, ada):
    Design.objects.update(updated_at=timezone.now() - timedelta(minutes=1))
    [job] = revision_analysis.analyses_recover()
    assert (job.design, job.revision, job.by) == (design, 1, ada)
    assert revision_analysis.analyses_recover() == []
    run(job.pk)
    Job.objects.all().delete()
    assert revision_analysis.analyses_recover() == []


def test_a_page_asks_for_the_analysis_again_after_an_upgrade_of_the_rules(design, ada, monkeypatch):
    run(ask(design, ada).pk)
    monkeypatch.setattr(revision_analysis, "RULES_VERSION", "newer")
    scene = scene_of(design.pk)
    assert scene.analysed == scene.revision
    assert scene.is_behind
    run(Job.objects.get(state=JobState.QUEUED).pk)
    assert not scene_of(design.pk).is_behind
    assert not Job.objects.filter(state=JobState.QUEUED).exists()
