"""Where the data of `make up` lives, and that it is never silently another place than before."""

import os

import pytest

from designer.local.children import StartFailed
from designer.local.postgres import folder_for, open_to_others
from designer.local.valkey import Valkey

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root has Postgres run by another account")


@pytest.fixture
def state(tmp_path):
    """A state folder that everybody may walk down to."""
    for folder in (tmp_path, *tmp_path.parents):
        if not open_to_others(folder):
            folder.chmod(folder.stat().st_mode | 0o011)
    return tmp_path


def test_a_closed_folder_gets_its_data_elsewhere_and_remembers_where(state):
    state.chmod(0o700)
    elsewhere = folder_for(state)
    assert not elsewhere.is_relative_to(state)
    assert folder_for(state) == elsewhere


def test_data_that_can_no_longer_be_reached_is_not_replaced_by_none(state):
    (folder_for(state) / "data").mkdir(parents=True)
    state.chmod(0o700)
    with pytest.raises(StartFailed, match="chmod o"):
        folder_for(state)


def test_what_valkey_stores_is_for_its_owner_only(tmp_path):
    folder = tmp_path / "valkey"
    folder.mkdir(mode=0o755)
    Valkey(folder, 6379, "secret").program()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "valkey.conf").stat().st_mode & 0o777 == 0o600
