"""The Celery application. Queues: ``analysis`` for answers someone waits for, ``long`` for provisioning and bundles,
``deliveries`` for messages of webhooks and mail.
"""

import logging
import os
import time
from typing import Any, Final

from celery import Celery
from celery.signals import celeryd_init, worker_init, worker_process_init

from designer.operating.broker import use_own_transport
from designer.parent_watch import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "designer.settings")
# Celery would run Django's checks before the first signal of a worker, and drop what they find. They ask Postgres
# whether it can generate columns: an outage would end the worker before it can wait.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

log = logging.getLogger(__name__)
AGAIN_SECONDS: Final = 1.0

use_own_transport()
app = Celery("keysheet")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@celeryd_init.connect
def wait_for_database(**_: Any) -> None:
    """Wait until Postgres takes connections. Celery would end the worker, and what supervises it would give up after
    some restarts: an outage of Postgres would stop more than it has to.
    """
    from django.db import OperationalError, connection

    said = ""
    while True:
        try:
            connection.ensure_connection()
        except OperationalError as error:
            if str(error) != said:
                log.warning("the worker waits for Postgres: %s", said := str(error))
            time.sleep(AGAIN_SECONDS)
        else:
            connection.close()
            return


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
