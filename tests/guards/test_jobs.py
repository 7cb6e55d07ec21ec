"""Every kind of job says who may ask for it and which queue carries it, and a worker listens there."""

import re
from pathlib import Path

from django.utils.module_loading import autodiscover_modules

from designer.celery import app
from designer.local.services import QUEUES, worker
from modeler.jobs import ANALYSIS, DELIVERIES, KINDS, LONG
from modeler.permissions import Action
from tests.guards.tree import ROOT, files, text


def kinds():
    autodiscover_modules("tasks")
    return KINDS.values()


def test_every_kind_of_job_declares_an_action_and_a_queue():
    odd = [kind.name for kind in kinds() if not isinstance(kind.action, Action) or kind.queue not in (ANALYSIS, LONG)]
    assert odd == []


def test_the_kinds_that_are_promised_are_there():
    assert {kind.name for kind in kinds()} >= {"analyse", "bundle", "provision", "teardown"}


def test_a_kind_is_found_by_its_own_name():
    assert {name: kind.name for name, kind in KINDS.items() if name != kind.name} == {}


def test_the_local_workers_listen_on_every_queue():
    assert set(QUEUES) == {kind.queue for kind in kinds()} | {DELIVERIES}
    command = worker({}).command
    assert command[command.index("--queues") + 1].split(",") == list(QUEUES)


def test_the_production_workers_listen_on_every_queue():
    composed = text(".docker/compose.yaml")
    listened = {name for found in re.findall(r"--queues[=\s\",]+([\w,]+)", composed) for name in found.split(",")}
    assert listened == set(QUEUES)


def test_work_goes_through_jobs_alone():
    """One Celery task: what runs in a worker has a row, a lease and somebody who may ask for it. The others only carry
    email to the mail server (a notice, which has a row of its own, what concerns a password, a webhook that was turned
    off), and messages, which are rows with a lease, to the receivers of webhooks.
    """
    kinds()
    ours = {name for name in app.tasks if not name.startswith("celery.")}
    mails = {"designer.mail_expiry", "designer.mail_notice", "designer.mail_password", "designer.mail_webhook"}
    assert ours == {"modeler.run_job", "exporter.deliver_webhook", *mails}


def test_what_waits_for_servers_of_others_keeps_no_job_waiting():
    """Only the sender of jobs names a queue; everything else goes to the one that has no jobs."""
    assert app.conf.task_default_queue == DELIVERIES
    assert DELIVERIES not in {kind.queue for kind in kinds()}
    sending = [
        path for path in files(".py", under=("modeler/", "exporter/", "designer/")) if "apply_async(" in text(path)
    ]
    assert [path for path in sending if re.search(r"apply_async\([^\n]*queue=", text(path))] == ["modeler/tasks.py"]


def test_every_kind_is_registered_where_a_worker_finds_it():
    product = files(".py", under=("modeler/", "exporter/", "designer/"))
    registering = {path for path in product if path != "modeler/jobs.py" and "job_kind(" in text(path)}
    loaded = {Path(kind.run.__code__.co_filename).resolve().relative_to(ROOT).as_posix() for kind in kinds()}
    assert sorted(registering - loaded) == []
