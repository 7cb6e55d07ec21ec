"""Where a webhook may lead. Names are those of this machine's own resolver; nothing is asked over the network."""

from ipaddress import ip_network

import pytest

from exporter.webhooks.addresses import INSIDE, PLAIN, target_of
from modeler.core.errors import Invalid

HERE = (ip_network("127.0.0.0/8"), ip_network("::1/128"))


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://localhost/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[64:ff9b::10.0.0.1]/",
        "https://[2002:7f00:1::]/",
        "https://[2002:a00:1::]/",
        "https://[::127.0.0.1]/",
        "https://[::ffff:0:127.0.0.1]/",
        "https://[2600::5efe:10.0.0.1]/",
        "https://[2600::200:5efe:127.0.0.1]/",
        "https://[fec0::1]/",
        "https://[3fff::1]/",
        "https://[5f00::1]/",
        "https://192.88.99.1/",
        "https://10.1.2.3/",
        "https://172.16.0.1/",
        "https://192.168.0.1/",
        "https://100.64.0.1/",
        "https://[fd00::1]/",
        "https://198.18.0.1/",
        "https://240.0.0.1/",
        "https://255.255.255.255/",
    ],
)
def test_nothing_leads_inside(url):
    with pytest.raises(Invalid) as refused:
        target_of(url, ())
    assert refused.value.message == INSIDE
    assert refused.value.path == "url"


@pytest.mark.parametrize(
    "url",
    [
        "https://169.254.169.254/latest/meta-data/",
        "https://2852039166/",
        "https://[fe80::1]/",
        "https://[::ffff:169.254.169.254]/",
        "https://[2002:a9fe:a9fe::]/",
        "https://[64:ff9b::a9fe:a9fe]/",
        "https://[::169.254.169.254]/",
        "https://[2600::5efe:169.254.169.254]/",
        "https://[fd00:ec2::254]/",
        "https://metadata.google.internal/",
        "https://0.0.0.0/",
        "https://224.0.0.1/",
    ],
)
def test_a_metadata_service_is_refused_even_if_everything_is_allowed(url):
    with pytest.raises(Invalid):
        target_of(url, (ip_network("0.0.0.0/0"), ip_network("::/0")))


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.com",
        "ftp://example.com/",
        "file:///etc/passwd",
        "https://",
        "https://user:secret@example.com/",
        "https://example.com/a b",
        "https://example.com/a\nHost: x",
        "https://example.com:0/",
        "https://example.com:99999/",
        "https://example.com/#part",
        "https://[::1/",
        "https://example.com/" + "a" * 1000,
        "https://bücher.example/",
        "https://nowhere.invalid/",
    ],
)
def test_what_is_no_address_is_refused(url):
    with pytest.raises(Invalid):
        target_of(url, HERE)


def test_public_addresses_need_https():
    assert target_of("https://93.184.215.14/in?x=1", ()).path == "/in?x=1"
    assert target_of("https://[2606:2800:21f::1]:8443", ()).port == 8443
    with pytest.raises(Invalid) as refused:
        target_of("http://93.184.215.14/", ())
    assert refused.value.message == PLAIN


def test_networks_of_the_operator_are_open_and_may_be_plain():
    found = target_of("http://localhost:8000", HERE)
    assert (found.host, found.port, found.path, found.is_encrypted) == ("localhost", 8000, "/", False)
    assert found.address in ("127.0.0.1", "::1")
    with pytest.raises(Invalid):
        target_of("http://10.0.0.1/", HERE)


def test_a_name_with_one_address_inside_is_refused(monkeypatch):
    both = [(0, 0, 0, "", ("93.184.215.14", 443)), (0, 0, 0, "", ("10.0.0.1", 443))]
    monkeypatch.setattr("exporter.webhooks.addresses.socket.getaddrinfo", lambda *_, **__: both)
    with pytest.raises(Invalid) as refused:
        target_of("https://two.example.com/", ())
    assert refused.value.message == INSIDE
