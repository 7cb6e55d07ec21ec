"""Every address of the application."""

from django.urls import path

from designer.views.health import health

urlpatterns = [
    path("healthz", health, name="health"),
]
