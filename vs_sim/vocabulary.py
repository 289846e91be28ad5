"""The words of the game and of the card language as numbers, and the limits of the engine.

Enum members are the one source of the words: the loader reads them (`word`), the compiler writes their numbers
into tables, the kernels compare against them. Nothing else of ours is imported here.
"""

from __future__ import annotations

from enum import IntEnum

# --- limits (LANGUAGE sections 1, 2, 7; RULES S5) ---
MAX_SEATS = 12
MAX_TYPES = 250
MAX_PLOT_TYPES = 60
MAX_CARDS = 512  # 500 in a deck, and one number for each house rule and character
MAX_ROWS = 2000
MAX_PARTS = 1000
MAX_ALIGNMENTS = 8
MAX_HAND = 60
MAX_FOLLOWERS = 60
SLOTS = 64  # slot 0 is the character, 1 to 60 are followers
MAX_WITHIN = 32  # actions within each other (W5)
MAX_FRAMES = 132  # up to four frames for each of them: turn, play, steps, steps of an option
MAX_WAITING = 64  # triggers waiting (W5)
MAX_FURTHER = 64  # further turns that are owed (W5)
# Of a step's number times its `per`, and of Job tokens on a character: more than a game can use.
MOST_TIMES = 9999
MOST_BONUS = 30000  # points by the verb `points`, and as many below 0
MAX_PLOTS = 8
MAX_FORCE = MAX_CARDS  # cards in force that have modifiers, triggers, an action or a reaction
MAX_CHOICES = 4096
MAX_POLICIES = 32  # in one run
WEIGHTS = 512  # numbers of a policy (policies/features.py)


def word(member: IntEnum) -> str:
    """The word of the card language for an enum member: `END_OF_CHAIN` is "end of chain" (`_` is a space)."""
    return member.name.lower().replace("_", " ")


class Kind(IntEnum):
    """Kinds of card (C1 to C6); written with `_` in a deck file."""

    FOLLOWER = 0
    MICROAGGRESSION = 1
    VIRTUE_SIGNAL = 2
    PLOT = 3
    SPECIAL = 4
    ARTIFACT = 5
    CHARACTER = 6
    HOUSE_RULE = 7


# X8: the rank of each kind of card, by Kind.
RANKS = (1, 1, 1, 2, 3, 1, 1, 0)


class Gender(IntEnum):
    """C5. CHOOSES stands in tables only; in a game a player is MALE or FEMALE."""

    NONE = 0
    MALE = 1
    FEMALE = 2
    CHOOSES = 3


class Edge(IntEnum):
    """G1: edges of a card, quarter turns clockwise. Even edges are ends, odd ones sides."""

    TOP = 0
    RIGHT = 1
    BOTTOM = 2
    LEFT = 3


class Word(IntEnum):
    """Player words: bit `w` asks for it, bit `w + 16` for its "not"."""

    SELF = 0
    MALE = 1
    FEMALE = 2
    LEADER = 3
    MOST_POINTS = 4
    FEWEST_POINTS = 5
    MOST_CARDS = 6
    FEWEST_CARDS = 7
    NEXT = 8
    PREVIOUS = 9


class Count(IntEnum):
    """Counts of a player (up to SEAT) and of the table, for comparisons and `per`."""

    POINTS = 0
    FOLLOWERS = 1
    INERT = 2
    HAND = 3
    ALIGNMENTS = 4
    JOBS = 5
    ARTIFACTS = 6
    SEAT = 7
    PLOTS = 8
    PLAYERS = 9
    ROUND = 10


class Compare(IntEnum):
    """Operators of a comparison. Packed: bit 0 is 1, bits 1-4 the count, 5-7 the operator, from 8 the number."""

    EQ = 0
    NE = 1
    LT = 2
    LE = 3
    GT = 4
    GE = 5


COMPARE_TEXT = ("=", "!=", "<", "<=", ">", ">=")


class Target(IntEnum):
    """Whom a part or step is done to. PART (of a step): the target of its part."""

    PART = -1
    SELF = 0
    OPPONENT = 1
    PLAYER = 2
    NEXT = 3
    PREVIOUS = 4
    OTHERS = 5
    EVERYONE = 6
    ACTOR = 7
    AFFECTED = 8


class Choose(IntEnum):
    """Who picks. Left out in a deck it is settled when the deck is compiled."""

    SELF = 0
    OWNER = 1
    RANDOM = 2


class Op(IntEnum):
    """Operations of step rows. The first 17 are the verbs, `either` is one too; the rest steer."""

    DESTROY = 0
    STEAL = 1
    MOVE = 2
    MICROAGGRESS = 3
    CLEAR = 4
    DRAW = 5
    DISCARD = 6
    TAKE = 7
    GIVE = 8
    SWAP = 9
    LOOK = 10
    MORE = 11
    SKIP = 12
    TAKE_TURN = 13
    POINTS = 14
    ELIMINATE = 15
    WIN = 16
    EITHER = 17  # n options; the n rows behind it are OPTION rows; a = the row after all of it
    OPTION = 18  # a, b = first row and end of the option's steps
    IF = 19  # only, compare on self; a = the row to go on with if it does not hold
    CHANCE = 20  # n percent; a as in IF


class Clear(IntEnum):
    """`kind` of the verb `clear` (column a)."""

    MICROAGGRESSION = 0
    JOB = 1
    ARTIFACT = 2
    SPECIAL = 3
    PLOT = 4


class Into(IntEnum):
    """Where a card goes (`discard`, reactions; for `take` HAND and OWNERS_HAND)."""

    DISCARD_PILE = 0
    DRAW_PILE = 1
    TOP = 2
    BOTTOM = 3
    HAND = 4
    OWNERS_HAND = 5


class From(IntEnum):
    """`from` of the verb `take` (column a)."""

    HAND = 0
    DISCARD_PILE = 1
    DRAW_PILE = 2
    COALITION = 3


class StepFlag(IntEnum):
    """Bits of the column `flags` of a step row; bits 8-11 hold `per` (Count + 1, 0 none)."""

    MAY = 1
    UP_TO = 2
    REGARDLESS = 4
    SPREADS = 8
    GLOBAL = 16  # its target, own or the part's, is others or everyone
    PERSONAL = 32  # its target is chosen, next, previous, actor or affected


class Inert(IntEnum):
    """The key `inert` of a follower filter (M4, P4)."""

    NO = 0
    YES = 1
    ANY = 2
    HIT = 3


class Filter(IntEnum):
    """Bit offsets of a packed filter; 0 in a field asks for nothing.

    levels: 3 bits (level 1 is the lowest); alignments: 8; named: 1 (the alignment named in playing); anywhere: 1
    (else end-of-chain); inert: 2 (Inert); kinds: 8 (by Kind).
    """

    LEVELS = 0
    ALIGNMENTS = 3
    NAMED = 11
    ANYWHERE = 12
    INERT = 13
    KINDS = 15


class Modifier(IntEnum):
    """Modifiers of cards in force (LANGUAGE section 3)."""

    FORBID = 0
    ALLOW = 1
    PROTECT = 2
    REQUIRE = 3
    REQUIRE_ALL = 4
    MATCH_ANY = 5
    HAND_SIZE = 6
    DRAW_LIMIT = 7
    ACTIONS = 8
    POINTS_TO_WIN = 9
    MAX_PLOTS = 10
    VALUE = 11
    MORE_DESTROYED = 12
    GENDER = 13
    SILENCE = 14
    OPEN_HAND = 15


class Form(IntEnum):
    """Number form: 8 sets, "+1" adds, "x2" multiplies."""

    SET = 0
    ADD = 1
    MULTIPLY = 2


class Deed(IntEnum):
    """Values of `forbid` and `allow`. 0 to 5 play a card of that Kind."""

    FOLLOWER = 0
    MICROAGGRESSION = 1
    VIRTUE_SIGNAL = 2
    PLOT = 3
    SPECIAL = 4
    ARTIFACT = 5
    POWER = 6
    DISCARD = 7
    REACTION = 8
    DRAW = 9
    JOIN = 10


DEEDS = 11

# Values of `protect`: the number of an Op (MICROAGGRESS is the card too), or one of these.
PROTECT_VIRTUE_SIGNAL = 17
PROTECT_TARGET = 18
PROTECTIONS = 19


class PartKind(IntEnum):
    """Parts of a card (LANGUAGE section 1)."""

    PLAY = 0
    ACTION = 1
    REACTION = 2
    DRAWN = 3
    TRIGGER = 4


class Who(IntEnum):
    """`by`, `to` of a trigger; `for` of a modifier or reaction."""

    SELF = 0
    OTHERS = 1
    EVERYONE = 2


class Event(IntEnum):
    """Events (LANGUAGE section 4); written with `_` in a deck file."""

    GAME_START = 0
    TURN_START = 1
    TURN_END = 2
    TURN_SKIPPED = 3
    CARD_DRAWN = 4
    CARD_PLAYED = 5
    CARD_DISCARDED = 6
    MICROAGGRESSION_LANDED = 7
    MICROAGGRESSION_REMOVED = 8
    FOLLOWER_DESTROYED = 9
    FOLLOWER_STOLEN = 10
    PLOT_ENDED = 11
    REACTION_PLAYED = 12
    PLAYER_ELIMINATED = 13


class Deal(IntEnum):
    """The key `deal` of a card."""

    SHUFFLED = 0
    KEPT_OUT = 1
    ONE_EACH = 2


# `lasts`: 0 does not last (or stays for good); 1-99 turns; these two words.
LASTS_TURN = 100
LASTS_ROUND = 101


class Geometry(IntEnum):
    """G8."""

    TABLE = 0
    ABSTRACT = 1


class Result(IntEnum):
    """How a game stands. Above WON it is unfinished (W4, W5)."""

    RUNNING = 0
    WON = 1
    LAST_LEFT = 2  # W6: won as the last player left
    CAPPED = 3
    STALLED = 4
    RUNAWAY = 5


class Ask(IntEnum):
    """What a decision is about (N2)."""

    NOTHING = 0
    ACTION = 1
    REACTION = 2
    VICTIM = 3
    SPREAD = 4
    REPLACE = 5
    GENDER = 6
    COST = 7
    CHARACTER = 8
    STEAL_SET = 9
    STEAL_PLACE = 10
    OPTION = 11
    MAY = 12
    CARD = 13
    TARGET = 14
    ALIGNMENT = 15
    MOVE_PLACE = 16


class Do(IntEnum):
    """What a choice does (bits 0-5 of a packed choice)."""

    FOLLOWER = 0
    MICROAGGRESSION = 1
    VIRTUE_SIGNAL = 2
    PLOT = 3
    SPECIAL = 4
    ARTIFACT = 5
    POWER = 6
    DISCARD = 7
    PASS = 8
    STOP = 9
    NO = 10
    YES = 11
    REACT = 12  # with a card
    VICTIM = 13  # a follower
    PLAYER = 14  # a player
    CARD = 15  # a card: cost, discard, plot to replace, character
    GENDER = 16  # aux = Gender
    SET = 17  # a set of followers to steal: up to three slots
    PLACE = 18  # a stolen or moved follower with its place
    OPTION = 19  # aux = number of the option
    ALIGNMENT = 20  # aux = alignment


class Choice(IntEnum):
    """Bit offsets of a packed choice (int64). A field that does not apply is 0.

    do: 6 bits (Do); card: 10 (card number + 1); seat: 4 (target seat + 1); slot: 6 (follower, or card laid on);
    edge: 2 (its edge that is laid on, Edge of that card); own: 2 (own edge); aux: 10 (part number, gender, option);
    slot2, slot3: 6 each (further followers of a set).
    """

    DO = 0
    CARD = 6
    SEAT = 16
    SLOT = 20
    EDGE = 26
    OWN = 28
    AUX = 30
    SLOT2 = 40
    SLOT3 = 46


class Stream(IntEnum):
    """Random streams (N1, STATISTICS). DEAL and CHARACTERS are keyed by block, the others by game."""

    DEAL = 0
    CHARACTERS = 1
    RESHUFFLE = 2
    EFFECTS = 3
    POLICY = 4  # + seat


class Error(IntEnum):
    """Error codes of kernels; Python raises for them, naming seed and game."""

    NONE = 0
    CHOICES_FULL = 1
    FRAMES_FULL = 2
    BAD_CHOICE = 3
    BAD_STATE = 4
    LISTS_FULL = 5
    INVARIANT = 6


class Stat(IntEnum):
    """Counters per seat (columns of the seats rows)."""

    TURNS = 0
    SKIPPED = 1
    TAKEN = 2  # turns of this seat that another took
    PASSED_OVER = 3
    FOLLOWERS = 4  # played
    MICROAGGRESSIONS = 5
    VIRTUE_SIGNALS = 6
    PLOTS = 7
    SPECIALS = 8
    ARTIFACTS = 9
    POWERS = 10
    DISCARDS = 11
    PASSES = 12
    ATTACKS_MADE = 13  # microaggressions, specials, powers and legs aimed at another player
    ATTACKS_SUFFERED = 14
    FOLLOWERS_LOST = 15  # destroyed, orphans too
    FOLLOWERS_STOLEN = 16  # stolen by this seat
    FOLLOWERS_ROBBED = 17  # stolen from this seat
    REACTIONS = 18
    CANCELLED = 19  # own actions cancelled by another
    DRAWN = 20
    CARDS_LOST = 21  # discarded from the hand by effects
    MADE_INERT = 22  # own followers hit
    DECISIONS = 23


STATS = 24
