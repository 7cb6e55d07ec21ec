"""What docs/core.md says is true: its prompts run and print what it shows."""

import doctest
import re
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "core.md"


def test_every_prompt_of_the_guide_prints_what_it_says():
    # A fence would be taken for output.
    text = re.sub(r"^```.*$", "", GUIDE.read_text("utf-8"), flags=re.MULTILINE)
    guide = doctest.DocTestParser().get_doctest(text, {}, GUIDE.name, str(GUIDE), 0)
    said: list[str] = []
    failed, tried = doctest.DocTestRunner().run(guide, out=said.append)
    assert tried > 50
    assert failed == 0, "".join(said)


def test_every_question_of_the_guide_has_a_prompt():
    _, *sections = GUIDE.read_text("utf-8").split("\n## ")
    assert [one.partition("\n")[0] for one in sections if ">>> " not in one] == []
