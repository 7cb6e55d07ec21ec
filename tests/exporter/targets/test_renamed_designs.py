"""A rename changes no export but for the name itself, in whatever spelling a format has it."""

import pytest

from exporter.targets import TARGETS
from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.examples import example
from tests.modeler.core.edits.renaming import rename

DESIGN = example("order-management").design
NEW = {"orderDate": "orderDatf", "OrderMeta": "OrderMetb", "GSI2": "GSI3", "app-main": "app-maim"}
# Each spelling of a new name with the same spelling of the old one.
SPELLINGS = [
    ("rderDatf", "rderDate"), ("rder_datf", "rder_date"), ("rderMetb", "rderMeta"), ("rder_metb", "rder_meta"),
    ("rder-metb", "rder-meta"), ("ORDERMETB", "ORDERMETA"), ("GSI3", "GSI2"), ("gsi3", "gsi2"), ("Gsi3", "Gsi2"),
    ("app-maim", "app-main"), ("app_maim", "app_main"), ("AppMaim", "AppMain"), ("appMaim", "appMain"),
    ("APP_MAIM", "APP_MAIN"),
    ("app-<wbr>maim", "app-<wbr>main"),
]  # fmt: skip


def renamed():
    parts = parts_of(DESIGN)
    for part in list(parts.values()):
        if part.name in NEW:
            parts = rename(parts, parts[part.id], NEW[part.name])
    return design_of(parts)


RENAMED = renamed()


def lines(target, design):
    """The lines of all files, in an order that does not hang on names."""
    files = list(target.export(design))
    return [*(one.path for one in files), *(line for one in files for line in _text(one.content).splitlines())]


def _text(content):
    return content if isinstance(content, str) else content.decode("utf-8", "replace")


@pytest.mark.parametrize("target", [one for one in TARGETS if one.name != "pdf"], ids=lambda one: one.name)
def test_an_export_differs_in_the_name_only(target):
    after = "\n".join(lines(target, RENAMED))
    for new, old in SPELLINGS:
        after = after.replace(new, old)
    assert sorted(after.split("\n")) == sorted(lines(target, DESIGN))
