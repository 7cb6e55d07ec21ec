"""The accounts that an identity provider manages: those of the domains that the operator declared, and no others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from designer.accounts.scim.messages import Refused, WantedPerson
from designer.models import Membership, ProvisionedPerson, User, Workspace
from designer.services import DISPLAY_NAME_MAX, person_create, short_text
from modeler.auditing.events import audit_note
from modeler.core.errors import Conflict, Invalid
from modeler.models import AuditKind

HOW: Final = "provisioning"
EXTERNAL_MAX: Final = 200
TAKEN: Final = "a person with this userName exists already"


def people() -> QuerySet[User]:
    """Accounts of the declared domains, besides guests and those that the provider has deleted."""
    of_domains = Q()
    for domain in settings.PROVISIONING["domains"]:
        of_domains |= Q(email__iendswith=f"@{domain}")
    known = User.objects.filter(of_domains, is_guest=False).exclude(provisioned__removed_at__isnull=False)
    found: QuerySet[User] = known.select_related("provisioned").order_by("pk")
    return found


def found_by(field: str, value: str) -> QuerySet[User]:
    """The people with a value of a field that `messages.searched` names."""
    if "\x00" in value:
        return people().none()
    match field:
        case "email":
            return people().filter(email=value.strip().lower())
        case "external_id":
            return people().filter(provisioned__external_id=value)
    return people().filter(pk=value) if value.isascii() and value.isdigit() and len(value) < 10 else people().none()


@transaction.atomic
def person_provide(wanted: WantedPerson) -> User:
    """A new account, or that of a person who was deleted and comes back. Raises Refused."""
    address = wanted.email or ""
    if address.rpartition("@")[2] not in settings.PROVISIONING["domains"]:
        raise Refused(400, "userName must be an email address of a domain that the operator declared", "invalidValue")
    known = User.objects.select_for_update().filter(email=address).first()
    if known is None:
        known = _created(address, wanted)
        _join(known)
    elif known.is_guest or not ProvisionedPerson.objects.filter(user=known, removed_at__isnull=False).exists():
        raise Refused(409, TAKEN, "uniqueness")
    return _changed(known, replace(wanted, is_active=wanted.is_active is not False))


def _created(address: str, wanted: WantedPerson) -> User:
    try:
        return person_create(email=address, password=None, display_name=_shortened(wanted.name), how=HOW)
    except Conflict as error:
        raise Refused(409, TAKEN, "uniqueness") from error
    except Invalid as error:
        raise Refused(400, f"{error.path}: {error.message}", "invalidValue") from error


def _join(person: User) -> None:
    """Make a new person a member of the workspace that the operator named."""
    named, role = settings.PROVISIONING["workspace"], settings.PROVISIONING["role"]
    workspace = Workspace.objects.filter(pk=named).first() if named else None
    if workspace is not None:
        Membership.objects.create(workspace=workspace, user=person, role=role)
        audit_note(AuditKind.JOINED, by=person, workspace=workspace.pk, detail=f"{role}, by {HOW}")


@transaction.atomic
def person_alter(person: User, wanted: WantedPerson) -> User:
    """Change what the provider says of a person. Raises Refused for another address, because mail to it can set
    a new password.
    """
    locked = User.objects.select_for_update().get(pk=person.pk)
    if wanted.email not in (None, locked.email):
        raise Refused(400, "userName cannot be changed; ask the operator of this server", "mutability")
    return _changed(locked, wanted)


@transaction.atomic
def person_withdraw(person: User) -> None:
    """Disable an account, and show it to the provider no more. What the person made stays."""
    _changed(User.objects.select_for_update().get(pk=person.pk), WantedPerson(is_active=False))
    ProvisionedPerson.objects.filter(user=person).update(removed_at=timezone.now())


def _changed(person: User, wanted: WantedPerson) -> User:
    row, _ = ProvisionedPerson.objects.get_or_create(user=person)
    if wanted.external_id is not None:
        row.external_id = wanted.external_id[:EXTERNAL_MAX]
    row.removed_at, row.changed_at = None, timezone.now()
    row.save()
    if wanted.name is not None:
        person.display_name = _shortened(wanted.name)
    if wanted.is_active is not None and wanted.is_active is not person.is_active:
        _turn(person, is_active=wanted.is_active)
    person.save()
    person.provisioned = row
    return person


def _turn(person: User, *, is_active: bool) -> None:
    """A disabled account has no sessions, its sockets close, and its tokens open nothing until it is enabled again."""
    person.is_active = is_active
    if not is_active:
        for session in person.sessions.all():
            session.delete()
    audit_note(AuditKind.ACCOUNT_ENABLED if is_active else AuditKind.ACCOUNT_DISABLED, by=person, detail=HOW)


def _shortened(name: str | None) -> str:
    """A name that fits; '' if it has nothing that can be shown."""
    shown = "".join(one for one in name or "" if one.isprintable())[:DISPLAY_NAME_MAX].strip()
    return short_text(shown, "displayName", DISPLAY_NAME_MAX) if shown else ""


def as_resource(person: User, location: str) -> Mapping[str, Any]:
    """The fields of a person that a provider gets."""
    row = getattr(person, "provisioned", None)
    changed = row.changed_at if row is not None else person.date_joined
    return {
        "id": str(person.pk),
        **({"externalId": row.external_id} if row is not None and row.external_id else {}),
        "userName": person.email,
        "displayName": person.display_name,
        "name": {"formatted": person.display_name},
        "active": person.is_active,
        "emails": [{"value": person.email, "type": "work", "primary": True}],
        "meta": {
            "resourceType": "User",
            "created": person.date_joined.isoformat(),
            "lastModified": changed.isoformat(),
            "location": location,
        },
    }
