"""Irregular forms of verbs."""

from __future__ import annotations

from typing import Final

PARTICIPLES: Final = {
    "paid": "pay", "sold": "sell", "sent": "send", "lost": "lose", "broken": "break", "frozen": "freeze",
    "hidden": "hide", "taken": "take", "won": "win", "bought": "buy", "chosen": "choose", "driven": "drive",
    "written": "write", "held": "hold", "made": "make", "left": "leave", "drawn": "draw", "built": "build",
    "found": "find", "given": "give", "kept": "keep", "lent": "lend", "met": "meet", "put": "put", "read": "read",
    "run": "run", "seen": "see", "spent": "spend", "stolen": "steal", "told": "tell", "done": "do", "bid": "bid",
    "withdrawn": "withdraw", "thrown": "throw", "grown": "grow", "shown": "show",
    "known": "know", "spoken": "speak", "forgotten": "forget", "beaten": "beat", "caught": "catch", "taught": "teach",
    "brought": "bring", "heard": "hear", "dealt": "deal", "laid": "lay", "proven": "prove", "risen": "rise",
    "sung": "sing", "rung": "ring", "shaken": "shake", "stuck": "stick", "struck": "strike", "swept": "sweep",
    "torn": "tear", "woken": "wake", "blown": "blow", "overwritten": "overwrite",
    "overridden": "override", "undone": "undo",
    "outgrown": "outgrow", "rebuilt": "rebuild", "resold": "resell", "resent": "resend", "mistaken": "mistake",
    "begun": "begin", "drunk": "drink", "eaten": "eat", "flown": "fly", "worn": "wear",
    "shot": "shoot", "led": "lead", "split": "split", "cut": "cut", "set": "set", "understood": "understand",
}  # fmt: skip
"""Irregular participles, and their verbs."""
PASTS: Final = {
    "ran": "run", "wrote": "write", "took": "take", "gave": "give", "saw": "see", "drove": "drive", "spoke": "speak",
    "chose": "choose", "went": "go", "began": "begin", "ate": "eat", "drank": "drink", "flew": "fly", "rode": "ride",
    "wore": "wear", "knew": "know", "grew": "grow", "stole": "steal", "broke": "break",
    "hid": "hide", "froze": "freeze",
    "came": "come", "became": "become", "taught": "teach", "caught": "catch", "swam": "swim", "sang": "sing",
    "rose": "rise", "fell": "fall", "threw": "throw", "drew": "draw", "blew": "blow", "forgot": "forget",
    "woke": "wake", "tore": "tear", "shook": "shake", "rang": "ring", "shrank": "shrink", "sank": "sink",
}  # fmt: skip
"""Irregular past tenses that differ from the participle, and their verbs."""
