"""Streams and those who read them."""

from modeler.core.findings import Severity
from tests.modeler.core.rules.builders import attribute
from tests.modeler.core.rules.cases.case import Case
from tests.modeler.core.rules.cases.keys.keys import PREFIXED, USER, design, entity, keys


def consumed(*consumers, stream=None, **settings):
    return design(USER, stream=stream, stream_consumers=list(consumers), **settings)


def reader(needs="new", name="copier", **more):
    return {"name": name, "kind": "lambda", "needs": needs, **more}


def copied(text, **settings):
    copy = entity("Badge", keys("BADGE#{id}", "A"), attributes=(attribute("userName", copy_of=text),))
    return design(USER, PREFIXED, copy, **settings)


OFF = (
    Case("stream.needed_but_off", consumed(reader(maintains=["Summary.total"])), consumed(reader(), stream="NEW_IMAGE"),
         Severity.ERROR, "Summary.total"),
    Case("stream.needed_but_off", consumed(reader("both"), reader("keys", "search")),
         consumed({**reader(), "kind": "kinesis"})),
    Case("stream.needed_but_off", copied("User.name by stream"), copied("User.name by transaction"), says="userName"),
    Case("stream.needed_but_off", copied("User.name by stream"), copied("User.name by stream", stream="NEW_IMAGE")),
    Case("stream.needed_but_off", copied("User.name by stream"), copied("User.streamName")),
)  # fmt: skip

VIEWS = (
    Case("stream.view_too_small", consumed(reader("both"), stream="NEW_IMAGE"),
         consumed(reader("both"), stream="NEW_AND_OLD_IMAGES"), Severity.ERROR, "the old and the new image"),
    Case("stream.view_too_small", consumed(reader("old"), reader("new", "index"), stream="NEW_IMAGE"),
         consumed(reader("keys"), stream="KEYS_ONLY")),
    Case("stream.view_too_small", consumed(reader("new"), stream="KEYS_ONLY"),
         consumed(reader("odd"), stream="KEYS_ONLY")),
    # What a consumer maintains is made of values, unless it reads each item itself.
    Case("stream.view_too_small", consumed(reader("", maintains=["Summary.total"]), stream="KEYS_ONLY"),
         consumed(reader("keys", maintains=["Summary.total"]), stream="KEYS_ONLY"), Severity.ADVICE,
         "copier maintains Summary.total, and its needs are not given"),
    Case("stream.view_too_small", consumed(reader("", maintains=["Summary.total"]), stream="KEYS_ONLY"),
         consumed(reader("", maintains=["Summary.total"]), stream="NEW_IMAGE")),
)  # fmt: skip

READERS = [reader(name=name) for name in "abc"]
COUNTS = (
    Case("stream.too_many_consumers", consumed(*READERS, stream="NEW_IMAGE"),
         consumed(*READERS[:2], stream="NEW_IMAGE"), Severity.WARNING, "3 consumers"),
    Case("stream.too_many_consumers", consumed(*READERS[:2], stream="NEW_IMAGE", replicas=["eu-west-1"]),
         consumed(*READERS[:1], {**READERS[1], "kind": "kinesis"}, stream="NEW_IMAGE", replicas=["eu-west-1"])),
)  # fmt: skip

CASES = (*OFF, *VIEWS, *COUNTS)
