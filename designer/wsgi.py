"""HTTP for a production web server (granian); sockets are served by designer.asgi."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "designer.settings")
application = get_wsgi_application()
