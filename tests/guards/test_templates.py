"""Templates compile, hold what the content security policy lets through, and ask for no permission of their own."""

import re
from html.parser import HTMLParser
from typing import Final

from django.template.loader import get_template

from tests.guards.tree import files, text

# A partial that is rendered alone has no request: a permission asked there would be forgotten there. A view asks, and
# hands over `may_...`; whether anybody has signed in is no permission.
ASKS: Final = re.compile(r"\bperms\b|has_perm|\bis_(?:staff|superuser)\b|[^_]\brole\s*[!=]=\s*['\"]|\bin\s+allowed\b")
TAGS: Final = re.compile(r"{%.*?%}|{#.*?#}|{{.*?}}", re.DOTALL)
LOGIC: Final = re.compile(r"{%\s*(?:el)?if\b.*?%}", re.DOTALL)


class Inline(HTMLParser):
    """Collects what runs or styles inside the page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in given):
            self.found.append(f"line {self.getpos()[0]}: <{tag}>")
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.found.append(f"line {self.getpos()[0]}: {name}= in <{tag}>")
            if (value or "").strip().lower().startswith("javascript:"):
                self.found.append(f"line {self.getpos()[0]}: javascript: in <{tag}>")


LINE: Final = 160


def inline_in(source: str) -> list[str]:
    parser = Inline()
    parser.feed(TAGS.sub(lambda tag: "x" + "\n" * tag.group().count("\n"), source))
    return parser.found


def pages() -> list[str]:
    return files(".html", under=("templates/",))


def test_no_template_holds_a_script_a_style_or_a_handler():
    assert {path: found for path in pages() if (found := inline_in(text(path)))} == {}


def test_the_check_above_sees_each_of_them():
    planted = (
        '<b style="x">{% if a %}<i onclick="x">{% endif %}<script>1</script><style></style><a href=" javascript:1">'
    )
    assert len(inline_in(planted)) == 5
    assert inline_in('<script type="module" src="{% static "x" %}"></script><p data-style="x">') == []


def test_no_template_asks_for_a_permission():
    asking = {
        path: found for path in pages() if (found := [tag for tag in LOGIC.findall(text(path)) if ASKS.search(tag)])
    }
    assert asking == {}


def test_a_form_that_changes_something_carries_the_csrf_token():
    form, posts = re.compile(r"<form\b.*?</form>", re.DOTALL), re.compile(r"method=.?post", re.IGNORECASE)
    found = [(path, one) for path in pages() for one in form.findall(text(path)) if posts.search(one)]
    assert [f"{path}: {one[:80]}" for path, one in found if "csrf_token" not in one] == []


def test_htmx_does_not_also_send_the_form_of_a_script():
    """A form without a method is a script's. Boosted, it would load the page again, with its fields in the address."""
    form, needed = re.compile(r"<form\b[^>]*>"), re.compile(r"\bmethod=|hx-boost=.false")
    found = [(path, one) for path in pages() for one in form.findall(text(path))]
    assert [f"{path}: {one}" for path, one in found if not needed.search(one)] == []


def test_what_asks_for_a_part_of_a_page_selects_it():
    """The frame of a design selects itself from every answer: a part that names no selection of its own would get
    nothing, and take away what it was to replace.
    """
    tag = re.compile(r"<\w+\s[^<>]*\bhx-(?:get|post)=[^<>]*>")
    asking = [(path, one) for path in pages() for one in tag.findall(TAGS.sub("x", text(path)))]
    assert len(asking) > 5
    assert [f"{path}: {one[:80]}" for path, one in asking if "hx-select=" not in one] == []


def test_a_dialog_has_its_buttons_in_one_order_and_weight():
    """What it does comes first; leaving it comes last and is quiet, so a hand finds both without reading."""
    rows = [
        (path, row) for path in pages() for row in re.findall(r'class="form-actions">.*?</div>', text(path), re.DOTALL)
    ]
    leaving = [(path, row) for path, row in rows if re.search(r"data-close>\s*Cancel<", row)]
    assert len(leaving) > 5
    primary_last = [path for path, row in leaving if "button-primary" in row.split("Cancel<")[1]]
    assert primary_last == []
    loud = [path for path, row in leaving if "button-quiet" not in row.split("Cancel<")[0].rsplit("<button", 1)[1]]
    assert loud == []


def test_nothing_is_loaded_from_elsewhere():
    of_pages = re.compile(r"""<(?:script|img|iframe|source|link)\b[^>]*\s(?:src|href)=["'](?:https?:)?//""")
    of_files = re.compile(r"""(?:@import|url\()\s*["']?(?:https?:)?//|\bfrom\s+["']https?:|import\(\s*["']https?:""")
    assert [path for path in pages() if of_pages.search(text(path))] == []
    assert [path for path in files(".css", ".js", under=("static/",)) if of_files.search(text(path))] == []


def test_no_line_of_a_template_is_too_long():
    """Wrap the attributes of a long tag, or put its contents on lines of their own."""
    templates = files(".html", ".txt", under=("templates/",))
    long = {one: [n for n, line in enumerate(text(one).splitlines(), 1) if len(line) > LINE] for one in templates}
    assert {path: lines for path, lines in long.items() if lines} == {}


def test_times_are_shown_in_the_time_zone_of_the_person():
    assert [path for path in pages() if "|date:" in text(path)] == [], "use the filter moment"


def test_every_template_compiles():
    """A filter without its library would be an error of the server on the first visit."""
    assert len(pages()) > 100
    for path in pages():
        get_template(path.removeprefix("templates/"))


# `:has()` on what contains the whole page makes every change in it a new style of everything: 3 ms for each of 300
# changes, measured at one letter typed into the grid. A child (`> .tabs`) is looked for only when children come and go.
WHOLE_PAGE: Final = r"(?:html|body|:root|\.workbench|#workbench|\.middle|#middle)"
ASKS_WHOLE_PAGE: Final = re.compile(rf"{WHOLE_PAGE}(?:\[[^\]]*\]|[.#:][\w-]+)*:has\(\s*(?!>)")


def asked_of_whole_page(source: str) -> list[str]:
    return [match.group() for match in ASKS_WHOLE_PAGE.finditer(source)]


def test_no_rule_asks_the_whole_page_what_it_has():
    styles = files(".css", under=("static/css/",))
    found = {path: selectors for path in styles if (selectors := asked_of_whole_page(text(path)))}
    assert found == {}, "let the server write a class (frame.html, of_workbench), or htmx at #waiting"
    assert styles


def test_what_asks_the_whole_page_is_found():
    assert asked_of_whole_page("body:has(.htmx-request)::before {}") == ["body:has("]
    assert asked_of_whole_page(".workbench[data-x]:has(.wide-view) { a: b }") == [".workbench[data-x]:has("]
    assert asked_of_whole_page(".middle:has(> .tabs), dialog:has(.codes), .member:has(textarea) {}") == []


# With such a rule, each class that comes or goes (htmx sets three for each update) asks for a new style of everything
# inside of that element: 8 of 13 ms of style for one letter typed into the grid. A highlight without a place styles
# each element of each page.
COSTLY: Final = re.compile(r"\[class[\]~^*$|=]|(?<![\w\])*.#-])::highlight\(")


def test_no_rule_asks_for_the_class_attribute_or_highlights_everywhere():
    styles = files(".css", under=("static/css/",))
    assert {path: found for path in styles if (found := COSTLY.findall(text(path)))} == {}


def test_what_asks_for_the_class_attribute_is_found():
    costly = ("input:not([class]) {}", '.value[class~="key"] {}', "::highlight(code) {}", "} ::highlight(code) {}")
    assert all(COSTLY.search(one) for one in costly)
    assert not any(COSTLY.search(one) for one in ("[data-class] {}", "pre::highlight(code) {}", ".classes {}"))


def test_a_page_without_an_inspector_says_so_to_its_frame():
    """`wide-view` is a class of the page's middle; the frame around it needs a class of its own."""
    wide = [path for path in files(".html", under=("templates/",)) if re.search(r"\bwide-view\b", text(path))]
    assert [path for path in wide if "{% block of_workbench %}is-wide" not in text(path)] == []
    assert wide
