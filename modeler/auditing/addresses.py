"""Network addresses of visitors, as their attempts are counted."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

IPV6_SUBSCRIBER_BITS: Final = 64


def network_of(text: str) -> str:
    """Return the name under which attempts of an address are counted. One subscriber has all addresses of a network of
    IPv6.
    """
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if not isinstance(found, IPv6Address):
        return text
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, IPV6_SUBSCRIBER_BITS), strict=False))
