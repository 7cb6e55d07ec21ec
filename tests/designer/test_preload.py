"""What a server's process makes before the first person asks."""

import subprocess
import sys

import pytest
from django.conf import settings

WARM = """
import gc, sys, threading
from {module} import served
application = served()
(warming,) = (one for one in threading.enumerate() if one.name == "warming")
warming.join(60)
from django.template import engines
from modeler.core.expressions.grammar import parser
(loader,) = engines["django"].engine.template_loaders
assert "designer.views.design.pages" in sys.modules
assert "exporter.api.views.analysis" in sys.modules
assert parser.cache_info().currsize == 1
assert len(loader.get_template_cache) >= 40
assert gc.get_freeze_count() > 10_000
assert callable(application)
"""


@pytest.mark.parametrize("module", ["designer.asgi", "designer.wsgi"])
def test_a_served_application_gets_warm_by_itself(module):
    command = [sys.executable, "-c", WARM.format(module=module)]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")


WORKER = """
from celery.signals import worker_init
from designer.celery import app
from modeler.core.expressions.grammar import parser
worker_init.send(sender=app)
assert parser.cache_info().currsize == 1
"""


def test_a_worker_is_warm_before_it_forks():
    done = subprocess.run(
        [sys.executable, "-c", WORKER], cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
