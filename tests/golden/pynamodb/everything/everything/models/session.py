"""Session: an item of the table sessions."""

from __future__ import annotations


from ..runtime import keys
from ..runtime.models import ExactAttribute
from ..runtime.rules import Overload, Rules
from .sessions_table import SessionsTable


class Session(SessionsTable):
    """Session, by its attributes; its keys are made when it is saved."""

    RULES = Rules(
        key_names=("id",),
        table=(
            Overload(
                {
                    "id": lambda values: keys.text(values.get("id")),
                },
            ),
        ),
        indexes={
            "byUser": (
                Overload(
                    {
                        "user": lambda values: keys.text(values.get("user")),
                    },
                ),
            ),
        },
    )
    FIELDS = {"id": "id", "user": "user", "seen": "seen"}
    KEYS = {}
    NEEDED = frozenset(["id", "seen"])
    PATTERNS = {"id": "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"}

    seen = ExactAttribute("N", attr_name="seen")
