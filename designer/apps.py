"""The browser application."""

from importlib import import_module

from django.apps import AppConfig


class DesignerConfig(AppConfig):
    name = "designer"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the project's Celery application for sending tasks, fill the ports of the services, and listen to
        ends of sessions and changes of second steps, in every process that sets up Django.
        """
        import_module("designer.celery")
        import_module("designer.tasks")
        import_module("designer.accounts.ended_sessions")
        import_module("designer.accounts.second_step")
