"""The documentation site under /docs/: static pages that `make docs` or the build of the image wrote."""

from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe
from django.views.static import serve

from designer.access import open_to_all


@open_to_all
@require_safe
def documentation(request: HttpRequest, path: str) -> HttpResponseBase:
    """Serve a page or file of the site. Raises Http404 if the site has not been built or lacks the file."""
    if not settings.DOCUMENTATION_ROOT.is_dir():
        raise Http404("the documentation has not been built")
    page = f"{path}index.html" if not path or path.endswith("/") else path
    try:
        response = serve(request, page, document_root=str(settings.DOCUMENTATION_ROOT))
    except SuspiciousFileOperation as error:
        raise Http404("the path leaves the documentation") from error
    response["Cache-Control"] = "no-cache"
    return response
