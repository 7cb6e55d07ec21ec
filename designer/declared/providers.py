"""Readers of who vouches for people: the provider of single sign-on, and who provisions accounts.

Each raises ImproperlyConfigured with the name of the variable if a value is missing or malformed.
"""

import base64
import importlib.util
import re
from typing import Any, Final

from cryptography import x509
from django.core.exceptions import ImproperlyConfigured

from designer.environment import UUID_PATTERN, env_choice, env_domains, env_flag, env_list, env_text, env_url

OIDC: Final = "oidc"
SAML: Final = "saml"
ISSUER_MAX: Final = 200
PROVISIONING_TOKEN_LEAST: Final = 32
PROVISIONED_ROLES: Final = ("reader", "editor")


def single_sign_on(*, http_allowed: bool) -> dict[str, Any]:
    """The one declared provider; {} if there is none. Each has a `protocol` (OIDC or SAML), an `issuer`, a `name`, the
    `domains` of addresses that may join, and `join_existing`.
    """
    schemes = ("http", "https") if http_allowed else ("https",)
    found = [one for one in (_openid_connect(schemes), _saml(schemes)) if one]
    if len(found) > 1:
        raise ImproperlyConfigured("KEYSHEET_OIDC_ISSUER and KEYSHEET_SAML_ISSUER are both set; set one of them")
    return found[0] if found else {}


def _openid_connect(schemes: tuple[str, ...]) -> dict[str, Any]:
    """Also `client_id` and `secret`."""
    issuer = env_url("KEYSHEET_OIDC_ISSUER", schemes, required=False)
    if not issuer:
        return {}
    return {
        "protocol": OIDC,
        "issuer": _short("KEYSHEET_OIDC_ISSUER", issuer),
        "client_id": env_text("KEYSHEET_OIDC_CLIENT_ID"),
        "secret": env_text("KEYSHEET_OIDC_CLIENT_SECRET"),
        "name": env_text("KEYSHEET_OIDC_NAME", default="single sign-on"),
        "domains": env_domains("KEYSHEET_OIDC_DOMAINS"),
        "join_existing": env_flag("KEYSHEET_OIDC_JOIN_EXISTING", default=False),
    }


def _saml(schemes: tuple[str, ...]) -> dict[str, Any]:
    """Also the `url` to which browsers go, the `certificates` that sign, and the attribute of the `email` ('': known
    ones).
    """
    issuer = env_text("KEYSHEET_SAML_ISSUER", default="")
    if not issuer:
        return {}
    if importlib.util.find_spec("onelogin") is None:
        raise ImproperlyConfigured("KEYSHEET_SAML_ISSUER needs the packages of the group production")
    return {
        "protocol": SAML,
        "issuer": _short("KEYSHEET_SAML_ISSUER", issuer),
        "url": env_url("KEYSHEET_SAML_URL", schemes),
        "certificates": _certificates("KEYSHEET_SAML_CERTIFICATES", env_list("KEYSHEET_SAML_CERTIFICATES")),
        "email": env_text("KEYSHEET_SAML_EMAIL", default=""),
        "name": env_text("KEYSHEET_SAML_NAME", default="single sign-on"),
        "domains": env_domains("KEYSHEET_SAML_DOMAINS"),
        "join_existing": env_flag("KEYSHEET_SAML_JOIN_EXISTING", default=False),
    }


def _short(name: str, issuer: str) -> str:
    if len(issuer) > ISSUER_MAX:
        raise ImproperlyConfigured(f"{name} can have up to {ISSUER_MAX} characters")
    return issuer


def _certificates(name: str, found: list[str]) -> list[str]:
    """X.509 certificates as Base64 (DER), as metadata have them."""
    said = "X.509 certificates in Base64, without header and line breaks, separated by commas"
    try:
        for one in found:
            x509.load_der_x509_certificate(base64.b64decode(one, validate=True))
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be {said}") from error
    if not found:
        raise ImproperlyConfigured(f"{name} must be {said}")
    return found


def provisioning() -> dict[str, Any]:
    """Who may create and disable accounts by SCIM: `token`, `domains`, `workspace` that new people join ('': none) and
    their `role` there; {} if nobody may.
    """
    token = env_text("KEYSHEET_SCIM_TOKEN", default="")
    if not token:
        return {}
    if len(token) < PROVISIONING_TOKEN_LEAST or not token.isascii() or not token.isprintable():
        raise ImproperlyConfigured(f"KEYSHEET_SCIM_TOKEN needs {PROVISIONING_TOKEN_LEAST} visible ASCII characters")
    workspace = env_text("KEYSHEET_SCIM_WORKSPACE", default="").lower()
    if workspace and not re.fullmatch(UUID_PATTERN, workspace):
        raise ImproperlyConfigured("KEYSHEET_SCIM_WORKSPACE must be the id of a workspace")
    return {
        "token": token,
        "domains": env_domains("KEYSHEET_SCIM_DOMAINS"),
        "workspace": workspace,
        "role": env_choice("KEYSHEET_SCIM_ROLE", PROVISIONED_ROLES, default=PROVISIONED_ROLES[0]),
    }
