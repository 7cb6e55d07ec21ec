"""SAML 2.0: the way to the declared provider, and what its answer says about a person, checked.

python3-saml reads the XML and checks signature, issuer, and times. What it accepts if it is missing (the audience, the
recipient, an end, the sign-in that is answered) is demanded here. Its packages are loaded only if they are needed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache as once
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from designer.accounts.id_token import UNREADABLE, IdentityRefused

ANSWER_MAX: Final = 200_000
"""Characters of an answer; those of providers have ten thousand."""

SUBJECT_MAX: Final = 191
KEPT_SECONDS: Final = 120
"""How long an answer that was checked waits for its browser, which is on its way."""

LEEWAY_SECONDS: Final = 300
"""How far python3-saml lets clocks differ: an answer counts as used for so much longer."""

TRANSIENT: Final = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
ADDRESS: Final = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
EMAILS: Final = (
    "urn:oid:0.9.2342.19200300.100.1.3",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
    "email",
    "mail",
)
NAMES: Final = (
    "urn:oid:2.16.840.1.113730.3.1.241",
    "http://schemas.microsoft.com/identity/claims/displayname",
    "displayName",
    "name",
)
_CONFIRMATION: Final = (
    "/samlp:Response/saml:Assertion/saml:Subject/saml:SubjectConfirmation"
    "[@Method='urn:oasis:names:tc:SAML:2.0:cm:bearer']/saml:SubjectConfirmationData"
)


@dataclass(frozen=True, slots=True)
class SamlPerson:
    """Who has signed in at the provider."""

    subject: str
    email: str
    name: str


def saml_way(request: HttpRequest) -> tuple[str, str]:
    """The provider's address to which the browser goes, and the id of this sign-in."""
    from onelogin.saml2.auth import OneLogin_Saml2_Auth

    asked = OneLogin_Saml2_Auth(_sent(request), _declaration(request))
    address = str(asked.login(return_to=""))
    return address, str(asked.get_last_request_id())


def saml_metadata(request: HttpRequest) -> str:
    """What the provider must know of this server, as XML."""
    from onelogin.saml2.settings import OneLogin_Saml2_Settings

    found = OneLogin_Saml2_Settings(_declaration(request), sp_validation_only=True).get_sp_metadata()
    return found.decode() if isinstance(found, bytes) else str(found)


def saml_answer_keep(request: HttpRequest, text: str) -> str:
    """Check an answer, and keep what it says for the browser in which its sign-in began; returns the id of that. An
    answer works once. Raises IdentityRefused.
    """
    if len(text) > ANSWER_MAX:
        raise IdentityRefused(UNREADABLE, "SAML: the answer is too long")
    response = _valid(request, text)
    sign_in, until = _demanded(request, response)
    person = _person(response)
    used = hashlib.sha256(str(response.get_assertion_id()).encode()).hexdigest()
    left = max(0, until - int(timezone.now().timestamp())) + LEEWAY_SECONDS
    if not cache.add(f"saml-used:{used}", 1, timeout=left):
        raise IdentityRefused(UNREADABLE, "SAML: the answer was used before")
    kept = {"subject": person.subject, "email": person.email, "name": person.name}
    cache.set(_key(sign_in), kept, timeout=KEPT_SECONDS)
    return sign_in


def saml_answer_take(sign_in: str) -> SamlPerson:
    """What the provider said about a sign-in, once. Raises IdentityRefused."""
    kept = cache.get(_key(sign_in))
    cache.delete(_key(sign_in))
    if kept is None:
        raise IdentityRefused(UNREADABLE, "SAML: no answer of the provider waits")
    return SamlPerson(**kept)


def _key(sign_in: str) -> str:
    return f"saml-answer:{hashlib.sha256(sign_in.encode()).hexdigest()}"


def _valid(request: HttpRequest, text: str) -> Any:
    """The answer, if its assertion is signed by the provider and is valid now."""
    import xmlsec
    from lxml.etree import LxmlError
    from onelogin.saml2.errors import OneLogin_Saml2_Error, OneLogin_Saml2_ValidationError
    from onelogin.saml2.response import OneLogin_Saml2_Response
    from onelogin.saml2.settings import OneLogin_Saml2_Settings

    declared = OneLogin_Saml2_Settings(_declaration(request))
    try:
        response = OneLogin_Saml2_Response(declared, text)
        response.is_valid(_sent(request), raise_exceptions=True)
    except OneLogin_Saml2_ValidationError as error:
        raise IdentityRefused(UNREADABLE, f"SAML: {_why(error.code)}") from error
    except (
        OneLogin_Saml2_Error, xmlsec.Error, LxmlError, LookupError, TypeError, ValueError, AttributeError
    ) as error:  # fmt: skip
        raise IdentityRefused(UNREADABLE, f"SAML: {type(error).__name__}") from error
    return response


def _demanded(request: HttpRequest, response: Any) -> tuple[str, int]:
    """The sign-in that is answered, and until when (in seconds since 1970): as the signed assertion says it."""
    from onelogin.saml2.constants import OneLogin_Saml2_Constants

    here = _addresses(request)
    if here["entity"] not in response.get_audiences():
        raise IdentityRefused(UNREADABLE, "SAML: no audience")
    said = response.document.xpath(_CONFIRMATION, namespaces=OneLogin_Saml2_Constants.NSMAP)
    if len(said) != 1:
        raise IdentityRefused(UNREADABLE, "SAML: not one confirmation of the subject")
    until = response.get_assertion_not_on_or_after()
    if said[0].get("Recipient") != here["assertion"] or until is None:
        raise IdentityRefused(UNREADABLE, "SAML: the confirmation has no recipient or no end")
    sign_in = said[0].get("InResponseTo")
    if not sign_in or sign_in != response.get_in_response_to():
        raise IdentityRefused("Begin the sign-in on this page.", "SAML: it answers no sign-in of this server")
    return str(sign_in), int(until)


def _person(response: Any) -> SamlPerson:
    attributes = response.get_attributes()
    subject, form = str(response.get_nameid() or ""), response.get_nameid_format()
    if not subject or len(subject) > SUBJECT_MAX or form == TRANSIENT:
        said = "The provider gives no lasting identity. Tell the operator."
        raise IdentityRefused(said, "SAML: NameID is missing, too long or transient")
    wanted = (settings.SINGLE_SIGN_ON["email"],) if settings.SINGLE_SIGN_ON["email"] else EMAILS
    email = _first(attributes, wanted) or (subject if form == ADDRESS else "")
    if not email:
        raise IdentityRefused("The provider does not tell your email address.", "SAML: no email address")
    return SamlPerson(subject, email.strip().lower(), _first(attributes, NAMES))


def _first(attributes: dict[str, list[Any]], names: tuple[str, ...]) -> str:
    return next((str(attributes[name][0]) for name in names if attributes.get(name) and attributes[name][0]), "")


def _sent(request: HttpRequest) -> dict[str, Any]:
    """A request as python3-saml wants it."""
    return {
        "https": "on" if request.is_secure() else "off",
        "http_host": request.get_host(),
        "script_name": request.path,
        "get_data": {},
        "post_data": {},
    }


def _addresses(request: HttpRequest) -> dict[str, str]:
    """The entity id of this server, which is the address of its metadata, and where answers go."""
    return {
        "entity": request.build_absolute_uri(reverse("single-sign-on-metadata")),
        "assertion": request.build_absolute_uri(reverse("single-sign-on-assertion")),
    }


def _declaration(request: HttpRequest) -> dict[str, Any]:
    here, there = _addresses(request), settings.SINGLE_SIGN_ON
    post = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
    return {
        "strict": True,
        "sp": {
            "entityId": here["entity"],
            "assertionConsumerService": {"url": here["assertion"], "binding": post},
            "NameIDFormat": "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
        },
        "idp": {
            "entityId": there["issuer"],
            "singleSignOnService": {"url": there["url"]},
            "x509certMulti": {"signing": there["certificates"]},
        },
        "security": {
            "wantAssertionsSigned": True,
            "wantAttributeStatement": False,
            "rejectDeprecatedAlgorithm": True,
            "requestedAuthnContext": False,
            "allowSingleLabelDomains": True,
        },
    }


@once
def _whys() -> dict[int, str]:
    from onelogin.saml2.errors import OneLogin_Saml2_ValidationError

    named = vars(OneLogin_Saml2_ValidationError).items()
    return {code: name.lower().replace("_", " ") for name, code in named if isinstance(code, int)}


def _why(code: int) -> str:
    """The reason: a sentence of the library can repeat what a stranger has sent."""
    return _whys().get(code, "not valid")
