"""The documentation site under /docs/: static pages that `make docs` or the image's build wrote."""

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase
from django.views.static import serve

from designer.access import open_to_all


@open_to_all
def documentation(request: HttpRequest, path: str) -> HttpResponseBase:
    """Serve a page or file of the site. Raises Http404 if the site has not been built or lacks the file."""
    if not settings.DOCUMENTATION_ROOT.is_dir():
        raise Http404("the documentation has not been built")
    page = f"{path}index.html" if not path or path.endswith("/") else path
    response = serve(request, page, document_root=settings.DOCUMENTATION_ROOT)
    if isinstance(response, FileResponse):
        response["Cache-Control"] = "no-cache"
    return response
