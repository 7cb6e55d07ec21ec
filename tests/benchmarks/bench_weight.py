"""What a page weighs on the way to a browser that has nothing of it yet, and how far it moves while it loads."""

import gzip

import pytest
from django.test import Client

KB_MAX, SHIFT_MAX = 250, 0.02
PAGES = {
    "home": "/",
    "key sheet and items": "{design}",
    "access patterns": "{design}patterns/",
    "findings": "{design}findings/",
    "capacity and cost": "{design}cost/",
    "export": "{design}export/",
    "history": "{design}history/",
}
WATCH = """
  window.moved = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.moved += one.value;
  }).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture
def example(workspace, ada):
    from modeler.gallery import example_create

    return example_create(workspace=workspace.pk, by=ada, key="saas-projects")


def test_page_weight_and_layout_shift(live_site, new_context, ada, example):
    client = Client()
    client.force_login(ada)
    print()
    for name, path in PAGES.items():
        context = new_context(base_url=live_site)
        context.add_cookies([{"name": n, "value": c.value, "url": live_site} for n, c in client.cookies.items()])
        context.add_init_script(WATCH)
        page = context.new_page()
        answers = []
        page.on("response", lambda one, kept=answers: kept.append(one))
        page.goto(path.format(design=f"/designs/{example.pk}/"))
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1000)
        sizes = {one.url: len(gzip.compress(one.body(), 6)) for one in answers if one.ok}
        weight, moved = sum(sizes.values()) / 1024, page.evaluate("window.moved")
        print(
            f"{name:<24} {weight:7.1f} KB in {len(sizes):3} files   aim {KB_MAX} KB    "
            f"layout shift {moved:.4f}   aim {SHIFT_MAX}"
        )
        context.close()
