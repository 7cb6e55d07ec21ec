"""How static files are served: by content hash in production, always fresh on one person's machine."""

from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.exceptions import SuspiciousFileOperation
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Names carry a hash of the content; the imports of our JavaScript modules are rewritten to match."""

    support_js_module_import_aggregation = True


class FreshStaticFilesHandler(ASGIStaticFilesHandler):
    """Serves straight from the checkout; the browser asks each time, so an update never mixes old files with new."""

    def serve(self, request: HttpRequest) -> HttpResponse | FileResponse:
        try:
            response = super().serve(request)
        except SuspiciousFileOperation as error:
            raise Http404("this path leaves the static files") from error
        response["Cache-Control"] = "no-cache"
        return response
