"""The nouns of made requests: from many domains, in the forms in which people write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_IRREGULAR: Final = {"child": "children", "person": "people", "diagnosis": "diagnoses", "quiz": "quizzes",
                     "shelf": "shelves", "bus": "buses", "series": "series"}  # fmt: skip
_ENDINGS: Final = (("([^aeiou])y$", r"\1ies"), ("(s|x|ch|sh)$", r"\1es"), ("$", "s"))


@dataclass(frozen=True)
class Noun:
    """A noun of one or several words, in the singular. `kind` is of whom or what it can be said: person, place,
    thing.
    """

    words: str
    kind: str = "thing"

    @property
    def plural(self) -> str:
        """Return the plural."""
        *front, last = self.words.split()
        if last not in _IRREGULAR:
            found = next(re.sub(end, made, last) for end, made in _ENDINGS if re.search(end, last))
        else:
            found = _IRREGULAR[last]
        return " ".join((*front, found))

    @property
    def name(self) -> str:
        """Return the name of the entity."""
        return "".join(word.capitalize() for word in self.words.split())

    @property
    def camel(self) -> str:
        """Return it as code has it: workOrder."""
        return self.name[0].lower() + self.name[1:]

    @property
    def snake(self) -> str:
        """Return it as tables have it: work_order."""
        return self.words.replace(" ", "_")


def _all(words: str, kind: str = "thing") -> tuple[Noun, ...]:
    return tuple(Noun(one.strip(), kind) for one in words.split(","))


PLAIN: Final = _all(
    "invoice, beehive, sonnet, turbine, reagent, gargoyle, manuscript, parcel, aquarium, vaccine, fossil, sermon, "
    "lantern, barge, voucher, meteor, tractor, falcon, recipe, episode, playlist, mortgage, antibody, glacier, "
    "satellite, sculpture, embryo, prescription, subscription, puzzle, violin, passenger, apprentice, juror, category, "
    "box, quiz, battery, delivery, diagnosis, child, shelf, crate, payment, product, article, photo, video, device, "
    "tram, saddle, orchid, elevator, mannequin, kayak, webhook, leaf, reading, booking, listing, meeting"
)
COMPOUND: Final = _all(
    "work order, lab sample, fuel receipt, boarding pass, insurance claim, blood bag, tide reading, parking permit, "
    "tax return, time entry, line item, bank account, service ticket, shift swap, meal plan, wind turbine, "
    "maintenance task, payment method, loyalty card, delivery note, crew member, soil probe, bus stop, seat map, "
    "spare part, error report, gift card, tour guide, chat message, shopping cart, push notification, waiting list, "
    "price change, exam result, water meter reading, purchase order line"
)
VERBAL: Final = _all(
    "order, report, request, record, issue, review, bid, scan, match, visit, call, transfer, post, comment, plan, "
    "test, shift, note, permit, repair, refund, return, release, run, trade, lease, charge, survey, sample, claim, "
    "grant, award, alert, offer, quote, message, pledge, vote, event, file, change, move, check, draft"
)
PERSONS: Final = _all(
    "customer, driver, keeper, technician, tenant, curator, surgeon, mentor, farmer, player, student, supplier, "
    "merchant, sommelier, locksmith, midwife, umpire, beekeeper, user, patient, sales rep, seller, employee, vendor",
    "person",
)
PLACES: Final = _all(
    "clinic, vessel, warehouse, farm, district, branch, ward, depot, region, venue, lab, orchard, museum, parish, "
    "quarry, shelter, greenhouse, vault, marina, city, care home, film studio, train station, cost center, store",
    "place",
)
THINGS: Final = _all(
    "contract, campaign, policy, machine, tournament, route, sensor, flight, wallet, tank, pipeline, project, team, "
    "vending machine, experiment, tenancy, course, album, channel, auction, account, organization, ticket, game"
)
MASS: Final = ("equipment", "feedback", "telemetry", "inventory", "luggage")

AMOUNTS: Final = ("price", "weight", "amount", "score", "temperature", "distance", "duration", "quantity", "rating",
                  "balance", "mileage", "humidity", "total amount", "unit price", "battery level")  # fmt: skip
TIMES: Final = ("due date", "expiry date", "start time", "departure time", "delivery date", "created at", "updated at")
TEXTS: Final = ("name", "title", "priority", "category", "country", "color", "language")
UNIQUE: Final = ("email", "phone number", "serial number", "tracking number", "barcode", "license plate", "slug",
                 "username", "reference number")  # fmt: skip
STATES: Final = ("open", "pending", "active", "overdue", "cancelled", "unpaid", "archived", "approved", "expired",
                 "closed", "completed", "failed", "published", "rejected", "unread", "unassigned",
                 "blocked")  # fmt: skip
DONE: Final = ("shipped", "paid", "approved", "confirmed", "delivered", "reviewed", "closed", "signed", "scheduled")
ROLES: Final = ("customer", "admin", "support agent", "dispatcher", "nurse", "shop owner", "manager", "teacher")
