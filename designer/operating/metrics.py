"""What the operator watches, as text for Prometheus. Everything is read from the stores, so any process can answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Any, Final, cast

from django.core.cache import caches
from django.db import DatabaseError, connection
from django.db.models import Count, F, Min, Sum
from django.db.models.functions import Now
from django.utils import timezone
from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from designer.accounts.session_store import open_now
from designer.cache import SharedPoolRedisCache
from designer.models import PersonSession
from designer.operating.versions import other_versions, source_version
from exporter.models import EndpointUse, ProvisionedTable
from exporter.models.provisioning import MADE
from modeler.models import AuditEvent, AuditKind, Design, Job
from modeler.models.jobs import UNFINISHED, JobState

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(hours=24)

type Labels = Mapping[str, str]


def metrics_text() -> str:
    """Return the exposition. `keysheet_store_up` of a store that does not answer is 0, and its metrics are missing."""
    registry = CollectorRegistry()
    registry.register(_Now())
    return generate_latest(registry).decode()


class _Now(Collector):
    """The gauges of this moment, read from the stores each time somebody asks."""

    def collect(self) -> Iterator[Metric]:
        yield _gauge("build_info", "The version that runs", (({"version": source_version()}, 1.0),))
        up: list[tuple[Labels, float]] = []
        for store, read, fault in (("database", _of_database, DatabaseError), ("redis", _of_redis, RedisError)):
            try:
                yield from list(read())
                up.append(({"store": store}, 1.0))
            except fault:
                up.append(({"store": store}, 0.0))
        yield _gauge("store_up", "Whether a store answers", up)

    def describe(self) -> Iterator[Metric]:
        """Name none beforehand, so that registering reads no store."""
        return iter(())


def _of_database() -> Iterator[Metric]:
    open_jobs = Job.objects.filter(state__in=UNFINISHED)
    yield _counted("jobs", "Unfinished jobs", open_jobs, "queue", "state")
    waiting = Job.objects.filter(state=JobState.QUEUED).order_by().values("queue").annotate(since=Min("queued_at"))
    now = timezone.now()
    ages = tuple(({"queue": row["queue"]}, (now - row["since"]).total_seconds()) for row in waiting)
    yield _gauge("oldest_queued_job_seconds", "How long the oldest job has waited", ages)
    ended = Job.objects.filter(finished_at__gt=Now() - HOUR)
    yield _counted("jobs_ended_last_hour", "Jobs that ended within an hour", ended, "kind", "state")
    standing = ProvisionedTable.objects.filter(state__in=MADE).annotate(endpoint=F("run__endpoint"))
    yield _counted("run_tables", "Tables of proof runs that exist", standing, "endpoint")
    spent = EndpointUse.objects.filter(at__gt=now - DAY).order_by().values("endpoint").annotate(all=Sum("dollars"))
    dollars = tuple(({"endpoint": row["endpoint"]}, float(row["all"])) for row in spent)
    yield _gauge("endpoint_dollars_last_day", "Dollars at list prices, planned and read, over everybody", dollars)
    yield _one("sessions", "Sessions of people that have not ended", PersonSession.objects.filter(open_now()).count())
    refused = AuditEvent.objects.filter(kind=AuditKind.SIGN_IN_REFUSED, at__gt=now - HOUR).count()
    yield _one("sign_ins_refused_last_hour", "Sign-ins that were refused within an hour", refused)
    yield _one("designs", "Designs that are not in the trash", Design.objects.filter(removed_at=None).count())
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        yield _one("database_connections", "Connections to the database, of all processes", cursor.fetchone()[0])


def _of_redis() -> Iterator[Metric]:
    others = tuple(({"role": role}, float(len(found))) for role, found in other_versions().items())
    yield _gauge("other_versions", "Versions that run beside this one; not 0 during an upgrade only", others)
    memory = cast("SharedPoolRedisCache", caches["default"]).memory()
    yield _one("redis_memory_bytes", "Memory that Redis uses", memory["used_memory"])
    yield _one("redis_memory_max_bytes", "Memory that Redis may use; 0: no bound", memory["maxmemory"])


def _one(name: str, about: str, value: float) -> Metric:
    return _gauge(name, about, (({}, value),))


def _counted(name: str, about: str, rows: Any, *labels: str) -> Metric:
    found = rows.order_by().values(*labels).annotate(all=Count("pk"))
    return _gauge(name, about, tuple(({label: row[label] for label in labels}, float(row["all"])) for row in found))


def _gauge(name: str, about: str, values: Iterable[tuple[Labels, float]]) -> Metric:
    """A gauge with the product's prefix: what it is, and its values by labels."""
    gauge = Metric(f"keysheet_{name}", about, "gauge")
    for labels, value in values:
        gauge.add_sample(gauge.name, dict(labels), value)
    return gauge
