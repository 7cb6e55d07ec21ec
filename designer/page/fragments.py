"""The regions of a design's page, each rendered once per revision, place and role, and cached.

They contain nothing personal and no token: every reader of a role can receive the same HTML.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from designer.page.part_place import FOCUS_CHOICES
from designer.page.regions.comments import COMMENT_CHOICES, comments, comments_count, talk, threads
from designer.page.regions.cost import CHOICES as COST_CHOICES
from designer.page.regions.cost import cost
from designer.page.regions.design_map import design_map
from designer.page.regions.findings import CHOICES as FINDINGS_CHOICES
from designer.page.regions.findings import findings, findings_count
from designer.page.regions.grid import GRID_CHOICES, grid, grid_inputs
from designer.page.regions.guide import launch, path, sheet_of_patterns
from designer.page.regions.inspector import inspector
from designer.page.regions.json_state import json_state
from designer.page.regions.outline import outline
from designer.page.regions.patterns import CHOICES as PATTERN_CHOICES
from designer.page.regions.patterns import patterns
from designer.page.regions.requirements import requirements
from designer.page.regions.sheet import sheet, sheet_inputs
from designer.page.regions.status import revision, status
from designer.page.scene import PagePlace, Scene
from designer.page.scenes import KeptValues
from modeler.permissions import Action, Role, may

KEPT: Final = 48_000
"""In thousands of characters."""

RENDERED_KEPT: Final = 24_000
"""Of what was rendered last for each design, place and role; in thousands of characters."""

PACKING: Final = 4
"""Level of gzip: 100 KB in a millisecond, a tenth of the size."""
EVERYWHERE: Final = ("table", "index", "pattern", "part")


@dataclass(frozen=True, slots=True)
class Region:
    """One region: the function that creates its context, the choices of a place on which it depends
    (`PagePlace.choice`), and whether it shows comments, results of the analysis, and names of versions. `is_value`: its
    context consists of values alone, and equal ones are rendered alike. `inputs`, if given, is all that the context is
    made of besides the place: from equal ones, not even that is made again.
    """

    context: Callable[[Scene, PagePlace], dict[str, Any]]
    needs: tuple[str, ...] = ()
    shows_comments: bool = False
    shows_analysis: bool = True
    shows_versions: bool = False
    is_value: bool = False
    inputs: Callable[[Scene, PagePlace], tuple[Any, ...] | None] | None = None


@dataclass(frozen=True)
class Fragment:
    """A region as HTML. Equal HTML has the same `version`, so that a page does not receive it again."""

    html: SafeString
    version: str

    @cached_property
    def packed(self) -> bytes:
        """The HTML as gzip: compressed once for all recipients, because a socket would compress it for each."""
        return gzip.compress(self.html.encode(), PACKING, mtime=0)


REGIONS: Final[Mapping[str, Region]] = {
    "findings_count": Region(findings_count),
    "findings": Region(findings, FINDINGS_CHOICES),
    "grid": Region(
        grid,
        ("table", "index", "pattern", "first", *GRID_CHOICES),
        shows_analysis=False,
        is_value=True,
        inputs=grid_inputs,
    ),
    "sheet": Region(sheet, EVERYWHERE, is_value=True, inputs=sheet_inputs),
    "outline": Region(outline, EVERYWHERE, is_value=True),
    "status": Region(status, ("pattern",)),
    "patterns": Region(patterns, ("pattern", *PATTERN_CHOICES)),
    "map": Region(design_map, shows_analysis=False),
    "requirements": Region(requirements, ("row",), shows_analysis=False),
    "inspector": Region(inspector, (*EVERYWHERE, *FOCUS_CHOICES), is_value=True),
    "revision": Region(revision, shows_analysis=False),
    "talk": Region(talk, shows_comments=True),
    "comments_count": Region(comments_count, shows_comments=True),
    "threads": Region(threads, ("part", *FOCUS_CHOICES), shows_comments=True),
    "comments": Region(comments, COMMENT_CHOICES, shows_comments=True),
    "cost": Region(cost, COST_CHOICES, shows_analysis=False, shows_versions=True),
    "path": Region(path),
    "launch": Region(launch),
    "worksheet": Region(sheet_of_patterns, shows_analysis=False),
    "json_state": Region(json_state, ("part",)),
}
"""In the order in which they are sent: regions that people watch while they type come first. The number of a revision
comes after the regions in which people edit: "saved, revision 3" is never above the cells of revision 2.
"""

_fragments: Final[KeptValues[tuple[Any, ...], Fragment]] = KeptValues(KEPT, lambda made: 1 + len(made.html) // 1000)


@dataclass(frozen=True, slots=True)
class _Rendered:
    """What a region was rendered from last."""

    inputs: tuple[Any, ...] | None
    context: dict[str, Any]
    made: Fragment


_rendered: Final[KeptValues[tuple[Any, ...], _Rendered]] = KeptValues(
    RENDERED_KEPT, lambda last: 1 + len(last.made.html) // 1000
)


def fragment(scene: Scene, name: str, place: PagePlace, role: Role | str) -> Fragment:
    """Render one region of a scene, for a place and a role; not if nothing that it shows has changed since it was
    rendered for another scene.
    """
    return _fragments.get(_key(scene, name, place, role), lambda: _render_changed(scene, name, place, role))


def _render_changed(scene: Scene, name: str, place: PagePlace, role: Role | str) -> Fragment:
    region = REGIONS[name]
    if not region.is_value:
        return _render(scene, name, role, region.context(scene, place))
    seen = tuple(place.choice(field) for field in region.needs)
    key = (scene.design_id, name, seen, *seen_as(role).values())
    before = _rendered.peek(key)
    inputs = region.inputs(scene, place) if region.inputs is not None else None
    if before is not None and inputs is not None and before.inputs == inputs:
        return before.made
    context = region.context(scene, place)
    is_same = before is not None and before.context == context
    made = before.made if before is not None and is_same else _render(scene, name, role, context)
    _rendered.put(key, _Rendered(inputs, context, made))
    return made


def fragment_kept(scene: Scene, name: str, place: PagePlace, role: Role | str) -> Fragment | None:
    """Return the region if it is cached; never waits."""
    return _fragments.peek(_key(scene, name, place, role))


def _key(scene: Scene, name: str, place: PagePlace, role: Role | str) -> tuple[Any, ...]:
    seen = tuple(place.choice(field) for field in REGIONS[name].needs)
    said = scene.talk.version if REGIONS[name].shows_comments else ""
    named = scene.named if REGIONS[name].shows_versions else ()
    stamp = scene.stamp if REGIONS[name].shows_analysis else 0
    return (scene.design_id, scene.revision, stamp, said, named, name, seen, *seen_as(role).values())


def render_fragment(scene: Scene, name: str, place: PagePlace, role: Role | str, **more: Any) -> Fragment:
    """Render the region without caching it, for a private draft."""
    return _render(scene, name, role, {**REGIONS[name].context(scene, place), **more})


def _render(scene: Scene, name: str, role: Role | str, context: Mapping[str, Any]) -> Fragment:
    html = render_to_string(f"designer/regions/{name}.html", {**_common(scene, role), **context})
    return Fragment(html, hashlib.blake2b(html.encode(), digest_size=8).hexdigest())


def _common(scene: Scene, role: Role | str) -> dict[str, Any]:
    return {
        "page": reverse("design", args=[scene.design_id]),
        **seen_as(role),
    }


def seen_as(role: Role | str) -> dict[str, bool]:
    """All that regions know of a role: roles that see the same share what is rendered."""
    return {"may_edit": may(role, Action.EDIT), "may_comment": may(role, Action.COMMENT)}


def fragments(scene: Scene, names: Iterable[str], place: PagePlace, role: Role | str) -> dict[str, Fragment]:
    """Render several regions; unknown names are ignored."""
    wanted = set(names)
    return {name: fragment(scene, name, place, role) for name in REGIONS if name in wanted}
