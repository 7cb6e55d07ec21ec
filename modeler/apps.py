"""The application for designs and their analyses."""

from importlib import import_module

from django.apps import AppConfig


class ModelerConfig(AppConfig):
    name = "modeler"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Fill the ports of the services."""
        import_module("modeler.tasks")
        import_module("modeler.branches.plan_steps")
