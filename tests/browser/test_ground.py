"""The ground itself: a real browser on the real server."""


def test_chromium_opens_the_real_server(page, live_site):
    page.goto(f"{live_site}/healthz")
    assert '"database": true' in page.content()


def test_static_files_are_kept_under_their_version_and_asked_for_again_without_one(page, live_site):
    page.goto(f"{live_site}/signed-out/")
    address = page.locator("link[rel=stylesheet]").get_attribute("href")
    version = address.removeprefix("/static/v/").split("/")[0]
    kept = page.request.get(f"{live_site}{address}")
    assert (kept.status, kept.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
    for path in ("vendor/htmax.min.js", "v/0123456789abcdef/vendor/htmax.min.js"):
        response = page.request.get(f"{live_site}/static/{path}")
        assert (response.status, response.headers["cache-control"]) == (200, "no-cache")
    for path in ("package.json", f"v/{version}/package.json", f"v/{version}/../manage.py", f"v/{version}//etc/passwd"):
        assert page.request.get(f"{live_site}/static/{path}").status == 404
