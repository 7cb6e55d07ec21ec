"""The production start: the compose file by a parser, and the web server it names for real on this session's stores."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
import yaml

from designer.local import ports
from designer.local.services import CHECKOUT
from tests.waiting import until

DOCKER = CHECKOUT / ".docker"
HOST = "keysheet.example.com"


def compose():
    return yaml.safe_load((DOCKER / "compose.yaml").read_text())


def command(service: str) -> list[str]:
    return compose()["services"][service]["command"]


def test_compose_has_every_service():
    assert set(compose()["services"]) == {
        "postgres",
        "valkey",
        "migrate",
        "web",
        "live",
        "worker",
        "worker-long",
        "worker-deliveries",
        "proxy",
    }


@pytest.mark.parametrize("service", ["migrate", "web", "live", "worker", "worker-long"])
def test_our_services_run_one_image_in_production_mode_once_the_database_is_migrated(service):
    found = compose()["services"][service]
    assert found["image"] == "keysheet"
    assert (CHECKOUT / found["build"]["dockerfile"]).is_file()
    assert found["environment"]["KEYSHEET_MODE"] == "production"
    waits = "postgres" if service == "migrate" else "migrate"
    assert waits in found["depends_on"]


def test_every_value_that_compose_demands_is_in_the_example_environment():
    text = (DOCKER / "compose.yaml").read_text()
    demanded = {part.partition(":?")[0] for part in text.split("${")[1:] if ":?" in part.partition("}")[0]}
    example = {line.partition("=")[0] for line in (CHECKOUT / ".env.example").read_text().splitlines() if "=" in line}
    assert demanded
    assert demanded <= example


OF_LOCAL_MODE = {"KEYSHEET_STATE", "AWS_ENDPOINT_URL_DYNAMODB", "KEYSHEET_SANDBOX_KEY"}
OF_THE_IMAGE = {"STATIC_ROOT", "DJANGO_DEBUG"}


def test_compose_passes_every_setting_on():
    text = (CHECKOUT / "docs" / "operations.md").read_text()
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE))
    passed = set(compose()["services"]["web"]["environment"])
    assert "EMAIL_HOST" in documented
    assert documented - passed == OF_LOCAL_MODE | OF_THE_IMAGE


@pytest.mark.parametrize("service", sorted(compose()["services"]))
def test_no_service_has_more_rights_than_it_needs(service):
    found = compose()["services"][service]
    assert (found["cap_drop"], found["security_opt"]) == (["ALL"], ["no-new-privileges:true"])
    is_store = service in ("postgres", "valkey")
    assert found.get("read_only", False) is not is_store
    assert ("stores" in found.get("networks", [])) is (service != "proxy")
    if is_store:
        assert found["networks"] == ["stores"] and compose()["networks"]["stores"]["internal"]


def test_the_chart_has_the_version_of_the_project():
    chart = yaml.safe_load((CHECKOUT / ".helm" / "keysheet" / "Chart.yaml").read_text())
    version = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]["version"]
    assert chart["appVersion"] == chart["version"] == version


def test_each_queue_has_a_worker_of_its_own():
    for service, queue in (("worker", "analysis"), ("worker-long", "long"), ("worker-deliveries", "deliveries")):
        assert command(service)[command(service).index("--queues") + 1] == queue


def test_the_proxy_sends_sockets_to_the_live_server_and_the_rest_to_the_web_server():
    text = (DOCKER / "Caddyfile").read_text()
    assert text.index("handle /ws/*") < text.index("live:8001") < text.index("web:8000")


@pytest.fixture(scope="module")
def production(tmp_path_factory):
    """The environment of a production process, its static files collected."""
    static = tmp_path_factory.mktemp("static")
    environment = os.environ | {
        "KEYSHEET_MODE": "production",
        "KEYSHEET_BEHIND_PROXY": "True",
        "ALLOWED_HOSTS": HOST,
        "STATIC_ROOT": str(static),
        "DATABASE_URL": os.environ["DATABASE_URL"].rpartition("/")[0] + "/postgres",
    }
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input"]
    done = subprocess.run(collect, cwd=CHECKOUT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return environment


@pytest.fixture(scope="module")
def granian_process(production):
    """The port and the process of the web server that compose names, with one worker."""
    port = ports.choose(None)
    words = {"8000": str(port), "0.0.0.0": "127.0.0.1", "2": "1"}
    arguments = [words.get(word, word) for word in command("web")[1:]]
    process = subprocess.Popen([sys.executable, "-m", "granian", *arguments], cwd=CHECKOUT, env=production)
    end = time.monotonic() + 120
    while not ports.listens(port) and time.monotonic() < end:
        assert process.poll() is None
        time.sleep(0.1)
    yield port, process
    process.terminate()
    process.wait(20)


@pytest.fixture
def granian(granian_process):
    """The port of the web server."""
    return granian_process[0]


class Answer(NamedTuple):
    """What the server sent for a request."""

    status: int
    headers: http.client.HTTPMessage
    text: str


def get(port: int, path: str, **headers: str) -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers={"Host": HOST} | headers)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return Answer(response.status, response.headers, text)


def test_the_web_server_answers_its_health_check_over_plain_http(granian):
    response = get(granian, "/healthz")
    assert response.status == 200
    assert json.loads(response.text) == {"database": True, "redis": True}


def children(process):
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    found = (line.split(None, 2) for line in listed.splitlines())
    return [int(pid) for pid, parent, said in found if int(parent) == process.pid and "resource_tracker" not in said]


def answers(port):
    try:
        return get(port, "/healthz").status == 200
    except OSError:
        return False


def test_a_web_process_that_dies_is_replaced_and_the_server_goes_on(granian_process):
    port, process = granian_process
    (worker,) = children(process)
    os.kill(worker, signal.SIGKILL)
    until(lambda: [one for one in children(process) if one != worker], bool)
    assert until(lambda: answers(port), bool)
    assert process.poll() is None


def test_everything_else_is_sent_to_https(granian):
    response = get(granian, "/")
    assert response.status == 301
    assert urlsplit(response.headers["Location"]).scheme == "https"


@pytest.mark.parametrize("path", ["/api/designs/", "/api/openapi.json", "/scim/v2/Users", "/metrics"])
def test_what_programs_ask_for_is_refused_without_encryption_and_not_redirected(granian, path):
    """A program that follows redirects would send its token in the clear for ever."""
    response = get(granian, path, Authorization="Bearer sent-in-the-clear")
    assert response.status == 403
    assert json.loads(response.text)["code"] == "transport.encrypted_only"


def test_a_page_carries_the_strict_policy_and_no_debug_page_appears(granian):
    response = get(granian, "/no-such-page/", **{"X-Forwarded-Proto": "https"})
    assert response.status == 404
    policy = response.headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "max-age=31536000" in response.headers["Strict-Transport-Security"]
    assert "urlpatterns" not in response.text


def test_a_strange_host_is_refused(granian):
    assert get(granian, "/", Host="evil.example.com").status == 400


def test_static_files_are_named_by_their_content_and_kept_for_ever(granian, production):
    manifest = Path(production["STATIC_ROOT"], "staticfiles.json")
    name = json.loads(manifest.read_text())["paths"]["vendor/htmax.min.js"]
    assert name != "vendor/htmax.min.js"
    response = get(granian, f"/static/{name}", **{"X-Forwarded-Proto": "https"})
    assert response.status == 200
    assert "immutable" in response.headers["Cache-Control"]
