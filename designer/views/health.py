"""Health checks: does this process answer (alive), and can it reach its stores (ready)?"""

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from redis.exceptions import RedisError

from designer.access import open_to_all
from designer.operating.metrics import CONTENT_TYPE, metrics_text
from designer.operating.versions import version_note


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def redis_answers() -> bool:
    try:
        cache.set("healthz", "asked", timeout=10)
    except RedisError:
        return False
    return True


@open_to_all
def alive(_request: HttpRequest) -> JsonResponse:
    """200 as long as this process answers. A restart does not help against a store that is down: see `health`."""
    return JsonResponse({"alive": True})


@open_to_all
def health(_request: HttpRequest) -> JsonResponse:
    """200 if Postgres and Redis answer, else 503 with the names of those that do not."""
    stores = {"database": database_answers(), "redis": redis_answers()}
    version_note("web")
    return JsonResponse(stores, status=200 if all(stores.values()) else 503)


@open_to_all
@never_cache
@require_GET
def metrics(request: HttpRequest) -> HttpResponse:
    """What the operator watches, for who knows the token that the operator set. Others learn nothing."""
    wanted = settings.METRICS_TOKEN
    if not wanted or not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {wanted}"):
        raise Http404
    version_note("web")
    return HttpResponse(metrics_text(), content_type=CONTENT_TYPE)
