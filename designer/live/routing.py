"""Which consumer answers which websocket path."""

from django.urls import URLPattern, path

from designer.live.consumer import DesignConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/designs/<uuid:design_id>/", DesignConsumer.as_asgi(), name="design-socket"),
]
