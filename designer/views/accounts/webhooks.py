"""Webhooks of a workspace, for its owners: the list, one of them with its messages, and what changes them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import WorkspaceRequest, allows_in_workspace
from designer.accounts.sign_in_steps import ask_who_one_is
from designer.forms import WebhookForm
from designer.selectors import workspace_for
from designer.views.refusals import refusal_shown
from exporter.models import DeliveryState, Webhook
from exporter.webhooks import services
from exporter.webhooks.outbox import KEPT
from modeler.core.errors import Conflict, Invalid
from modeler.permissions import Action

PAGE = 50


@allows_in_workspace(Action.MANAGE)
@never_cache
@require_GET
def webhooks(request: WorkspaceRequest, workspace_id: UUID) -> HttpResponse:
    """List them."""
    return _list(request, workspace_id, WebhookForm())


@allows_in_workspace(Action.MANAGE)
@never_cache
@require_POST
def webhook_new(request: WorkspaceRequest, workspace_id: UUID) -> HttpResponse:
    """Create one. Its secret is shown once."""
    ask_who_one_is(request)
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return _list(request, workspace_id, form, status=422)
    try:
        made, secret = services.webhook_create(workspace_id=workspace_id, by=request.user, **form.cleaned_data)
    except (Invalid, Conflict) as error:
        form.refuse(error)
        return _list(request, workspace_id, form, status=422)
    return _page(request, made, secret=secret, is_new=True)


@allows_in_workspace(Action.MANAGE)
@never_cache
@require_GET
def webhook(request: WorkspaceRequest, workspace_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Show one with its messages."""
    return _page(request, services.webhook_in(workspace_id, webhook_id, by=request.user))


@allows_in_workspace(Action.MANAGE)
@never_cache
@require_GET
def webhook_deliveries(request: WorkspaceRequest, workspace_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Show its messages again, while one is about to be sent."""
    found = services.webhook_in(workspace_id, webhook_id, by=request.user)
    return render(request, "designer/parts/webhook_deliveries.html", _messages(request, found))


@allows_in_workspace(Action.MANAGE)
@never_cache
@require_POST
def webhook_change(request: WorkspaceRequest, workspace_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Change its name, its address or its events."""
    ask_who_one_is(request)
    found, form = services.webhook_in(workspace_id, webhook_id, by=request.user), WebhookForm(request.POST)
    if not form.is_valid():
        return _page(request, found, form=form, status=422)
    try:
        services.webhook_change(workspace_id=workspace_id, webhook_id=webhook_id, by=request.user, **form.cleaned_data)
    except Invalid as error:
        form.refuse(error)
        return _page(request, found, form=form, status=422)
    messages.success(request, "The webhook is saved.")
    return redirect("webhook", workspace_id, webhook_id)


@allows_in_workspace(Action.MANAGE)
@never_cache
@require_POST
def webhook_secret(request: WorkspaceRequest, workspace_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Give it a new secret, which is shown once."""
    ask_who_one_is(request)
    found, secret = services.webhook_secret_rotate(workspace_id=workspace_id, webhook_id=webhook_id, by=request.user)
    return _page(request, found, secret=secret)


@allows_in_workspace(Action.MANAGE)
@require_POST
def webhook_turn(request: WorkspaceRequest, workspace_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Turn it on or off."""
    is_on = request.POST.get("on") == "1"
    services.webhook_turn(workspace_id=workspace_id, webhook_id=webhook_id, by=request.user, is_on=is_on)
    return redirect("webhook", workspace_id, webhook_id)


@allows_in_workspace(Action.MANAGE)
@require_POST
def webhook_test(request: WorkspaceRequest, workspace_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Send it a test message."""
    with refusal_shown(request, "Not sent"):
        services.webhook_test(workspace_id=workspace_id, webhook_id=webhook_id, by=request.user)
    return redirect("webhook", workspace_id, webhook_id)


@allows_in_workspace(Action.MANAGE)
@require_POST
def webhook_remove(request: WorkspaceRequest, workspace_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Remove it with its messages."""
    services.webhook_remove(workspace_id=workspace_id, webhook_id=webhook_id, by=request.user)
    messages.success(request, "The webhook is removed.")
    return redirect("webhooks", workspace_id)


@allows_in_workspace(Action.MANAGE)
@require_POST
def delivery_resend(request: WorkspaceRequest, workspace_id: UUID, webhook_id: UUID, delivery_id: UUID) -> HttpResponse:
    """Send a message again."""
    with refusal_shown(request, "Not sent"):
        services.delivery_resend(
            workspace_id=workspace_id, webhook_id=webhook_id, delivery_id=delivery_id, by=request.user
        )
    return redirect("webhook", workspace_id, webhook_id)


def _list(request: WorkspaceRequest, workspace_id: UUID, form: WebhookForm, status: int = 200) -> HttpResponse:
    context = {
        "workspace": workspace_for(request.user, workspace_id, Action.MANAGE),
        "webhooks": services.webhooks_in(workspace_id, by=request.user),
        "form": form,
    }
    return render(request, "designer/accounts/webhooks.html", context, status=status)


def _page(
    request: WorkspaceRequest, found: Webhook, *, form: WebhookForm | None = None, status: int = 200, **more: object
) -> HttpResponse:
    known = {"name": found.name, "url": found.url, "kinds": found.kinds}
    context = {
        "workspace": workspace_for(request.user, found.workspace_id, Action.MANAGE),
        "form": form or WebhookForm(initial=known),
        "hours": services.OLD_SECRET_HOURS,
        **_messages(request, found),
        **more,
    }
    return render(request, "designer/accounts/webhook.html", context, status=status)


def _messages(request: WorkspaceRequest, found: Webhook) -> dict[str, Any]:
    page = Paginator(services.deliveries_of(found), PAGE).get_page(request.GET.get("page"))
    return {
        "webhook": found,
        "page": page,
        "is_moving": any(one.state == DeliveryState.PENDING and not one.attempts for one in page.object_list),
        "days": KEPT.days,
    }
