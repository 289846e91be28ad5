"""The compiled deck: one read-only record of integer tables (LANGUAGE section 7).

Everything a kernel knows of a deck and its rules stands here. A *part* (play, action, reaction, drawn, trigger) is a
row of the `part_*` columns; its steps are a run of rows in `step`; a modifier is a row of `mod`. Conditions (`if`)
of parts and modifiers are runs of `Op.IF` rows in `step`, all of which must hold.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from vs_sim import vocabulary as v

MAX_MODS = 600
MAX_CANCELS = 256


class Step(IntEnum):
    """Columns of `step`."""

    OP = 0  # Op
    N = 1  # the verb's number; -1 is all, any or full (not for POINTS)
    A = 2  # own key of the verb: Clear, Into, From; STEAL 1 = artifact; SKIP 1 = the card is the Job; row to jump to
    B = 3  # TAKE: Into; OPTION: end
    TARGET = 4  # Target; PART is the part's
    CHOOSE = 5  # Choose, settled
    ONLY = 6  # player words: bits 0-15 asked, 16-31 denied (of the target; of self in an IF row)
    COMPARE = 7  # packed comparison, 0 none
    FILTER = 8  # packed filter
    CARD = 9  # type; -1 any; -2 this very card
    FLAGS = 10  # StepFlag
    SOURCE = 11  # type whose step it is


STEP_COLUMNS = 12


class Mod(IntEnum):
    """Columns of `mod`."""

    MODIFIER = 0  # Modifier
    VALUE = 1  # Deed, protect number, Kind, number, Gender
    FORM = 2  # Form
    FOR = 3  # Who; plots and house rules: EVERYONE
    ONLY = 4  # player words of the players it is about
    COMPARE = 5
    IF_FIRST = 6  # run of IF rows on self
    IF_N = 7
    AGAINST = 8  # player words of whom it is aimed at; with AGAINST_COMPARE 0: nothing asked
    AGAINST_COMPARE = 9
    FILTER = 10
    CARD = 11  # type; -1 any; -2 this very card
    SOURCE = 12  # type
    SLOW = (
        13  # 1: has a filter, card, against, or words or counts that change with the board; tested when asked
    )


MOD_COLUMNS = 14


class Part(IntEnum):
    """Columns of `part`."""

    TYPE = 0  # the card's type
    KIND = 1  # PartKind
    TARGET = 2  # Target
    ONLY = 3  # player words: who may be its target
    COMPARE = 4
    IF_FIRST = 5  # run of IF rows on self
    IF_N = 6
    COST_FIRST = 7  # run of step rows
    COST_N = 8
    DO_FIRST = 9  # run of step rows
    DO_N = 10
    CANCELLABLE = 11
    PER_TURN = 12  # 0: no limit
    PER_GAME = 13
    USES_ACTION = 14
    USES_UP = 15
    NAMES = 16  # 1: names = "alignment"
    COPIES = 17  # 1: copies = "special"
    MAY = 18
    EVENT = 19  # Event
    BY = 20  # Who
    TO = 21  # Who
    FILTER = 22  # of the event's card or follower
    CARD = 23  # of the event's card: type, -1 any, -2 this very card
    CANCELS_KINDS = (
        24  # mask of Kind (1 << kind); `anything` sets microaggression, virtue_signal, special, artifact
    )
    CANCELS_POWER = 25
    CANCELS_VERBS = 26  # mask of Op
    CANCELS_FIRST = 27  # run of types in `cancels`
    CANCELS_N = 28
    CANCELS_REACTION = 29
    FOR = 30  # Who: SELF or EVERYONE
    INTO = 31  # Into: where the cancelled card goes
    KEEP = 32  # drawn: 1 keeps the card
    VERBS = 33  # mask of Op of its steps (options too), for reactions


PART_COLUMNS = 34


class Rule(IntEnum):
    """Columns of `rule`: the house rules by the keys of RULES (S to X), in the units named there."""

    HAND_SIZE = 0
    POINTS_TO_WIN = 1
    MAX_PLOTS = 2
    MAX_TURNS_PER_PLAYER = 3
    CARD_WIDTH = 4
    CARD_LENGTH = 5
    GEOMETRY = 6  # Geometry
    DUPLICATE_CHARACTERS = 7  # 0, 1
    GENDER_CHOICE = 8  # 0 each_turn, 1 once
    ALLOW_PASS = 9  # 0, 1
    DRAW_ON_SKIPPED_TURN = 10  # 0, 1
    EMPTY_DRAW_PILE = 11  # 0 reshuffle, 1 no_draw
    CANCEL_REFUNDS_ACTION = 12  # 0, 1
    MAX_EFFECTS = 13


RULES = 14

TABLES = np.dtype(
    [
        ("rule", "i4", RULES),
        ("n_types", "i4"),
        ("n_cards", "i4"),  # numbers given, house rules and characters included
        ("n_steps", "i4"),
        ("n_mods", "i4"),
        ("n_parts", "i4"),
        ("n_alignments", "i4"),
        ("n_characters", "i4"),
        ("n_plot_types", "i4"),
        ("like", "i4", v.MAX_ALIGNMENTS),  # mask of the alignments that each one matches (a wild one: all)
        # types, in the order of C7
        ("kind", "i4", v.MAX_TYPES),  # Kind
        ("rank", "i4", v.MAX_TYPES),  # X8: 3, 2, 1, 0
        ("level", "i4", v.MAX_TYPES),  # followers: 1 to 3; else 0
        ("points", "i4", v.MAX_TYPES),
        ("alignments", "i4", v.MAX_TYPES),  # mask: of the dots (follower, character), or as written
        ("matches", "i4", v.MAX_TYPES),  # mask of all alignments that one of these is like
        ("dots", "i4", (v.MAX_TYPES, 4)),  # by Edge: alignment + 1, 0 no dot
        ("symmetric", "i4", v.MAX_TYPES),  # 1: a half turn changes nothing
        ("gender", "i4", v.MAX_TYPES),  # Gender
        ("count", "i4", v.MAX_TYPES),
        ("first_card", "i4", v.MAX_TYPES),  # number of its copy 0; copies in a row
        ("deal", "i4", v.MAX_TYPES),  # Deal
        ("lasts", "i4", v.MAX_TYPES),  # 0, 1-99, LASTS_TURN, LASTS_ROUND
        ("stays", "i4", v.MAX_TYPES),  # plots: 1 takes a place
        ("plot", "i4", v.MAX_TYPES),  # number among the plots, -1
        ("excludes", "i8", v.MAX_TYPES),  # P2: mask over plot numbers, both ways
        ("play", "i4", v.MAX_TYPES),  # part, -1
        ("action", "i4", v.MAX_TYPES),  # part, -1
        ("reaction", "i4", v.MAX_TYPES),  # part, -1
        ("drawn", "i4", v.MAX_TYPES),  # part, -1
        ("trigger_first", "i4", v.MAX_TYPES),
        ("trigger_n", "i4", v.MAX_TYPES),
        ("mod_first", "i4", v.MAX_TYPES),
        ("mod_n", "i4", v.MAX_TYPES),
        ("hears", "i4", v.MAX_TYPES),  # mask of Event
        # cards by number
        ("card_type", "i4", v.MAX_CARDS),
        ("card_copy", "i4", v.MAX_CARDS),
        ("card_key", "u8", v.MAX_CARDS),  # of name and copy, for shuffles (C7)
        ("character_card", "i4", v.MAX_CARDS),  # the characters' numbers, in order; n_characters of them
        # rows
        ("part", "i4", (v.MAX_PARTS, PART_COLUMNS)),
        ("step", "i4", (v.MAX_ROWS, STEP_COLUMNS)),
        ("mod", "i4", (MAX_MODS, MOD_COLUMNS)),
        ("cancels", "i4", MAX_CANCELS),
        # deck flags: what a deck lacks is one branch not taken
        ("has_reactions", "i4"),  # any reaction
        (
            "has_wide_reactions",
            "i4",
        ),  # a reaction `for = "everyone"`, or one that answers reactions, be it by name
        ("has_powers", "i4"),  # any `action` part
        ("has_live_followers", "i4"),  # a follower type with while, on or action
        ("has_drawn", "i4"),
        ("has_filtered_claims", "i4"),  # a forbid or allow with a card filter
        ("has_values", "i4"),  # a `value` modifier
        ("has_artifacts", "i4"),
        ("has_lasting", "i4"),
        ("has_silence", "i4"),  # a `silence` modifier
        ("has_genders", "i4"),  # a `gender` modifier
        ("has_standing", "i4"),  # a `reaction` of a card that stays: a character's, an artifact's
        ("has_one_each", "i4"),  # a type that is dealt one to each player
        ("has_kept_out", "i4"),  # a type that is shuffled in after the deal
        ("has_copies", "i4"),  # a `copies`
    ],
    align=True,
)


def new_tables() -> np.recarray:
    """An empty table record: shape (1,), dtype TABLES, `part`-number columns at -1, `card` columns at -1."""
    tables = np.zeros(1, dtype=TABLES).view(np.recarray)
    for name in ("play", "action", "reaction", "drawn", "plot"):
        tables[name] = -1
    tables["step"][:, :, Step.CARD] = -1
    tables["mod"][:, :, Mod.CARD] = -1
    tables["part"][:, :, Part.CARD] = -1
    return tables


def tables_bytes(tables: npt.NDArray[np.void]) -> bytes:
    """The bytes over which a deck's hash is taken, the same on every machine (little endian, no padding)."""
    one = tables[0]
    return b"".join(np.ascontiguousarray(one[name]).astype("<i8").tobytes() for name in TABLES.names or ())
