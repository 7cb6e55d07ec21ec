"""Health checks: does this process answer (alive), and can it reach its stores (ready)?"""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from redis.exceptions import RedisError

from designer.access import open_to_all


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
    return JsonResponse(stores, status=200 if all(stores.values()) else 503)
