"""What leaves a design and what comes in."""

from importlib import import_module
from typing import Final

from django.apps import AppConfig

JOB_KINDS: Final = ("exporter.services.bundles",)


class ExporterConfig(AppConfig):
    name = "exporter"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make this package's kinds of job known, to the processes that ask for them and to those that do them."""
        for module in JOB_KINDS:
            import_module(module)
