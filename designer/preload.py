"""What a process creates once and keeps: created at the start, so that the first request does not wait for it."""

import gc
import threading
from functools import cache
from typing import Final

from django.conf import settings
from django.template.loader import get_template
from django.urls import get_resolver

from modeler.core.analysis import analyse
from modeler.examples import example

_EXAMPLE: Final = "saas-projects"
_COLLECT_AFTER: Final = 50_000
"""How many new objects the garbage collector waits for, instead of Python's 2,000. An analysis creates many more, which
live until its end and contain no cycles: looking at them again and again took a tenth of its time.
"""


@cache
def warm_core() -> None:
    """Create the parsers, and load what an analysis needs, once. These objects live as long as the process: the garbage
    collector can skip them, and forked processes share them. From then on, it looks at new objects less often.
    """
    analyse(example(_EXAMPLE).design)
    gc.collect()
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER)


@cache
def warm_pages() -> None:
    """Load every address with its views, and every template, once."""
    get_resolver().url_patterns  # noqa: B018 # reading it loads the views
    root = settings.BASE_DIR / "templates"
    for path in sorted(root.rglob("*.html")):
        get_template(str(path.relative_to(root)))


def warm_aside() -> None:
    """Do both in the background while the web server already answers."""

    def warm() -> None:
        warm_pages()
        warm_core()

    threading.Thread(target=warm, name="warming", daemon=True).start()
