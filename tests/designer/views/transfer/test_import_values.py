"""The page of an import and that of an update: values for a file's parameters, and the entities of the file."""

from __future__ import annotations

import json
import re

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from modeler.core.documents.reading import to_document
from modeler.examples import example

TEMPLATE = {
    "Parameters": {"Name": {"Type": "String"}, "Mode": {"Type": "String", "AllowedValues": ["a<b", "c"]}},
    "Resources": {
        "Orders": {
            "Type": "AWS::DynamoDB::Table",
            "Properties": {
                "TableName": {"Fn::Sub": "${Name}-${Mode}"},
                "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
                "BillingMode": "PAY_PER_REQUEST",
            },
        }
    },
}


def sent(client, address, document=TEMPLATE, **more):
    file = SimpleUploadedFile("t.json", json.dumps(document).encode())
    return client.post(address, {"file": file, **more}).headers["Location"]


def test_a_person_chooses_values_and_sees_the_design_with_them(client, ada, workspace):
    client.force_login(ada)
    page = sent(client, reverse("import"), workspace=str(workspace.pk))
    shown = client.get(page).content.decode()
    assert "Read with these values" in shown and "a&lt;b" in shown
    token = page.rstrip("/").split("/")[-1]
    # Sorted as on the page: Name, then Mode.
    again = client.post(reverse("import-values", args=[token]), {"value-0": "orders", "value-1": "c"})
    assert again.status_code == 302
    shown = client.get(page).content.decode()
    assert '<span class="mono">orders-c</span>' in shown
    refused = client.post(reverse("import-values", args=[token]), {"value-0": "x" * 300, "value-1": "c"})
    assert refused.status_code == 422 and "the limit is 255" in refused.content.decode()


def test_the_same_for_an_update(client, ada, design):
    client.force_login(ada)
    page = sent(client, reverse("update-read", args=[design.pk]))
    assert "Read with these values" in client.get(page).content.decode()
    token = page.rstrip("/").split("/")[-1]
    again = client.post(reverse("update-values", args=[design.pk, token]), {"value-0": "orders", "value-1": ""})
    assert again.status_code == 302
    assert "orders-Mode" in client.get(page).content.decode()


def test_an_entity_has_the_color_in_the_preview_that_it_has_in_the_design(client, ada, workspace):
    client.force_login(ada)
    page = sent(client, reverse("import"), to_document(example("order-management").design), workspace=str(workspace.pk))
    colored = set(re.findall(r'<span class="entity (hue-\d+)">([^<]+)</span>', client.get(page).content.decode()))
    assert len(colored) > 4
    made = client.post(f"{page}store/").headers["Location"]
    outline = client.get(made, follow=True).content.decode()
    assert colored <= set(re.findall(r'<span class="name entity (hue-\d+)">([^<]+)</span>', outline))
