"""The project's Celery application with one more kind of job, slow enough to be killed in its midst.

Start it with ``celery -A tests.modeler.slow_worker worker``.
"""

from designer.celery import app

__all__ = ["app"]

app.conf.imports = ["tests.modeler.slow_job"]
