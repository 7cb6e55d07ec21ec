"""The tables are emptied after a test in spite of a page that was closed while the server still wrote for it."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import pytest
from django.core.management.base import CommandError
from django.test import TransactionTestCase

TRIES_MAX: Final = 5


def again_after_a_deadlock[**P](flush: Callable[P, None]) -> Callable[P, None]:
    """Emptying locks table after table, and so may a late request, in another order: Postgres then ends one of them."""

    @wraps(flush)
    def flushed(*arguments: P.args, **named: P.kwargs) -> None:
        for left in reversed(range(TRIES_MAX)):
            try:
                return flush(*arguments, **named)
            except CommandError as error:
                if not left or "deadlock detected" not in str(error.__cause__):
                    raise

    return flushed


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: Any) -> None:
    """Beside what pytest-django does: every emptying of this session is patient."""
    TransactionTestCase._fixture_teardown = again_after_a_deadlock(TransactionTestCase._fixture_teardown)
