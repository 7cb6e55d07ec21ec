"""ID tokens of OpenID Connect: what a provider says about a person, checked."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import jwt

ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Signatures by a private key. `none` and the symmetric ones prove nothing about who signed."""
LEEWAY_SECONDS: Final = 30


class IdentityRefused(Exception):
    """Nobody is signed in. `sentence` tells the person why, `reason` the audit log."""

    def __init__(self, sentence: str, reason: str) -> None:
        super().__init__(reason)
        self.sentence = sentence
        self.reason = reason


UNREADABLE: Final = (
    "The provider's answer could not be verified. Sign in again; if it happens again, tell the operator."
)


@dataclass(frozen=True, slots=True)
class WantedClaims:
    """What a token must say."""

    issuer: str
    client_id: str
    nonce: str


def claims_of(token: object, keys: Mapping[str, Any], expected: WantedClaims) -> dict[str, Any]:
    """The claims of a token that one of the provider's `keys` signed, for us and for this sign-in. Raises
    IdentityRefused.
    """
    if not isinstance(token, str):
        raise IdentityRefused(UNREADABLE, "no ID token")
    try:
        header = jwt.get_unverified_header(token)
        claims: dict[str, Any] = jwt.decode(
            token,
            _key(keys, header),
            algorithms=[header["alg"]],
            issuer=expected.issuer,
            audience=expected.client_id,
            leeway=LEEWAY_SECONDS,
            options={"require": ["iss", "aud", "sub", "exp", "iat"]},
        )
    except (jwt.PyJWTError, LookupError, StopIteration, TypeError, ValueError, AttributeError) as error:
        raise IdentityRefused(UNREADABLE, f"ID token: {type(error).__name__}") from error
    if isinstance(claims["aud"], list) and len(claims["aud"]) > 1 and claims.get("azp") != expected.client_id:
        raise IdentityRefused(UNREADABLE, "ID token: it is for several clients, and another one asked for it")
    if not hmac.compare_digest(str(claims.get("nonce", "")).encode(), expected.nonce.encode()):
        raise IdentityRefused(UNREADABLE, "ID token: it answers another sign-in")
    return claims


def _key(keys: Mapping[str, Any], header: Mapping[str, Any]) -> jwt.PyJWK:
    """The key that the header names; a provider with one key need not name it."""
    if header.get("alg") not in ALGORITHMS:
        raise jwt.InvalidAlgorithmError
    known = [key for key in jwt.PyJWKSet.from_dict(dict(keys)).keys if key.public_key_use in (None, "sig")]
    if "kid" not in header and len(known) == 1:
        return known[0]
    return next(key for key in known if key.key_id == header["kid"])
