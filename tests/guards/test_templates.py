"""Every template compiles: a filter without its library would be an error of the server on the first visit."""

from pathlib import Path

from django.template.loader import get_template

FOLDER = Path(__file__).parents[2] / "templates"
NAMES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.html"))


def test_times_are_shown_in_the_time_zone_of_the_person():
    raw = [name for name in NAMES if "|date:" in (FOLDER / name).read_text()]
    assert raw == [], "use the filter moment"


def test_every_template_compiles():
    assert len(NAMES) > 100
    for name in NAMES:
        get_template(name)
