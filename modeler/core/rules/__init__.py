"""The registry of rules, ordered by subject. A new rule is one function, listed in its module's RULES."""

from typing import Final

from modeler.core.rules.capacity import billing_modes, provisioned_units
from modeler.core.rules.heat import partition_keys, partition_limits
from modeler.core.rules.indexes import index_choice, index_use, projections
from modeler.core.rules.items import credentials, item_growth, item_values, unbounded_collections
from modeler.core.rules.keys import (
    collisions,
    key_identity,
    key_order,
    key_prefixes,
    key_templates,
    key_times,
    letter_case,
)
from modeler.core.rules.operations import mutes, production, streams, table_features, throughput_and_quotas, ttl
from modeler.core.rules.queries import (
    coverage,
    expression_syntax,
    key_segments,
    overbroad_queries,
    query_cost,
    query_habits,
    query_order,
    read_fields,
    servability,
)
from modeler.core.rules.schema import (
    key_schemas,
    names,
    optional_attributes,
    settings_not_understood,
    single_table,
    unknown_names,
)
from modeler.core.rules.security import access_and_encryption, tenancy
from modeler.core.rules.support.rule import Rule
from modeler.core.rules.writes import (
    base_keys_and_sizes,
    batches,
    copies,
    counter_indexes,
    counters,
    put_attributes,
    relations,
    stale_keys,
    transactions,
    unique_constraints,
    version_conditions,
    write_conditions,
)

RULES: Final[tuple[Rule, ...]] = (
    *names.RULES,
    *key_schemas.RULES,
    *key_templates.RULES,
    *unknown_names.RULES,
    *collisions.RULES,
    *key_prefixes.RULES,
    *key_identity.RULES,
    *letter_case.RULES,
    *key_order.RULES,
    *key_times.RULES,
    *optional_attributes.RULES,
    *index_use.RULES,
    *index_choice.RULES,
    *projections.RULES,
    *item_values.RULES,
    *item_growth.RULES,
    *credentials.RULES,
    *unbounded_collections.RULES,
    *expression_syntax.RULES,
    *coverage.RULES,
    *servability.RULES,
    *overbroad_queries.RULES,
    *key_segments.RULES,
    *query_order.RULES,
    *query_cost.RULES,
    *query_habits.RULES,
    *read_fields.RULES,
    *base_keys_and_sizes.RULES,
    *stale_keys.RULES,
    *put_attributes.RULES,
    *write_conditions.RULES,
    *version_conditions.RULES,
    *unique_constraints.RULES,
    *copies.RULES,
    *relations.RULES,
    *counters.RULES,
    *counter_indexes.RULES,
    *transactions.RULES,
    *batches.RULES,
    *partition_limits.RULES,
    *partition_keys.RULES,
    *provisioned_units.RULES,
    *billing_modes.RULES,
    *ttl.RULES,
    *streams.RULES,
    *single_table.RULES,
    *tenancy.RULES,
    *access_and_encryption.RULES,
    *production.RULES,
    *throughput_and_quotas.RULES,
    *table_features.RULES,
    *settings_not_understood.RULES,
    *mutes.RULES,
)
"""Every rule. An id can appear twice, for two kinds of scope."""
