"""What a visitor brings to a door: real ids of a real workspace, and a body where the door reads one."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from http.cookies import SimpleCookie
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from designer.page.help.terms import TERMS
from exporter.services.bundles import bundle_request
from exporter.services.drift_jobs import drift_begin_with_file
from exporter.services.imports import import_begin
from exporter.services.provisioning import run_start
from exporter.services.simulation_jobs import simulation_begin
from exporter.services.tokens import token_create
from modeler.branches.services import branch_open
from modeler.core.synthesis import SynthesisOptions
from modeler.history.versions import version_name
from modeler.job_runner import run
from modeler.models import Job
from modeler.permissions import Action, Role
from modeler.services import design_duplicate, design_remove
from modeler.synthesis.proposals import proposal_begin
from tests.guards.doors.addresses import Door
from tests.people import commenter, guest_editor, person, small_design, team

# Doors whose design or workspace comes in the body, or whose service asks for more than the page shows: the view says
# who may come in, the service says who may do it.
ASKED_INSIDE: Final = {
    "design-new": Action.CREATE,
    "design-from-text": Action.CREATE,
    "import": Action.CREATE,
    "live-import-begin": Action.PROVISION,
    "member-remove": Action.MANAGE,
}
# Doors that only one of the four may see behind: what is there belongs to one person.
ADAS_OWN: Final = frozenset(
    {
        "api:token",
        "api:held-import",
        "api:import-accept",
        "import-page",
        "import-progress",
        "import-store",
        "import-discard",
        "import-values",
        "identity-remove",
    }
)
# Doors of a design behind which stands what one person brought: whoever else may come in finds nothing there.
ADAS_ALONE: Final = frozenset(
    {
        "update-page",
        "update-progress",
        "update-store",
        "update-discard",
        "update-values",
        "drift-of",
        "drift-progress",
        "drift-stop",
        "api:held-drift",
    }
)


# Doors that change what Ada has said: others may comment there, and may not speak for her.
ADAS_TO_CHANGE: Final = frozenset({"comment-edit", "comment-remove"})
# Doors that end what Ada has requested: only who may do so much themselves may end a colleague's work.
ADAS_TO_STOP: Final = {"api:job": Action.CREATE, "alternatives-stop": Action.CREATE, "export-stop": Action.CREATE,
                       "traffic-stop": Action.CREATE}  # fmt: skip


# Parameters that need nothing to be made for them.
FIXED: Final[dict[str, Any]] = {
    "key": "order-management",
    "name": "terraform",
    "path": "main.tf",
    "pattern": "A1",
    "block": "p15",
    "slug": TERMS[0].slug,
    "part": "p-a1",
    "endpoint": "Built-in sandbox",
    "uid": "unknown",
    "identity": "1",
    "subject": "Schemas",
    "form": "csv",
    "rest": "nowhere/at/all",
    "number": 1,
    "pk": 1,
    "revision": 1,
}


@dataclass
class Ground:
    """One workspace with everything that an address can name, made as it is asked for."""

    people: dict[str, Any]
    workspace: Any
    design: Any
    made: dict[str, Any] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)
    """Of those who have signed in: what their cookie says."""

    def value(self, door: Door, parameter: str) -> Any:
        """What stands for a parameter of an address. A new parameter must be added here: it fails by name."""
        if parameter in FIXED:
            return FIXED[parameter]
        makers: dict[str, Callable[[], Any]] = {
            "design_id": lambda: self.design.pk,
            "workspace_id": lambda: self.workspace.pk,
            "user_id": lambda: self.people["ada"].pk,
            "invitation_id": lambda: self._invitation()[0].pk,
            "token": lambda: self._token(door.route),
            "link_id": lambda: self._link()[0].pk,
            "thread_id": lambda: self._comment().thread_id,
            "comment_id": lambda: self._comment().pk,
            "job_id": lambda: self._job().pk,
            "proposal_id": lambda: self._proposal().pk,
            "simulation_id": lambda: self._simulation().pk,
            "bundle_id": lambda: self._bundle().pk,
            "branch_id": lambda: branch_open(design_id=self.design.pk, name="Try it", by=self.people["ada"]).design_id,
            "version_id": lambda: self._version().pk,
            "removed_id": self._removed,
            "run_id": lambda: self._run().pk,
            "left_run_id": lambda: self._left_run().pk,
            **{f"{kind}_id": partial(self._run_of, kind) for kind in ("rehearsal", "load")},
            "identity_id": lambda: self._identity().pk,
            "webhook_id": lambda: self._webhook().pk,
            "delivery_id": lambda: self._delivery().pk,
            "token_id": self._api_token,
        }
        if parameter not in self.made:
            assert parameter in makers, f"{door.name}: this guard does not know what to give for {parameter!r}"
            self.made[parameter] = makers[parameter]()
        return self.made[parameter]

    def address(self, door: Door) -> str:
        """The door's address with real ids in it."""
        return reverse(door.name, kwargs={name: self.value(door, name) for name in door.parameters})

    def _run(self) -> Any:
        return run_start(design_id=self.design.pk, by=self.people["ada"])

    def _left_run(self) -> Any:
        """A run with a table that could not be removed."""
        run = self._run()
        run.tables.create(table="orders", name="left-orders", state="created")
        Job.objects.filter(pk=run.job_id).update(state="done")
        about = {"design": self.design, "revision": 1, "by": None}
        run.teardown_job = Job.objects.create(kind="expire", queue="long", state="failed", **about)
        run.state = "removing"
        run.save()
        return run

    def _invitation(self) -> tuple[Any, str]:
        from designer.services import invitation_create

        return invitation_create(workspace_id=self.workspace.pk, by=self.people["ada"], role=Role.READER)

    def _api_token(self) -> Any:
        return token_create(by=self.people["ada"], name="hers", scope="read")[0].pk

    def _link(self) -> tuple[Any, str]:
        from designer.links import link_create

        return link_create(design_id=self.design.pk, by=self.people["ada"], role=Role.GUEST_READER)

    def _comment(self) -> Any:
        from modeler.comments import thread_open
        from modeler.wording.part_label import CommentedSpot

        return thread_open(design_id=self.design.pk, by=self.people["ada"], spot=CommentedSpot(), text="Ada's")

    def _token(self, route: str) -> str:
        match route.partition("/")[0]:
            case "designs" if "drift" in route:
                return self._drift()
            case "designs":
                return self._import(design=self.design.pk)
            case "join":
                return self._invitation()[1]
            case "s":
                return self._link()[1]
            case "api" if "drift" in route:
                return self._drift()
            case "import" | "api":
                return self._import()
        return "unknown"

    def _import(self, **into: Any) -> str:
        brought = json.dumps({"keysheet": 1, "name": "Brought", "tables": []}).encode()
        return import_begin(by=self.people["ada"], raw=brought, **(into or {"workspace": self.workspace.pk})).held.token

    def _drift(self) -> str:
        there = json.dumps({"keysheet": 1, "name": "There", "tables": []}).encode()
        return drift_begin_with_file(design_id=self.design.pk, by=self.people["ada"], raw=there).held.token

    def _job(self) -> Any:
        return bundle_request(design_id=self.design.pk, by=self.people["ada"])

    def _proposal(self) -> Any:
        job = proposal_begin(design_id=self.design.pk, by=self.people["ada"], options=SynthesisOptions())
        run(job.pk)
        return job

    def _simulation(self) -> Any:
        asked = {"scenario": "steady", "given": {}, "changes": {}}
        return simulation_begin(design_id=self.design.pk, by=self.people["ada"], asked=asked)

    def _version(self) -> Any:
        return version_name(design_id=self.design.pk, revision=1, name="Live", by=self.people["ada"])

    def _run_of(self, kind: str) -> Any:
        from exporter.models import ProvisioningRun

        asked = {"base": str(self.design.pk), "base_revision": 1, "items": 0, "seed": 1, "scenario": "steady"}
        run = ProvisioningRun(kind=kind, design=self.design, revision=1, endpoint="Built-in sandbox", asked=asked)
        run.save()
        return run.pk

    def _identity(self) -> Any:
        from allauth.socialaccount.models import SocialAccount

        return SocialAccount.objects.create(user=self.people["ada"], provider="https://id.example.com", uid="1")

    def _webhook(self) -> Any:
        from exporter.models import Webhook
        from modeler.sealing import seal

        return Webhook.objects.create(
            workspace=self.workspace, name="CI", url="https://ci.invalid/", secret=seal("x", "x")
        )

    def _delivery(self) -> Any:
        from exporter.models import WebhookDelivery

        webhook = self.made.setdefault("webhook_id", None) or self._webhook().pk
        self.made["webhook_id"] = webhook
        return WebhookDelivery.objects.create(webhook_id=webhook, kind="webhook.test")

    def _removed(self) -> Any:
        made = design_duplicate(design_id=self.design.pk, by=self.people["ada"])
        design_remove(design_id=made.pk, by=self.people["ada"])
        return made.pk

    def _bundle(self) -> Any:
        from exporter.models import Bundle

        return Bundle.objects.create(design=self.design, job=self._job(), revision=1, targets=[], content=b"zip")

    def body(self, door: Door) -> dict[str, Any]:
        """Arguments of the test client's call: what this door reads."""
        workspace = str(self.workspace.pk)
        text = json.dumps({"keysheet": 1, "name": "Brought", "tables": []})
        match door.name:
            case "design-new":
                return {"data": {"name": "New", "workspace": workspace}}
            case "design-from-text":
                return {"data": {"text": "orders of a customer", "workspace": workspace}}
            case "import":
                return {"data": {"text": text, "workspace": workspace}}
            case "api:designs":
                return {"data": json.dumps({"name": "New", "workspace": workspace}), "content_type": "application/json"}
            case "api:drift":
                return {"data": text, "content_type": "application/json"}
            case "api:import" | "api:imports":
                return {"data": text, "content_type": "application/json", "query_params": {"workspace": workspace}}
            case "live-import-begin":
                return {"data": {"workspace": workspace, "endpoint": "Built-in sandbox", "tables": "no-such-table",
                                 "items": 1, "units_per_second": 1}}  # fmt: skip
            case "api:live-imports":
                asked = {"workspace": workspace, "endpoint": "Built-in sandbox", "tables": ["no-such-table"]}
                return {"data": json.dumps(asked), "content_type": "application/json"}
            case "api:loads":
                units = {"read_units": 1, "write_units": 1}
                return {"data": json.dumps(units), "content_type": "application/json"}
            case "api:tokens":
                return {"data": json.dumps({"name": "mine"}), "content_type": "application/json"}
            case _ if door.is_api:
                return {"data": "{}", "content_type": "application/json"}
        return {}


def asked(door: Door, method: str) -> str | Action:
    """What a visitor must be allowed, the service's own question included."""
    if method == "POST" and door.name in ASKED_INSIDE:
        return ASKED_INSIDE[door.name]
    return door.access_by(method)


def methods(door: Door) -> tuple[str, ...]:
    """GET and POST of every door; of the API also what its view declares."""
    declared = door.access if not isinstance(door.access, str) else ()
    return tuple(dict.fromkeys(("GET", "POST", *(declared or ()))))


def everybody_in_a_design() -> Ground:
    """The people of tests.people, all signed in: to sign in for each visit would take a sixth of its time."""
    people = {name: person(name) for name in ("ada", "eve", "ben", "cyd")}
    workspace = team(people["ada"], people["eve"], people["ben"])
    design = small_design(workspace, people["ada"])
    people |= {"gil": commenter(design, people["ada"]), "gus": guest_editor(design, people["ada"])}
    return Ground(people, workspace, design, sessions={name: signed_in(one) for name, one in people.items()})


def signed_in(who: Any) -> str:
    client = Client()
    client.force_login(who)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def knock(door: Door, method: str, ground: Ground, name: str | None, **headers: str) -> HttpResponse:
    """What the door answers; whatever the visit changed is taken back."""
    client = Client(raise_request_exception=False, headers=headers)
    if name is not None:
        client.cookies = SimpleCookie({settings.SESSION_COOKIE_NAME: ground.sessions[name]})
    sent = ground.body(door) if method not in ("GET", "HEAD") else {}
    address = ground.address(door)
    with transaction.atomic():
        answer = getattr(client, method.lower())(address, **sent)
        transaction.set_rollback(True)
    return answer


def is_for(door: Door, method: str) -> bool:
    """Does the door's own declaration know this method?"""
    return isinstance(door.access, str) or method in (door.access or {})
