"""When a session ends or an account is disabled, the person's sockets look at once whether they may stay open."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from designer.models import PersonSession, User
from modeler.broadcast import check_member


@receiver(post_delete, sender=PersonSession)
def _session_ended(instance: PersonSession, **_: Any) -> None:
    """By signing out, by ending it from another browser, or by a new password."""
    if instance.user_id is not None:
        transaction.on_commit(partial(check_member, user_id=instance.user_id), robust=True)


@receiver(post_save, sender=User)
def _account_saved(instance: User, **_: Any) -> None:
    """A disabled account has no open socket."""
    if not instance.is_active:
        transaction.on_commit(partial(check_member, user_id=instance.pk), robust=True)
