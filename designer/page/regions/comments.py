"""Comments on the page: the list of all, those of the selected part, and which cells have comments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.urls import reverse

from designer.page.comments import SpokenThread
from designer.page.part_place import focused_part, part_place
from designer.page.regions.findings import cell_id
from designer.page.scene import PagePlace, Scene
from modeler.core.design.parts import ROOT, PartKind
from modeler.models import Branch
from modeler.wording.part_label import CommentedSpot, is_there, spot_kind, spot_label

SHOWN_MAX: Final = 200
THE_DESIGN: Final = "The design"
COMMENT_CHOICES: Final = ("show", "who", "thread")
SHOWS: Final = (("open", "Open"), ("resolved", "Resolved"), ("all", "All"))


def comments(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the list: open threads, unless the address specifies other ones. `who` is a person's id: only threads
    in which that person wrote or was mentioned are shown. `thread` is always shown.
    """
    show = place.choice("show") or "open"
    who, chosen = place.choice("who"), place.choice("thread")
    fitting = [
        thread for thread in scene.talk.threads if thread.id == chosen or (_fits(thread, show) and _is_of(thread, who))
    ]
    counted = {"open": len(scene.talk.open), "all": len(scene.talk.threads)}
    counted["resolved"] = counted["all"] - counted["open"]
    return {
        "threads": [shown_thread(scene, thread) for thread in fitting[:SHOWN_MAX]],
        "shows": [(name, title, counted[name], name == show) for name, title in SHOWS],
        "more": max(0, len(fitting) - SHOWN_MAX),
        "who": who,
        "chosen": chosen,
        "total": counted["all"],
    }


def _fits(thread: SpokenThread, show: str) -> bool:
    return show == "all" or thread.is_resolved == (show == "resolved")


def _is_of(thread: SpokenThread, who: str) -> bool:
    return not who or who in {str(person) for person in thread.people}


def comments_count(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the count on the tab."""
    return {"open": len(scene.talk.open)}


def threads(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the inspector's threads: open threads about the selected part and everything below it."""
    part = focused_part(scene, place)
    chosen = part.id if part else ROOT
    found = [thread for thread in scene.talk.open if _is_at(scene, thread.spot.part, chosen)]
    return {
        "threads": [shown_thread(scene, thread) for thread in found[:SHOWN_MAX]],
        "spot": CommentedSpot(chosen),
        "label": spot_label(CommentedSpot(chosen), scene.parts),
    }


def _is_at(scene: Scene, part_id: str, chosen: str) -> bool:
    if chosen == ROOT:
        return part_id == ROOT
    part = scene.parts.get(part_id)
    while part is not None:
        if part.id == chosen:
            return True
        part = scene.parts.get(part.parent)
    return False


def talk(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the marks: the number of open threads at each element of the page."""
    counted = Counter(element for thread in scene.talk.open for element in elements_of(scene, thread.spot))
    return {"marks": sorted(counted.items())}


def elements_of(scene: Scene, spot: CommentedSpot) -> Iterator[str]:
    """Ids of the elements that represent a place, as far as the page shows it."""
    part = scene.parts.get(spot.part)
    if part is None or part.is_removed or spot.rule:
        return
    match part.kind:
        case PartKind.OVERLOAD:
            fields = [name for name in part.fields if name.startswith("keys.")]
            yield cell_id(part.id, spot.field or next(iter(fields), "when"))
        case PartKind.ITEM:
            yield f"row-{part.id}"
        case PartKind.ATTRIBUTE:
            yield f"attribute-{part.id}"
        case PartKind.ENTITY | PartKind.PATTERN | PartKind.TABLE | PartKind.INDEX:
            yield f"outline-{part.id}"


def threads_at(scene: Scene, spot: CommentedSpot) -> list[dict[str, Any]]:
    """The threads about one place, resolved ones last."""
    found = [thread for thread in scene.talk.threads if thread.spot == spot]
    return [shown_thread(scene, thread) for thread in sorted(found, key=lambda thread: thread.is_resolved)]


def shown_thread(scene: Scene, thread: SpokenThread) -> dict[str, Any]:
    """A thread with the current name of its place, and its address."""
    there = is_there(thread.spot, scene.parts)
    kind = spot_kind(thread.spot, scene.parts) if there else thread.kind
    is_whole = thread.spot == CommentedSpot()
    elements: Iterable[str] = elements_of(scene, thread.spot)
    step = branch_step(scene, thread.spot) if thread.spot.is_step else ""
    return {
        "thread": thread,
        "label": THE_DESIGN if is_whole else spot_label(thread.spot, scene.parts) or thread.label,
        "kind": "" if is_whole else kind,
        "is_there": there,
        "href": step or f"?{part_place(scene, thread.spot.part).query}",
        "is_elsewhere": bool(step),
        "element": next(iter(elements), ""),
    }


def branch_step(scene: Scene, spot: CommentedSpot) -> str:
    """The address of a step of a plan, on the review of the branch; '' if the design is not a branch any more."""
    main = Branch.objects.filter(design=scene.design_id).values_list("main", flat=True).first()
    return f"{reverse('branch-review', args=[main, scene.design_id])}#step-{spot.path}" if main else ""
