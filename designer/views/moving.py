"""Parts of pages that show jobs, which each open page asks for again while something moves there."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from functools import wraps
from typing import Any, Final

from django.db.models import Count, Q
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone

from designer.access import DesignRequest, View
from exporter.models import ProvisionedTable, ProvisioningRun
from exporter.services.provisioning import RUNS_SHOWN
from modeler.models import Job
from modeler.models.jobs import UNFINISHED
from modeler.revision_analysis import ANALYSE

HAS, VERSION = "Keysheet-Has", "Keysheet-Version"
RECENT: Final = timedelta(hours=1)


def unless_same(view: View) -> View:
    """Answer 204 to a page that has what the view would render. The page sends the version of what it has; a version
    is read before what it names, so that nothing newer is taken for it.
    """

    @wraps(view)
    def answered(request: DesignRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        version = _version(request)
        if request.headers.get(HAS) == version:
            return HttpResponse(status=204)
        answer = view(request, *args, **kwargs)
        answer[VERSION] = version
        return answer

    return answered


def _version(request: DesignRequest) -> str:
    """All that such a part shows follows from the address, the role, the design, and its jobs, runs and tables."""
    design = request.design
    jobs = Job.objects.filter(Q(state__in=UNFINISHED) | Q(finished_at__gt=timezone.now() - RECENT), design=design.pk)
    runs = ProvisioningRun.objects.filter(design=design.pk).order_by("-created_at")
    tables = ProvisionedTable.objects.filter(run__design=design.pk).order_by("state")
    known: list[Any] = [
        request.get_full_path(),
        design.role,
        design.revision,
        list(jobs.exclude(kind=ANALYSE.name).order_by("pk").values_list("pk", "state", "progress", "error")),
        list(runs.values_list("pk", "state", "error", "expires_at")[:RUNS_SHOWN]),
        list(tables.values_list("state").annotate(Count("pk"))),
    ]
    return hashlib.sha256(repr(known).encode()).hexdigest()[:32]
