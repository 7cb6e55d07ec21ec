"""Which consumer answers which websocket path."""

from django.urls import URLPattern

websocket_urlpatterns: list[URLPattern] = []
