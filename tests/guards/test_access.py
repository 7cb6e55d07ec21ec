"""Every view says who may call it, where the page or the API can be asked and the walk over all doors can read it."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from modeler.permissions import ALLOWED, Action, Role
from tests.guards.doors.addresses import EVERYBODY, SIGNED_IN, doors, socket_doors
from tests.guards.tree import files, nodes, text

HTTP = {"get", "post", "put", "patch", "delete"}


def test_every_view_declares_who_may_call_it():
    assert [door.name for door in doors() if door.access is None] == []


def test_what_a_view_declares_is_known():
    known = {EVERYBODY, SIGNED_IN, *Action}
    odd = []
    for door in doors():
        declared = door.access.values() if isinstance(door.access, Mapping) else [door.access]
        odd += [f"{door.name}: {word!r}" for word in declared if word is not None and word not in known]
    assert odd == []


def test_every_method_of_an_api_view_is_declared_and_every_declared_one_is_there():
    odd = []
    for door in doors():
        if isinstance(door.access, Mapping):
            has = {name.upper() for name in HTTP if hasattr(door.view.view_class, name)}
            if has != set(door.access):
                odd.append(f"{door.name}: answers {sorted(has)}, declares {sorted(door.access)}")
    assert odd == []


def test_a_page_of_a_design_or_a_workspace_asks_for_an_action():
    lax = []
    for door in doors():
        if {"design_id", "workspace_id"} & set(door.parameters):
            declared = door.access.values() if isinstance(door.access, Mapping) else [door.access]
            lax += [door.name for word in declared if word not in set(Action)]
    assert lax == []


def test_every_role_is_asked_by_one_mapping():
    assert set(ALLOWED) == set(Role)
    assert set(Action) == set().union(*ALLOWED.values()), "an action that nobody may do, or one that is not known"


def test_no_address_leads_nowhere_twice():
    routes = [door.route for door in doors()] + [door.route for door in socket_doors()]
    assert sorted(route for route in set(routes) if routes.count(route) > 1) == []


def test_nothing_but_the_permission_module_compares_roles():
    """A comparison with a role is a rule of its own; `may(role, action)` is the one question."""
    allowed = {
        "designer/services.py": "the last owner may not go: a rule about owners, not about what they may",
        "modeler/permissions.py": "the mapping itself",
    }
    found = {path for path in files(".py", under=("designer/", "exporter/", "modeler/")) if _compares_roles(path)}
    assert sorted(found - set(allowed)) == []
    assert sorted(set(allowed) - found - {"modeler/permissions.py"}) == [], "take it off the list"


def _compares_roles(path: str) -> bool:
    return "Role." in text(path) and any(
        isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == "Role"
        for node in nodes(path, ast.Compare)
        for part in (node.left, *node.comparators)
    )


def test_whoever_waits_for_an_endpoint_enters_it_without_a_connection_to_postgres():
    """Requests that wait for a silent endpoint must not take the few connections of a process."""
    entering = [
        path for path in files(".py", under=("designer/", "exporter/services/")) if "patient=False" in text(path)
    ]
    assert entering == ["exporter/services/endpoint_access.py"]
