"""A Python client that is generated from the OpenAPI document works against a real server, without a line by hand."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

from exporter.api.views.document import openapi
from exporter.services.tokens import token_create
from exporter.targets import TARGETS
from modeler.core.documents.reading import to_document
from modeler.examples import example
from tests.factories.documents import small_document
from tests.waiting import until

PACKAGE = "generated_keysheet"
# To the generator every archive is bytes.
ZIP = "content_type_overrides: {application/zip: application/octet-stream}"


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """The client's package, importable for this module's tests."""
    folder = tmp_path_factory.mktemp("client")
    document, config = folder / "openapi.json", folder / "config.yaml"
    document.write_text(json.dumps(openapi()))
    config.write_text(f"package_name_override: {PACKAGE}\npost_hooks: []\n{ZIP}\n")
    tool = Path(sys.executable).with_name("openapi-python-client")
    target = folder / "out" / PACKAGE
    target.parent.mkdir()
    command = [tool, "generate", "--path", document, "--config", config, "--meta", "none", "--output-path", target]
    made = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    assert "Warning" not in made.stdout + made.stderr
    sys.path.insert(0, str(target.parent))
    yield importlib.import_module(PACKAGE)
    sys.path.remove(str(target.parent))
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


@pytest.fixture
def client(generated, live_site, ada):
    _, secret = token_create(by=ada, name="client", scope="provision")
    with generated.AuthenticatedClient(base_url=live_site, token=secret, raise_on_unexpected_status=True) as made:
        yield made


def call(name):
    """The module of an operation."""
    return importlib.import_module(f"{PACKAGE}.api.{name}")


def model(name):
    return getattr(importlib.import_module(f"{PACKAGE}.models"), name)


def bytes_of(document):
    return importlib.import_module(f"{PACKAGE}.types").File(payload=BytesIO(json.dumps(document).encode()))


@pytest.mark.doors
def test_a_design_is_made_imported_exported_and_analysed(client, celery_worker_process, workspace):
    made = call("designs.designs_create").sync(
        client=client, body=model("Create")(workspace=workspace.pk, name="Fresh")
    )
    assert made.name == "Fresh"

    document = to_document(example("order-management").design)
    shown = call("imports.imports_create").sync(client=client, body=bytes_of(document), workspace=workspace.pk)
    assert shown.preview.counts.tables == 1 and shown.preview.importer == "keysheet"
    accepted = call("imports.imports_accept_create").sync(shown.token, client=client, body=model("Accept")())
    assert accepted.is_new

    names = [one.name for one in call("targets.targets_list").sync(client=client)]
    assert names == [one.name for one in TARGETS]
    enum = model("DesignsExportsRetrieveName")
    answer = call("designs.designs_exports_retrieve").sync(accepted.design, enum("cloudformation"), client=client)
    assert "AWS::DynamoDB::Table" in answer.files[0].text

    analysis = call("designs.designs_analysis_retrieve")
    found = until(
        lambda: analysis.sync_detailed(accepted.design, client=client), lambda found: found.status_code == 200
    )
    assert found.parsed.revision == 1
    assert {"findings", "counts"} & set(found.parsed.findings.to_dict())


@pytest.mark.doors
def test_a_refusal_comes_in_its_one_shape(client, design, ada):
    refused = call("designs.designs_retrieve").sync("00000000-0000-4000-8000-000000000000", client=client)
    assert (refused.code, refused.path) == ("design.missing", "")
    changed = call("imports.imports_create").sync(client=client, body=bytes_of(small_document()), design=design.pk)
    assert changed.preview.revision == 1
