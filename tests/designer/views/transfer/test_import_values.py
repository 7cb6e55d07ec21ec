"""The choice of values for a file's parameters, on the page of an import and on that of an update."""

from __future__ import annotations

import json

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

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


def sent(client, address, **more):
    file = SimpleUploadedFile("t.json", json.dumps(TEMPLATE).encode())
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
