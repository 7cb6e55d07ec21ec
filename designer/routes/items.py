"""Sample items: edited in place, pasted, generated."""

from django.urls import path

from designer.views.design import items, samples

paths = [
    path("items/value/", items.item_value, name="item-value"),
    path("items/new/", items.item_new, name="item-new"),
    path("items/text/", items.items_text, name="items-text"),
    path("items/paste/", items.item_paste, name="item-paste"),
    path("items/samples/", samples.item_samples, name="item-samples"),
    path("items/samples/preview/", samples.samples_preview, name="samples-preview"),
    path("items/samples/store/", samples.samples_store, name="samples-store"),
    path("items/samples/for/<str:part>/", samples.pattern_sample, name="pattern-sample"),
]
