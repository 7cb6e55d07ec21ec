"""Who is here, as a message for the pages of a design."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

SHOWN_OF_A_PERSON: Final = ("id", "name", "initials", "color", "focus", "path", "where", "scroll", "follows")


@dataclass(frozen=True, slots=True)
class ShownPeople:
    """Who is here, written once for all pages: each person as others see them, and as they see themselves."""

    others: Mapping[int, str]
    oneself: Mapping[int, str]

    def seen_by(self, person: int) -> str:
        """The message for the page of one of them."""
        people = (self.oneself[one] if one == person else text for one, text in self.others.items())
        return f'{{"type": "people", "people": [{", ".join(people)}]}}'


def shown_people(found: Iterable[Mapping[str, Any]]) -> ShownPeople:
    """What `Presence.people` found, without what is not for others."""
    public = [{name: one[name] for name in SHOWN_OF_A_PERSON} for one in found]
    return ShownPeople(
        {one["id"]: json.dumps({**one, "me": False}) for one in public},
        {one["id"]: json.dumps({**one, "me": True}) for one in public},
    )
