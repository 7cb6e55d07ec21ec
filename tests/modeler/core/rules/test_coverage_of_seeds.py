"""Each anti-pattern, symptom and launch check that the product promises to find has a design where its rule speaks."""

import pytest

from tests.modeler.core.rules.cases.case import found
from tests.modeler.core.rules.test_every_rule import CASES

NAMED = {
    "A1": ["keys.sequential_id"],
    "A2": ["keys.no_type_prefix"],
    "A3": ["keys.date_partition"],
    "A4": ["query.scan_online"],
    "A5": ["query.filter_discards"],
    "A6": ["index.lsi_where_gsi"],
    "A7": ["index.one_per_pattern"],
    "A8": ["heat.single_item_counter"],
    "A9": ["index.constant_pk"],
    "A10": ["query.read_after_write_on_gsi"],
    "A11": ["write.no_condition_on_transition"],
    "A12": ["txn.no_invariant"],
    "A13": ["item.blob_inline"],
    "A14": ["batch.no_retry"],
    "A15": ["collection.unbounded"],
    "A16": ["ttl.correctness"],
    "A17": ["query.strong_not_needed"],
    "A18": ["keys.no_type_attribute"],
    "symptom 1": ["heat.partition_over_limit"],
    "symptom 2": ["item.grows", "item.over_400kb"],
    "symptom 4": ["capacity.gsi_under_provisioned"],
    "symptoms 6 and 7": ["write.contention"],
    "symptom 8": ["write.sparse_key_not_removed"],
    "symptom 10": ["capacity.scaling_too_slow"],
    "symptom 12": ["keys.fine_to_coarse", "keys.unpadded_number"],
    "launch 1 and 2": ["pattern.missing", "pattern.no_rate", "keys.collision"],
    "launch 3 and 4": ["keys.low_cardinality", "pattern.unserved"],
    "launch 6 and 7": ["ops.new_table_provisioned", "capacity.autoscaling"],
    "launch 8 and 9": ["ttl.missing", "ttl.bad_attribute", "ops.no_pitr"],
    "launch 10 to 12": ["security.endpoint", "ops.no_alarms", "security.broad_policy"],
    "launch 14": ["write.no_condition_on_create", "write.no_version_condition", "keys.clock_in_key"],
}


@pytest.mark.parametrize("rule", sorted({rule for rules in NAMED.values() for rule in rules}))
def test_speaks(rule):
    assert any(found(case.trigger, rule) for case in CASES if case.rule == rule)
