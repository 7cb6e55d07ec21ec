"""Scripts that make tables, by boto3 and by the AWS CLI: what they cannot carry is said."""

from __future__ import annotations

import pytest

from exporter.targets import target
from tests.exporter.targets.designs.all_designs import everything
from tests.exporter.targets.designs.production import production


@pytest.mark.parametrize("name", ["boto3", "aws-cli"])
def test_replicas_of_a_table_with_a_key_of_its_own_need_a_key_each(name):
    said = {loss.path: loss.message for loss in target(name).build(production()).report}
    assert said["tables.carts.settings.replicas"] == (
        "a customer managed key belongs to one Region: specify KMSMasterKeyId for each replica, or DynamoDB rejects it"
    )
    assert "tables.ledger.settings.replicas" not in said


def test_a_batch_with_binary_values_is_marked_for_the_shell_script():
    """Version 1 of the AWS CLI would store the bytes of their base64; the script refuses such a batch there."""
    text = target("aws-cli").build(everything()).files[0].text
    assert "\nput_items requests/orders/items-0001.json binary\n" in text
    assert "\nput_items requests/sessions/items-0001.json\n" in text
