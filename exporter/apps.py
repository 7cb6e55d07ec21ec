"""Imports and exports of designs."""

from importlib import import_module

from django.apps import AppConfig


class ExporterConfig(AppConfig):
    name = "exporter"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the kinds of jobs, and fill the ports of the services below."""
        import_module("exporter.tasks")
        import_module("exporter.services.purge_veto")
        import_module("exporter.services.traced_calls")
