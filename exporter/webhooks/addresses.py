"""Where a webhook can lead: to the public internet, and into networks that the operator allows.

A name is looked up once for each attempt, and the request goes to the address that was checked: a name that means
another address a moment later leads nowhere else.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from exporter.provisioning.endpoints import refuse_address
from modeler.core.errors import Invalid

type Address = ipaddress.IPv4Address | ipaddress.IPv6Address
type Network = ipaddress.IPv4Network | ipaddress.IPv6Network

URL_MAX: Final = 1000
INSIDE: Final = "this address leads into a network that the operator of this server does not allow"
UNKNOWN: Final = "the host name of this address cannot be found"
PLAIN: Final = "a webhook's address must begin with https://"
_TRANSLATED: Final = tuple(
    ipaddress.IPv6Network(one) for one in ("::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48")
)
"""Addresses behind which a translator or a tunnel reaches the IPv4 address in their last bytes."""

_ISATAP: Final = (0x5EFE, 0x2005EFE)
"""The third quarter of an address whose last one is an IPv4 address inside a site."""

_GIVEN_OUT: Final = ipaddress.IPv6Network("2000::/3")
"""All that is given out for the public internet. What else a version of Python takes for global is not."""

_NOT_PUBLIC: Final = tuple(ipaddress.ip_network(one) for one in ("3fff::/20", "192.88.99.0/24"))
"""For documentation, and relays of 6to4."""


@dataclass(frozen=True, slots=True)
class CheckedTarget:
    """Where one request goes: the address that was checked, and the host that it was found by."""

    is_encrypted: bool
    host: str
    port: int
    address: str
    path: str


def target_of(url: str, allowed: Iterable[Network]) -> CheckedTarget:
    """Look the host up; every address that it has must be allowed. Raises Invalid, with the reason."""
    networks = tuple(allowed)
    refuse_form(url)
    parts = urlsplit(url)
    is_encrypted = parts.scheme == "https"
    port = parts.port or (443 if is_encrypted else 80)
    addresses = _looked_up(parts.hostname or "", port)
    for one in addresses:
        _refuse(one, networks, is_encrypted=is_encrypted)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return CheckedTarget(is_encrypted, parts.hostname or "", port, str(addresses[0]), path)


def refuse_form(url: str) -> None:
    """Raise Invalid for anything but a web address, and for a metadata service, without looking anything up."""
    if len(url) > URL_MAX or not url.isascii() or not url.isprintable() or " " in url:
        raise Invalid(f"a webhook's address has at most {URL_MAX} ASCII characters, without spaces", path="url")
    try:
        parts = urlsplit(url)
        if parts.port == 0 or parts.fragment:
            raise Invalid("a webhook's address has a port above 0 and no part after #", path="url")
        refuse_address(url)
    except ValueError as error:
        raise Invalid("this is not a web address", path="url") from error
    except Invalid as error:
        said = error.message.replace("an endpoint's url", "a webhook's address").replace("an endpoint", "a webhook")
        raise Invalid(said, path="url") from error


def _looked_up(host: str, port: int) -> list[Address]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Invalid(UNKNOWN, path="url") from error
    # A scope (fe80::1%eth0) names an interface of this machine.
    return [ipaddress.ip_address(str(one[4][0]).partition("%")[0]) for one in found]


def _refuse(found: Address, networks: tuple[Network, ...], *, is_encrypted: bool) -> None:
    address = _meant(found)
    refuse_form(f"http://[{address}]/" if address.version == 6 else f"http://{address}/")
    if any(address in network for network in networks if network.version == address.version):
        return
    if not _is_public(address):
        raise Invalid(INSIDE, path="url")
    if not is_encrypted:
        raise Invalid(PLAIN, path="url")


def _is_public(address: Address) -> bool:
    is_given_out = address.version == 4 or address in _GIVEN_OUT
    is_public = not any(address in network for network in _NOT_PUBLIC if network.version == address.version)
    return is_given_out and is_public and address.is_global and not address.is_multicast


def _meant(address: Address) -> Address:
    """The IPv4 address that a written IPv6 address leads to, if it leads to one."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if (int(address) >> 32) & 0xFFFFFFFF in _ISATAP:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    # ::1 is the host itself, and no address of IPv4.
    if int(address) > 0xFFFF and any(address in one for one in _TRANSLATED):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1] or address
