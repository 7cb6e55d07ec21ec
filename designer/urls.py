"""Every address of the application."""

from django.urls import path

from designer.views.health import health
from designer.views.local_sign_in import local_sign_in

urlpatterns = [
    path("healthz", health, name="health"),
    path("sign-in/local/<str:token>/", local_sign_in, name="local-sign-in"),
]
