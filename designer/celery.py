"""The Celery application. Queues: ``analysis`` for answers someone waits for, ``long`` for provisioning and bundles."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "designer.settings")

app = Celery("keysheet")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
