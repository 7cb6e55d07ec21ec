"""`manage.py migrate` never drops rows without being told to."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from modeler.models import Design

pytestmark = pytest.mark.django_db


def applied():
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY id")
        return cursor.fetchall()


def test_undoing_migrations_is_refused_with_what_would_be_lost(design):
    before = applied()
    with pytest.raises(CommandError) as refused:
        call_command("migrate", "modeler", "0001", verbosity=0)
    assert "all rows of modeler.Comment (modeler.0002_comments)" in str(refused.value)
    assert "--drop-data" in str(refused.value)
    assert applied() == before
    assert Design.objects.filter(pk=design.pk).exists()


def test_migrating_forward_needs_nothing():
    before = applied()
    call_command("migrate", verbosity=0)
    assert applied() == before


def test_it_is_done_if_it_is_wanted():
    assert ("exporter", "0004_run_expiry") in applied()
    call_command("migrate", "exporter", "0003", drop_data=True, verbosity=0)
    assert ("exporter", "0004_run_expiry") not in applied()
    call_command("migrate", "exporter", verbosity=0)
    assert ("exporter", "0004_run_expiry") in applied()
