"""A pytest plugin: four people and what they share. Ada owns, Eve edits, Ben reads, Cyd is a stranger. Two guests came
by links to the design: Gil may comment, Gus may edit.
"""

import pytest


def person(name: str):
    from designer.models import User

    return User.objects.create_user(f"{name}@example.com", f"{name}-has-a-password", display_name=name.capitalize())


@pytest.fixture
def ada(db):
    """The owner."""
    return person("ada")


@pytest.fixture
def eve(db):
    """The editor."""
    return person("eve")


@pytest.fixture
def ben(db):
    """The reader."""
    return person("ben")


@pytest.fixture
def cyd(db):
    """The stranger, with an account and nothing shared."""
    return person("cyd")


def team(ada, eve, ben):
    """A workspace that three of the four are members of."""
    from designer.models import Membership
    from designer.services import workspace_create
    from modeler.permissions import Role

    made = workspace_create(name="Orders team", by=ada)
    Membership.objects.create(workspace=made, user=eve, role=Role.EDITOR)
    Membership.objects.create(workspace=made, user=ben, role=Role.READER)
    return made


@pytest.fixture
def workspace(ada, eve, ben):
    """The workspace of the team."""
    return team(ada, eve, ben)


def small_design(workspace, ada):
    """A small design in that workspace: two entities, an index, two access patterns, three items."""
    from modeler.services import design_create
    from tests.factories.documents import small_document

    return design_create(workspace=workspace.pk, by=ada, document=small_document())


@pytest.fixture
def design(workspace, ada):
    """The small design of the team."""
    return small_design(workspace, ada)


def guest(design, by, role, name):
    from designer.links import link_create, link_enter

    _, token = link_create(design_id=design.pk, by=by, role=role)
    return link_enter(token=token, by=None, name=name)[0]


def commenter(design, ada):
    """Gil, the guest who may read and comment."""
    from modeler.permissions import Role

    return guest(design, ada, Role.GUEST_COMMENTER, "Gil")


def guest_editor(design, ada):
    """Gus, the guest who may edit."""
    from modeler.permissions import Role

    return guest(design, ada, Role.GUEST_EDITOR, "Gus")


@pytest.fixture
def gil(design, ada):
    """The guest who may read and comment."""
    return commenter(design, ada)


@pytest.fixture
def gus(design, ada):
    """The guest who may edit."""
    return guest_editor(design, ada)
