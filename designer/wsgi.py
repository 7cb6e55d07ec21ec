"""HTTP for a production web server (granian), which starts it as `served`; sockets are served by designer.asgi."""

import os

from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "designer.settings")
application = get_wsgi_application()

from designer.preload import warm_aside


def served() -> WSGIHandler:
    """The application of a server process. It preloads in the background while the server already answers."""
    warm_aside()
    return application
