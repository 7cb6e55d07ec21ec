"""Sessions in Postgres that know their person: Django's, with the columns of `PersonSession`.

A session ends a fixed time after its sign-in, whatever happens in it, and earlier if nobody uses it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore
from django.db.models import Q
from django.utils import timezone

SEEN_EVERY: Final = timedelta(minutes=5)
ORIGIN: Final = "origin"
"""In the session: when, from where and with which browser the person signed in."""


def open_now() -> Q:
    """The sessions that have not ended."""
    now = timezone.now()
    return Q(expire_date__gt=now, seen_at__gt=now - timedelta(seconds=settings.SESSION_IDLE_SECONDS))


class SessionStore(DatabaseSessionStore):
    @classmethod
    def get_model_class(cls) -> Any:
        """Imported late: settings name this module before models can be loaded."""
        from designer.models import PersonSession

        return PersonSession

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """The row of this session, with its person."""
        row: Any = super().create_model_instance(data)
        row.user_id = int(data[SESSION_KEY]) if data.get(SESSION_KEY) else None
        if (origin := data.get(ORIGIN)) is not None:
            row.address, row.agent = origin["address"], origin["agent"]
            row.signed_in_at = datetime.fromisoformat(origin["at"])
            # What is stored in a session later would make it longer otherwise.
            row.expire_date = min(row.expire_date, row.signed_in_at + timedelta(seconds=settings.SESSION_COOKIE_AGE))
        return row

    def load(self) -> dict[str, Any]:
        """The data of the session, empty if it has ended; notes that the session is used."""
        now = timezone.now()
        row: Any = self.get_model_class().objects.filter(open_now(), session_key=self.session_key).first()
        if row is None:
            self._session_key = None
            return {}
        if now - row.seen_at > SEEN_EVERY:
            self.get_model_class().objects.filter(pk=row.pk).update(seen_at=now)
        data: dict[str, Any] = self.decode(row.session_data)
        return data
