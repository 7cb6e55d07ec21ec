"""Throttling: what to check, in which order, before any number is raised.

facts/limits#throughput, facts/throughput#throttling.
"""

from __future__ import annotations

from dataclasses import dataclass

from modeler.core.decisions.operations import Diagnosis, ThrottleCause, throttle_cause


@dataclass(frozen=True, slots=True)
class HotKeyCheck:
    """One check: the question, how to answer it, the answer if known, and whether it is the next one."""

    question: str
    how: str
    answer: str = ""
    is_next: bool = False


@dataclass(frozen=True, slots=True)
class HotKeyDiagnosis:
    """The checks in order, their result, and whether the fix is one of design rather than of capacity."""

    looks: tuple[HotKeyCheck, ...]
    diagnosis: Diagnosis

    @property
    def changes_design(self) -> bool:
        """Whether keys have to change. Only a cause of capacity or of speed is fixed by numbers."""
        return self.diagnosis.cause in (ThrottleCause.HOT_KEY, ThrottleCause.INDEX)


def diagnose(
    *,
    consumed: float | None = None,
    leading_share: float | None = None,
    index_throttled: bool = False,
    base_throttled: bool = True,
    ramp_minutes: float | None = None,
) -> HotKeyDiagnosis:
    """From the measurements so far to the next check or the cause; arguments as in `decisions.throttle_cause`."""
    answers = (
        "" if consumed is None else f"{consumed:.0%}",
        "" if leading_share is None else f"{leading_share:.0%} on the leading keys",
    )
    open_at = next((number for number, answer in enumerate(answers) if not answer), None)
    looks = tuple(
        HotKeyCheck(question, how, answer, number == open_at)
        for number, ((question, how), answer) in enumerate(zip(_LOOKS, answers, strict=True))
    )
    diagnosis = throttle_cause(
        consumed=consumed,
        leading_share=leading_share,
        index_throttled=index_throttled,
        base_throttled=base_throttled,
        ramp_minutes=ramp_minutes,
    )
    return HotKeyDiagnosis(looks, diagnosis)


_LOOKS = (
    (
        "How much of the provisioned capacity is consumed?",
        "Consumed and provisioned capacity units (CloudWatch) of the table and of each GSI, minute by minute",
    ),
    (
        "Which keys lead?",
        "Contributor Insights of the table and each GSI: most throttled, and most accessed keys",
    ),
)
