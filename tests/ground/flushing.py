"""After a test that commits, the tables that hold rows are emptied, even if a late request still writes.

Django truncates every table and registers content types and permissions anew, which costs more than many tests do.
"""

from typing import Any, Final

import pytest
from django.db import OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase

TRIES_MAX: Final = 5
KEPT: Final = ("django_migrations", "django_content_type", "auth_permission")
"""Made by the migrations. No test changes them."""


def empty_tables(connection: BaseDatabaseWrapper) -> None:
    """Delete all rows. A page that was closed can still be served: its request is waited for. If it locks tables in
    another order, Postgres ends one of the two.
    """
    names = connection.introspection.django_table_names(only_existing=False, include_views=False)
    quoted = [connection.ops.quote_name(name) for name in sorted(set(names) - set(KEPT))]
    filled = " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT FROM {name})" for name in quoted)
    for left in reversed(range(TRIES_MAX)):
        try:
            with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
                cursor.execute(f"LOCK TABLE {', '.join(quoted)} IN EXCLUSIVE MODE")
                cursor.execute(filled)
                # Foreign keys are checked at the end, so that the order does not matter.
                for (name,) in cursor.fetchall():
                    cursor.execute(f"DELETE FROM {name}")
            return
        except OperationalError as error:
            if not left or "deadlock detected" not in str(error):
                raise


def empty_after_a_test(case: Any) -> None:
    for alias in case._databases_names(include_mirrors=False):
        empty_tables(connections[alias])


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: Any) -> None:
    """Beside what pytest-django does: this session empties its tables so."""
    cases: Any = TransactionTestCase
    cases._fixture_teardown = empty_after_a_test
