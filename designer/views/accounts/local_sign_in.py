"""The address that `make up` prints: it signs in the local owner once, on the owner's own machine."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import open_to_all
from designer.accounts.sessions import session_begin
from designer.local import sign_in
from designer.services import local_owner

USED = "This address was already used, or a newer one exists. Run `make sign-in` for a new one."


@open_to_all
@never_cache
@require_GET
def local_sign_in(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in. 404 in any mode except local; 410 with a sentence for a token that is not the current one."""
    if not settings.LOCAL or settings.LOCAL_STATE is None:
        raise Http404
    if not sign_in.use(settings.LOCAL_STATE, token):
        return HttpResponse(USED, status=410, content_type="text/plain; charset=utf-8")
    session_begin(request, local_owner(), how="local address")
    return redirect(settings.LOGIN_REDIRECT_URL)
