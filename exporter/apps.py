"""What leaves a design and what comes in."""

from django.apps import AppConfig


class ExporterConfig(AppConfig):
    name = "exporter"
    default_auto_field = "django.db.models.BigAutoField"
