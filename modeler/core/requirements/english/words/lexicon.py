"""The closed classes of English that the grammar needs, and the words whose meaning it knows.

Nouns are not listed: a word where a noun can be is a noun if it is in none of these classes.
"""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.words.superlatives import SUPERLATIVES


def words_in(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


ARTICLES: Final = words_in("a an the one each every this that these those given certain single specific particular")
ONE: Final = words_in("a an one single")
QUANTIFIERS: Final = words_in("all any some many much few several both other another")
POSSESSIVES: Final = words_in("my our his her its their your")
PRONOUNS: Final = words_in(
    "i'd i'm i've i'll we'd we've we're they've they're you'd everything anything something nothing "
    "ones i we me us you it they them he she who nobody somebody anyone everyone someone there"
)
PREPOSITIONS: Final = words_in(
    "of for in on at by with from to into onto within under near per via about during since after before until till "
    "between over above below without through across against towards than as up down off out around inside behind "
    "using among along amid beside besides beyond despite except regardless regarding concerning considering "
    "throughout toward underneath unlike versus like minus plus past instead according onto opposite "
    "alongside aboard amid atop"
) | {"upon"}
BE: Final = words_in("is are was were be been being")
HAVE: Final = words_in("has have had having")
DO: Final = words_in("does do did")
MODALS: Final = words_in("can could may might must ought shall should will would")
RELATIVES: Final = words_in("that which who whom")
CONJUNCTIONS: Final = words_in(
    "and or but if unless only so because when while whose where then although though whereas whether however "
    "therefore otherwise nor lest provided"
) | {"thus", "hence", "whenever", "wherever", "whatever", "whichever", "whoever", "whomever", "whilst"}
NEGATIONS: Final = words_in("not never no neither nor haven't hasn't isn't aren't wasn't weren't don't doesn't")
ADVERBS: Final = words_in(
    "still already now currently just yet ever here also again immediately soon often always together once twice "
    "thrice ago maybe perhaps almost rather quite later forever anyway instead thereby hereby everywhere anywhere "
    "asc desc ascending descending "
    "somewhere nowhere else afterwards beforehand meanwhile today yesterday tomorrow tonight "
    "please too very quickly directly online incl thanks thank hello hi hey cheers regards e.g i.e eg etc approx asap"
)
QUESTION_WORDS: Final = words_in("which what who how when where whose why")
COMPARATIVES: Final = words_in(
    "more less fewer older newer younger cheaper larger smaller bigger higher lower greater heavier lighter longer "
    "shorter earlier later better worse least most"
)
_EST_NOUNS: Final = words_in(
    "guest request interest forest rainforest test contest harvest nest chest quest digest arrest protest west rest "
    "crest vest invest suggest ingest manifest conquest inquest bequest modest honest earnest attest detest tempest "
    "priest zest fest pest houseguest backtest retest pretest midwest southwest northwest request"
)


def is_superlative(word: str) -> bool:
    """Return whether a word has the form of a superlative: brightest, easiest."""
    return word in SUPERLATIVES or (len(word) > 5 and word.endswith("est") and word not in _EST_NOUNS)


FOREIGN: Final = words_in(
    "eines einer einem einen der des dem und für von mit vom zum zur bei nach pro aller el los las del un una de por "
    "para con les du pour avec dans aux della degli dei nel gli een het voor och för av til og"
)
"""Small words of other European languages."""
ENGLISH: Final = words_in("of the a an for by with to from and all in on at that which who is are")
"""Small words by which a line with some of the others is English all the same: the guests of Casa del Sol."""
FINITE: Final = words_in(
    "exists exist contains contain begins exceeds equals wants needs want need read-your-writes read-your-write"
)
"""Words that are never nouns here, though they have the form of one."""
CLOSED: Final = (
    ARTICLES | QUANTIFIERS | POSSESSIVES | PRONOUNS | PREPOSITIONS | BE | HAVE | DO | MODALS | RELATIVES
    | CONJUNCTIONS | NEGATIONS | ADVERBS | QUESTION_WORDS | COMPARATIVES | SUPERLATIVES | FINITE
    | {"first", "last", "top", "next"}
)  # fmt: skip
SILENT: Final = (
    ARTICLES | POSSESSIVES | BE | HAVE | DO | words_in("i we me us you please also then there and all show")
) - {"that"}
"""Words that say nothing by themselves: never reported as not understood."""

STATES: Final = words_in(
    "open active inactive available unavailable unread overdue free busy current upcoming pending outstanding missing "
    "remaining valid invalid public private visible hidden due full empty online offline ready waiting incomplete "
    "complete unpaid paid sold unsold sent unsent lost stolen broken frozen unresolved unassigned unconfirmed "
    "unfinished unused used absent present late early past future live archived draft eligible critical urgent vacant "
    "defective expired running ongoing recurring incoming outgoing failing expiring "
    "existing new old recent dirty clean favorite featured popular trending left taken won done "
    "gone held written bought chosen driven given grown known shown drawn closed inbound outbound idle alive dead "
    "vegan vegetarian cheap expensive rare suspicious duplicate temporary permanent mandatory optional female "
    "male adult sick abandoned urgent faulty damaged unsigned flagged verified high low empty gluten-free handmade "
    "breaking healthy unhealthy failed successful unsuccessful anonymous guest premium"
) - {"given", "guest", "draft", "present", "known", "live"}
"""Adjectives and irregular participles that tell one item of a kind from another by its state."""
IDIOMS: Final = frozenset(
    [
        *(
            "on board",
            "on duty",
            "on leave",
            "on sale",
            "on hold",
            "on call",
            "on loan",
            "on strike",
            "on site",
            "off duty",
        ),
        *(
            "in force",
            "in effect",
            "in season",
            "in stock",
            "in transit",
            "in progress",
            "in use",
            "in service",
            "in repair",
            "in storage",
            "in flight",
        ),
        *("under review", "under repair", "under construction", "under maintenance", "under investigation"),
    ]
)
"""States of two words that follow a noun: lifeguards on duty."""
STATES_BEFORE_NOUNS: Final = words_in("draft live present")
"""Words that are states before a noun and nouns or verbs in other places: "draft invoices", "live matches"."""
ED_NOUNS: Final = words_in(
    "shed sled bred fled sped feed bed seed speed need breed weed deed creed reed id embed bid hundred"
)
ING_NOUNS: Final = words_in(
    "booking reading building rating listing meeting viewing setting parking recording ranking training shipping "
    "billing pricing ticketing warning painting drawing thing string king ring spring wing ceiling evening morning "
    "earning saving filing hearing posting offering opening screening serving sitting spelling standing testing "
    "wedding greeting heading landing mapping marking crossing pairing planting casting drawing clothing housing "
    "accounting marketing engineering advertising banking catering cleaning boarding"
)
STAY_ING: Final = words_in("upcoming pending outstanding missing remaining waiting existing trending breaking")

TRAITS: Final = words_in(
    "status state name title email address phone number price amount total balance quantity stock score rank rating "
    "level role count size weight height width length color description type kind category priority severity "
    "date time timestamp deadline password username login handle slug code barcode sku isbn iban imei ean vin pin url "
    "age gender salary budget capacity position location temperature humidity moisture pressure speed battery mileage "
    "version language country city region district currency premium deposit fee tax discount rate limit goal "
    "subject body text caption headline teaser summary points stars bedrooms likes views plays wins counter progress "
    "distance duration volume latitude longitude label nickname firstname lastname surname birthday reference sort "
    "expiry severity brand model serial plate key token hash signature lyrics score attendance voltage power energy "
    "species breed genre postcode zip zipcode eta etd "
    "weekday bio avatar ip nationality timezone odometer dosage allergies grade diagnosis"
) | {"colour"}
"""Nouns that usually name a property of a thing rather than a thing."""
MEASURES: Final = words_in(
    "score points rating price amount total count rank quantity balance popularity priority distance date time weight "
    "size age stars position year level name progress"
)
"""Properties by which items can be ordered without asking what is meant."""
SCALES: Final = words_in("priority urgency severity date rating score rank popularity time price")
"""Measures that order items as often as they pick some: "by priority"."""
NAMES: Final = words_in("username email password name phone nickname surname firstname lastname description")
"""Properties that are never items of their own, in the plural either."""
NO_THINGS: Final = words_in(
    "prefix suffix keyword keywords value way manner help purpose sake behalf fact moment bulk "
    "glance glimpse hassle friction effort ease hurry rush breeze nutshell meantime click tap trouble doubt "
    "convenience confidence efficiency minimum maximum regard respect advance detail"
)
"""Nouns that identify no item."""
PLACES: Final = words_in(
    "species breed category city country region district location language type kind level model group section genre "
    "tag area zone "
    "stock title position"
)
"""Properties that are things of their own as often: "in a city" names one, "by city" a property."""
ITEMS_TOO: Final = words_in("key token label goal diagnosis battery")
"""Properties that with "a" are items of their own: a token, an API key."""
JUDGED: Final = words_in(
    "score grade rating diagnosis measurement reading mark discount fee deposit goal label caption headline token key"
)
"""Properties that with "a" are items of their own where somebody records or submits them."""
DETAILS: Final = words_in("details detail info information data metadata")
WHOLE: Final = DETAILS | words_in("profile record document entry")
"""Words for a whole item beside its name: the details of a booking are the booking."""
MASS: Final = words_in(
    "software hardware firmware equipment furniture machinery luggage baggage inventory feedback traffic staff "
    "personnel homework footage correspondence evidence merchandise research mail spam cash livestock cattle "
    "poultry media news music food clothing jewelry coursework paperwork training knowledge advice"
)
"""Nouns without a plural that mean several things: the software on a machine."""
PEOPLE: Final = words_in("people users those ones everyone persons accounts")

PARTS_OF: Final = frozenset(
    {"end", "start", "beginning", "middle", "rest", "half", "bottom", "front", "side", "quarter"}
)
"""Nouns that with "of" name a part of something: the end of January."""
UNITS: Final = {
    "s": 1.0, "sec": 1.0, "secs": 1.0, "second": 1.0, "seconds": 1.0, "min": 60.0, "mins": 60.0, "minute": 60.0,
    "minutes": 60.0, "h": 3600.0, "hr": 3600.0, "hrs": 3600.0, "hour": 3600.0, "hours": 3600.0, "d": 86_400.0,
    "day": 86_400.0, "days": 86_400.0, "wk": 604_800.0, "wks": 604_800.0, "week": 604_800.0, "weeks": 604_800.0,
    "month": 2_592_000.0, "months": 2_592_000.0, "quarter": 7_776_000.0, "quarters": 7_776_000.0,
    "yr": 31_536_000.0, "yrs": 31_536_000.0, "year": 31_536_000.0, "years": 31_536_000.0,
}  # fmt: skip
"""Units of time in seconds."""
UNIT_NAMES: Final = {1.0: "second", 60.0: "minute", 3600.0: "hour", 86_400.0: "day", 604_800.0: "week",
                     2_592_000.0: "month", 7_776_000.0: "quarter", 31_536_000.0: "year"}  # fmt: skip
OFTEN: Final = {
    "hourly": 3600.0, "daily": 86_400.0, "nightly": 86_400.0, "weekly": 604_800.0, "monthly": 2_592_000.0,
    "quarterly": 7_776_000.0, "yearly": 31_536_000.0, "annually": 31_536_000.0,
}  # fmt: skip
"""Adverbs of how often, and the seconds between two times."""
PERIODS: Final = words_in("second minute hour day week month quarter year season term")
MOMENTS: Final = words_in("date day time timestamp moment point week month year period range interval window")
"""Nouns for a time that the caller gives."""
NUMBERS: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "eighteen": 18, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "thousand": 1000,
    "dozen": 12,
}  # fmt: skip
WEEKDAYS: Final = words_in("monday tuesday wednesday thursday friday saturday sunday")
MONTH_NAMES: Final = words_in("january february march april may june july august september october november december")
AGENTS: Final = words_in(
    "agent assistant accountant consultant attendant guardian technician physician librarian electrician therapist "
    "dentist receptionist specialist analyst artist stylist nurse clerk guide pilot chef coach staff person user "
    "member colleague expert judge referee vet guest student patient attorney host tech mechanic admin "
    "administrator staffer janitor parent teen kid child"
)
"""Nouns for persons that their ending does not tell."""
AGENT_ENDINGS: Final = ("er", "or", "ee")
THINGS: Final = words_in(
    "order container folder number ledger letter paper layer parameter computer server router printer chapter semester "
    "register cluster container trailer folder charter counter center meter sensor motor monitor elevator door floor "
    "error sector behavior color factor vector anchor committee fee coffee tree degree quarter poster banner filter "
    "calendar offer transfer matter answer helper header footer voucher tower river corner power water weather winner "
    "locker freezer scooter charger adapter buffer pointer integer character newsletter identifier trigger scanner "
    "reminder disaster tender cover shelter theater chamber master cylinder engine dinner"
)
"""Nouns for things that end as nouns for persons do."""
VAGUE: Final = words_in(
    "whole nearby similar related relevant important possible suitable matching interesting different "
    "distinct various individual separate multiple respective previous random unique adjacent overall entire exact "
    "appropriate corresponding associated so-called specified "
    "desired provided paginated paged sorted filtered cumulative"
)
"""Adjectives that no attribute holds."""
ADJECTIVES: Final = words_in(
    "false true wrong correct incorrect huge tiny giant great "
    "nice good bad happy angry easy difficult strange weird funny beautiful ugly famous young tall strong weak slow "
    "quick lazy quiet loud thick thin wide narrow deep shallow clever brave dangerous risky common frequent typical "
    "usual unusual abnormal entire numerous sure familiar modern ancient obsolete outdated genuine bogus reliable "
    "noisy blurry useful useless boring exciting annoying affordable worthless valuable precious serious severe mild "
    "fatal harmless toxic hot cold warm cool dry wet fresh stale raw ripe soft hard sharp smooth rough bright dark "
    "pale real fake actual main major minor additional extra big small little large long short fast loyal profitable "
    "lucrative legal illegal official unofficial formal informal smart fair unfair equal broad vague clear unclear "
    "strict loose tight busy calm nasty unlucky lucky crucial essential necessary unnecessary special regular normal "
    "foreign domestic rural urban senior junior remote neighboring surrounding "
    "overlapping conflicting competing increasing decreasing growing declining changing underperforming misbehaving "
    "repeating mutual joint promising leading functioning participating qualifying contributing sleeping colliding "
    "contradicting"
)
"""Adjectives that describe an item or begin its name: false detections, a frequent flyer."""
NAMING: Final = words_in("virtual personal adverse daily weekly monthly yearly custom electric surgical native federal")
"""Adjectives of the lexicon that begin names as often as they describe: a virtual card, daily specials."""
PLURAL_FRONTS: Final = words_in(
    "sports sales goods savings customs news series species operations parts claims accounts contents earnings arms "
    "systems settings logistics analytics rewards benefits communications human-resources premises works gas bus "
    "status address canvas campus process access business press glass class pass fitness wellness success progress"
)
"""Plurals, and words that end like one, that begin compounds: a sports club, a sales order."""
ID_KINDS: Final = words_in(
    "national external internal unique public tax vat passport legacy government social global local"
)
"""Words before "ID" that do not name an entity: the national ID."""
QUALITIES: Final = words_in(
    "gross net annual daily weekly monthly hourly yearly overall combined estimated actual current final initial "
    "median base response waiting session delivery lead processing handling travel service"
)
"""Words before a measure that do not name an entity: the gross salary, the response time."""
NAMED_OF: Final = words_in("proof bill certificate letter power terms code point statement notice right cost place")
"""Nouns that have a name with a bare "of": proof of delivery, bill of lading."""
