"""Who sees what, by the one function that every door asks."""

import pytest
from django.contrib.auth.models import AnonymousUser

from designer.models import Membership, User
from designer.services import workspace_create
from modeler.core.design.parts import ROOT
from modeler.core.edits.changes import Delta
from modeler.core.errors import Forbidden, Missing
from modeler.permissions import ALLOWED, Action, Role, may
from modeler.selectors import changes_of, design_for, designs_visible_to, require_in
from modeler.services import design_change, design_create, design_remove

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("who", "allowed"),
    [
        ("ada", set(Action)),
        ("eve", set(Action) - {Action.DELETE, Action.MANAGE, Action.AUDIT}),
        ("ben", {Action.SEE, Action.EXPORT, Action.COMMENT}),
    ],
)
def test_a_member_may_what_their_role_allows(request, design, who, allowed):
    person = request.getfixturevalue(who)
    for action in Action:
        if action in allowed:
            assert design_for(person, design.pk, action) == design
        else:
            with pytest.raises(Forbidden):
                design_for(person, design.pk, action)


@pytest.mark.parametrize("action", Action)
def test_a_stranger_learns_nothing(design, cyd, action):
    for person in (cyd, AnonymousUser(), User(email="unsaved@example.com")):
        with pytest.raises(Missing) as known:
            design_for(person, design.pk, action)
        with pytest.raises(Missing) as unknown:
            design_for(person, "00000000-0000-0000-0000-000000000000", action)
        assert known.value.message == unknown.value.message
        assert not designs_visible_to(person).exists()


def test_an_id_that_is_none_is_missing(ada):
    with pytest.raises(Missing):
        design_for(ada, "../../etc", Action.SEE)
    with pytest.raises(Missing):
        require_in(ada, "x", Action.SEE)


def test_a_disabled_account_sees_nothing(design, ada):
    ada.is_active = False
    with pytest.raises(Missing):
        design_for(ada, design.pk, Action.SEE)


def test_a_member_sees_the_designs_of_their_workspaces_only(design, ada, cyd):
    other = workspace_create(name="Elsewhere", by=cyd)
    secret = design_create(workspace=other.pk, by=cyd, name="Secret")
    assert list(designs_visible_to(ada)) == [design]
    Membership.objects.create(workspace=other, user=ada, role=Role.READER)
    assert {(d.pk, d.role) for d in designs_visible_to(ada)} == {(design.pk, "owner"), (secret.pk, "reader")}


def test_a_removed_design_is_listed_only_where_asked(design, ada):
    design_remove(design_id=design.pk, by=ada)
    assert not designs_visible_to(ada).exists()
    assert list(designs_visible_to(ada, removed=True)) == [design]


def test_every_role_may_see_and_a_stranger_nothing():
    assert all(may(role, Action.SEE) for role in ALLOWED)
    assert not any(may(None, action) for action in Action)


def test_the_history_says_who_did_what_newest_first(design, ada, eve):
    design_change(design_id=design.pk, by=eve, deltas=[Delta(ROOT, "name", "Orders", "Sales")])
    assert [(c.revision, c.by, c.label) for c in changes_of(design)] == [
        (2, eve, "renamed design Orders to Sales"),
        (1, ada, "imported"),
    ]
