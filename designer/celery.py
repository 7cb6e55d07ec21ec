"""The Celery application. Queues: ``analysis`` for answers someone waits for, ``long`` for provisioning and bundles."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init, worker_process_init

from designer.parent_watch import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "designer.settings")

app = Celery("keysheet")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def warm(**_: Any) -> None:
    """Preload before the pool forks, so that its processes share the memory."""
    from designer.preload import warm_core

    warm_core()


@worker_process_init.connect
def end_with_the_worker(**_: Any) -> None:
    """Tie a pool child to its worker: a child that outlives a killed worker would finish a job that another worker has
    taken over.
    """
    die_with_parent()
