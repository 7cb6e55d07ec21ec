"""Verbs that begin a requirement: what they do, and the state that an act leads to."""

from __future__ import annotations

from functools import cache
from typing import Final

from modeler.core.requirements.english.words.irregular import PARTICIPLES, PASTS
from modeler.core.requirements.english.words.lexicon import ED_NOUNS, STATES, words_in
from modeler.core.requirements.slots import Act

READING: Final = words_in(
    "get read fetch find lookup show list view load search retrieve query see browse display look return scan "
    "export print report check know access track give filter select pull monitor preview inspect count open "
    "download dump enumerate locate"
)
SHOWING: Final = words_in(
    "read get fetch find list view load search retrieve query see browse show display look lookup access export print "
    "filter select download count"
)
"""Verbs of reading whose passive reads as well: "bookings are listed", not "trays are scanned"."""
ALL: Final = frozenset(("scan", "export", "dump"))
CREATING: Final = words_in(
    "create register insert place submit record store log file send post schedule start open append publish-new "
    "request issue report upload generate order import ingest enqueue prescribe cast persist"
)
REMOVING: Final = words_in("delete remove drop purge erase destroy")
LOSING: Final = frozenset({"drop"})
"""Verbs that remove an item in the imperative only: "a courier drops a parcel" brings one."""
EDITING: Final = words_in("update change set edit modify correct adjust reschedule extend renew amend revise configure")
RAISING: Final = words_in("increment increase raise bump")
LOWERING: Final = words_in("decrement decrease lower reduce deduct")
TRANSITIONS: Final = words_in(
    "cancel close archive approve reject confirm ban block freeze publish activate deactivate acknowledge end "
    "escalate ship deliver pay refund resolve complete finish enable disable suspend lock unlock verify pin unpin "
    "hide accept decline withdraw expire reserve release pause resume dismiss revoke terminate expel mute unmute "
    "mark reopen restore sign void unblock unban promote demote postpone settle discharge admit unpublish "
    "redeem dispense dispatch validate authorize refuse "
    "seal unseal defer retire decommission discard quarantine adjourn impound vacate dissolve refill reinstate "
    "stop abort exclude"
)
"""Verbs of acts that leave an item in the state that their participle names."""
_COMMON: Final = words_in(
    "add write invite enroll enrol book join follow like unfollow unlike subscribe unsubscribe borrow rent hire back "
    "assign reassign move switch transfer tag rate put save remind notify alert irrigate water sow calculate "
    "compute compare recommend suggest allocate synchronize sync migrate retry resend rotate merge "
    "duplicate clone grant charge bill scrobble forward reply vote upvote downvote buy purchase sell trade "
    "prevent ensure enforce guarantee avoid allow support provide silence copy paste attach impersonate tick "
    "highlight shortlist waitlist blacklist whitelist dispute exempt "
    "throttle fulfill fulfil substitute inform mention react boost keep claim unclaim offer interview fire shift cover "
    "anonymize onboard offboard snooze trigger queue dequeue process link unlink connect disconnect detach replace "
    "swap exchange collect deposit capture reconcile backfill seed provision deploy evict invalidate "
    "refresh reset clear empty trash star unstar favorite bookmark watch unwatch rate review comment endorse nominate "
    "evaluate grade score feature plan delay stop abort page triage refill diagnose match feed "
    "swipe join message email call text ping contact answer sync retire park fly ride "
    "donate pledge discard reassess recalculate recompute recount reindex rebuild reload rerun restart reboot replay "
    "relocate reroute rehire reallocate reimburse rescore reprice regenerate resize reorder rebook reinstate "
    "detect predict estimate forecast analyze classify categorize label annotate translate transcribe encode decode "
    "compress encrypt decrypt sanitize normalize deduplicate aggregate summarize roll cache warm "
    "flush drain consume broadcast stream emit receive acquire obtain gather crawl scrape parse convert "
    "transform combine group sort rank cluster segment target retarget outbid auction sublet "
    "inspect audit certify test calibrate maintain repair service clean fix patch upgrade downgrade install uninstall "
    "toggle turn power shut boot wake arm disarm pick unload pack unpack wrap stack "
    "dock undock refuel recharge cook serve bake brew pour taste eat drink taxi tow escort guard "
    "attend skip miss reach exceed earn lose beat challenge nudge poke greet thank praise warn fine penalize "
    "reward tip sponsor fund finance insure underwrite quote appraise tax levy waive forgive owe lend loan default "
    "train coach mentor tutor teach examine quiz proctor graduate "
    "treat heal screen sample vaccinate immunize medicate sedate weigh measure "
    "adopt foster breed groom walk shelter plant prune fertilize spray graze milk shear slaughter "
    "propose debate argue veto ratify elect appoint impeach petition lobby "
    "observe sense probe poll heartbeat aim launch land orbit navigate steer dive climb hike"
)
_FURTHER: Final = words_in(
    "adapt advertise advise announce append apply arrange ask assemble assess assist await bind bypass "
    "clarify collate compose conclude conduct consult convene coordinate curate debug declare define defer "
    "derive describe determine develop digitize discover discuss distribute divert eject embed employ enclose "
    "encourage enlarge enrich enumerate equip establish evacuate exclude execute expand expedite explain "
    "explore expose facilitate finalize flatten forbid formalize formulate geocode geotag halt identify "
    "ignore illustrate implement impose improve incorporate indicate infer inherit initialize initiate inject "
    "inquire instruct integrate interact intercept interpret introduce investigate invoke isolate iterate "
    "justify learn liaise listen localize materialize mediate meet minimize mitigate moderate negotiate "
    "notarize obfuscate occupy omit optimize orchestrate organize oversee overwrite participate perform "
    "personalize populate prefer prepare preserve preload prioritize produce prohibit propagate protect prove "
    "publicize qualify quantify randomize recall reclassify recognize recover recruit recycle redact redirect "
    "redistribute refer refuse reject remember render reorganize replicate represent reproduce rescue respond "
    "restrict restructure retain rethink reuse reveal revert revive rewrite safeguard satisfy secure seek "
    "separate serialize simplify simulate solicit solve specify spend standardize stimulate streamline "
    "strengthen strip subtract summon supervise supplement suppress sustain tabulate tackle tailor tokenize "
    "trace transact transmit transpose trim troubleshoot tune uncover undo unify unsnooze unhide unassign "
    "utilize vacate visualize wipe withhold"
)
_AT_REST: Final = words_in("stop abort exclude retire discard refill quarantine decommission")
"""Verbs after which an item stays in their state, whatever else they do."""
AMBIGUOUS: Final = (_COMMON - _AT_REST) | (_FURTHER - READING - CREATING - REMOVING - EDITING - TRANSITIONS)
OTHERS: Final = words_in(
    "follow like bid own watch enroll report take handle assign attach tag make upload unlock use speak manage "
    "belong host teach attend play drive work visit order buy place open create write review rent lease enter win "
    "share join back lead operate supply sell serve treat see know need want have contain include"
)
"""Verbs that relate two things."""
RELATING: Final = OTHERS - (READING | CREATING | REMOVING | EDITING | RAISING | LOWERING | TRANSITIONS | AMBIGUOUS)
"""Verbs that relate two things and do nothing else: they begin no requirement."""
VERBS: Final = (
    READING
    | CREATING
    | REMOVING
    | EDITING
    | RAISING
    | LOWERING
    | TRANSITIONS
    | AMBIGUOUS
    | OTHERS
    | {"rename", "mark", "upsert"}
)
LINKING: Final = words_in(
    "follow subscribe bookmark invite favorite vote comment review endorse nominate donate pledge rate"
)
"""Ambiguous verbs that make an item of their own, whatever its name is: a follow, a subscription."""
NOUNS_TOO: Final = words_in(
    "waitlist shortlist blacklist whitelist "
    "order book record report file log post request issue block tag rate back end use bid own share store present ship "
    "review comment score grade plan page star watch feature match message email call text answer trade vote reply "
    "copy claim offer interview shift cover mention like follow tag bill charge grant delay stop feed play upload "
    "download access schedule start "
    "release pin lock deposit exchange swap link queue trigger "
    "audit test target rank group label sample screen service train coach stream power "
    "fund tax tip fine treat sort plant water "
    "quote quiz tax fund patch coach guard reward sponsor shelter walk fix dive hike land orbit spray milk "
    "stack boot cache segment "
    "cluster auction loan challenge seed refund repair harvest drain "
    "process transfer rent hire move purchase place visit drive change update set limit sign"
)
"""Verbs that are nouns as often: "orders of a customer", "review by id"."""
PHRASAL: Final = {("look", "up"): "get", ("tell", "me"): "show", ("tell", "us"): "show",
                  ("check", "in"): "check in", ("check", "out"): "check out",
                  ("sign", "up"): "register", ("throw", "away"): "delete", ("count", "up"): "increment",
                  ("tick", "off"): "tick off", ("cross", "off"): "cross off",
                  ("sign", "off"): "sign off",
                  ("go", "through"): "browse", ("look", "through"): "browse", ("page", "through"): "browse",
                  ("scroll", "through"): "browse", ("leaf", "through"): "browse", ("flick", "through"): "browse",
                  ("roll", "back"): "roll back", ("clock", "in"): "clock in", ("turn", "on"): "turn on",
                  ("turn", "off"): "turn off", ("shut", "down"): "shut down", ("clock", "out"): "clock out",
}  # fmt: skip
"""Verbs of two words."""
_DOUBLED: Final = words_in("cancel top ban pin stop ship drop submit tag log refer permit defer") - {"cancel"}


@cache
def participle(verb: str) -> str:
    """Return the past participle: cancelled, closed, frozen."""
    front, _, rest = verb.partition(" ")
    tail = f" {rest}" if rest else ""
    for made, base in PARTICIPLES.items():
        if base == front:
            return made + tail
    if front == "cancel":
        return "cancelled" + tail
    if front.endswith("e"):
        return front + "d" + tail
    if front.endswith("y") and front[-2:-1] not in tuple("aeiou"):
        return front[:-1] + "ied" + tail
    return front + (front[-1] if front in _DOUBLED else "") + "ed" + tail


@cache
def is_participle(word: str) -> bool:
    """Return whether a word has the form of a past participle."""
    return word in PARTICIPLES or (len(word) > 3 and word.endswith("ed") and word not in ED_NOUNS)


@cache
def base_form(word: str) -> str:
    """Return the verb of a form: follows and following are follow; '' for other words."""
    if word in VERBS:
        return word
    if word in PARTICIPLES or word in PASTS:
        return PARTICIPLES.get(word) or PASTS[word]
    for ending, put in (("ies", "y"), ("es", ""), ("es", "e"), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e"),
                        ("ing", ""), ("ing", "e")):  # fmt: skip
        if word.endswith(ending):
            stem = word[: -len(ending)]
            for one in (stem + put, stem[:-1] if stem[-1:] == stem[-2:-1] else ""):
                if one in VERBS:
                    return one
    return ""


def is_verbal(word: str) -> bool:
    """Return whether a word that no list has is a verb by its form: notarize, clarify, unmerge."""
    if word in STATES or is_participle(word):
        return False
    if word.endswith(("ify", "ize", "yze")) and word not in {"size", "prize"}:
        return True
    fronts = (one for one in ("re", "un", "dis", "de", "pre", "over", "auto-", "re-") if word.startswith(one))
    return any(word[len(one) :] in VERBS - NOUNS_TOO and len(word) - len(one) > 3 for one in fronts)


def act_of(verb: str) -> Act | None:
    """Return what a verb does; None if the verb alone does not say it."""
    if verb in REMOVING:
        return Act.DELETE
    if verb in CREATING:
        return Act.CREATE
    if verb in EDITING | RAISING | LOWERING | TRANSITIONS | {"rename"} or verb in PHRASAL.values():
        return Act.UPDATE
    if verb in {"save", "upsert"}:
        return Act.SAVE
    return None
