"""What a policy is made of: whole numbers by name, its weights. No numba here, and no numpy.

Most count in hundredths of a point, so that scores are integers, the same on every machine; shares are in percent. A
policy is a row of them (`ROW`); behind the weights stands what follows from them, the worth of rivals (RIVALS).
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from vs_sim.vocabulary import WEIGHTS


class Mode(IntEnum):
    """How a policy comes to its choice."""

    RANDOM = 0  # every legal choice alike
    SCRIPTED = 1  # the highest score
    LOOKAHEAD = 2  # plays the best by score out, and takes the one that ends best


class Feature(NamedTuple):
    """A weight: its name, the values that it may take, what it weighs."""

    name: str
    low: int
    high: int
    meaning: str


FEATURES = (
    Feature("temperature", 0, 10_000, "Mistakes: how far a score is off by chance, 0 never."),
    Feature("win", 0, 1_000_000, "Winning now (and, below 0, letting a rival win)."),
    Feature("own_point", 1, 1000, "A point of its own, the measure of all else: 100."),
    Feature("rival_point", 0, 1000, "A point of a rival who is far from winning, shared among the rivals."),
    Feature("threat_2", 0, 1000, "A point of a rival who is at most 2 points short of winning, of four players."),
    Feature("threat_3", 0, 1000, "The same, 3 points short."),
    Feature("threat_4", 0, 1000, "The same, 4 points short."),
    Feature("threat_5", 0, 1000, "The same, 5 points short."),
    Feature("threat_6", 0, 1000, "The same, 6 points short."),
    Feature("threat_7", 0, 1000, "The same, 7 points short or more."),
    Feature("not_next", 0, 100, "Percent of a threat left where others play before that rival and may see to it."),
    Feature("leader", 0, 1000, "Percent by which a point of the rival nearest to winning is worth more."),
    Feature("patience", 1, 10_000, "Rounds after which rivals' points weigh less and less, so that the game comes to an end."),
    Feature("lay", -1000, 1000, "Laying a follower, beside its points and dots."),
    Feature("dot", -100, 1000, "An open dot without a card in hand for it."),
    Feature("dot_point", -100, 1000, "And more for each point in hand that could be laid on it."),
    Feature("cover", -100, 1000, "Covering a follower at the end of a chain, for each point of it above 1."),
    Feature("hit_share", 0, 200, "Percent of a follower's points that making it inert is worth: it may come back."),
    Feature("use_hit", -1000, 1000, "Keeping a microaggression for later."),
    Feature("use_signal", -1000, 1000, "Keeping a virtue signal for later."),
    Feature("use_plot", -1000, 1000, "Keeping a plot for later."),
    Feature("use_special", -1000, 1000, "Keeping a special or an artifact for later."),
    Feature("use_power", -1000, 1000, "Keeping a power for later."),
    Feature("shield", 0, 200, "Percent of the points of an own follower that shielding it by making it inert is worth."),
    Feature("keep_point", -100, 1000, "Keeping a follower in hand, for each point."),
    Feature("keep_fits", -1000, 1000, "The same, if a dot is open for it."),
    Feature("keep_hit", -1000, 1000, "Keeping a microaggression in hand rather than throwing it away."),
    Feature("keep_signal", -1000, 1000, "Keeping a virtue signal in hand."),
    Feature("keep_cure", -1000, 1000, "Keeping a virtue signal that would restore an own follower."),
    Feature("keep_plot", -1000, 1000, "Keeping a plot in hand."),
    Feature("keep_special", -1000, 1000, "Keeping a special or artifact in hand."),
    Feature("keep_reaction", -1000, 1000, "Keeping a card in hand with which one can react."),
    Feature("react_at", -1000, 10_000, "A reaction card is kept for what costs more than this."),
    Feature("react_late", -1000, 10_000, "The same once somebody is `late` points short of winning."),
    Feature("late", -100, 100, "From how many points short of winning a game counts as late (points, not hundredths)."),
    Feature("card", -1000, 1000, "A card in hand, whatever it is."),
    Feature("turn", -1000, 1000, "A turn, for the player whose it is."),
    Feature("taken_turn", -1000, 1000, "The damage done with a turn that is taken, beside the turn lost."),
    Feature("small", -100, 100, "A look at hidden cards, a follower moved."),
    Feature("not_end", -1000, 1000, "A follower to be destroyed on which others hang: they may fall with it."),
    Feature("forbidden_follower", -2000, 0, "Not being allowed to lay followers, as long as a card says so."),
    Feature("forbidden_hit", -2000, 0, "Not being allowed to play microaggressions."),
    Feature("forbidden_other", -2000, 0, "Not being allowed something else."),
    Feature("spared", 0, 2000, "Others' attacks being kept away."),
    Feature("required", -2000, 0, "A kind of card that must be played, or is not in force."),
    Feature("seen", -2000, 2000, "A hand that everyone sees."),
    Feature("multiplied", 0, 2000, "Followers that count once more."),
    Feature("trigger_share", 0, 1000, "Percent of its worth for which a trigger of a card in force counts."),
    Feature("harmed_share", 0, 100, "A trigger that harms whom an event befell: percent of a point for each follower there."),
    Feature("breadth", 1, 64, "Lookahead: how many choices are played out, the best by score."),
    Feature("rollouts", 1, 100_000, "Lookahead: how many games are played out for one decision, in all."),
    Feature("horizon", 1, 1000, "Lookahead: turns after which a game that is played out is broken off and judged."),
)  # fmt: skip

NAMES = tuple(feature.name for feature in FEATURES)
BY_NAME = {feature.name: feature for feature in FEATURES}
LOOKAHEAD_NAMES = ("breadth", "rollouts", "horizon")

# Places in a row.
(
    TEMPERATURE, WINNING, OWN_POINT, RIVAL_POINT,
    THREAT_2, THREAT_3, THREAT_4, THREAT_5, THREAT_6, THREAT_7, NOT_NEXT, LEADER, PATIENCE,
    LAY, DOT, DOT_POINT, COVER,
    HIT_SHARE, USE_HIT, USE_SIGNAL, USE_PLOT, USE_SPECIAL, USE_POWER, SHIELD,
    KEEP_POINT, KEEP_FITS, KEEP_HIT, KEEP_SIGNAL, KEEP_CURE, KEEP_PLOT, KEEP_SPECIAL, KEEP_REACTION,
    REACT_AT, REACT_LATE, LATE,
    CARD_WORTH, TURN_WORTH, TAKEN_TURN, SMALL, NOT_END,
    FORBIDDEN_FOLLOWER, FORBIDDEN_HIT, FORBIDDEN_OTHER, SPARED, REQUIRED, SEEN, MULTIPLIED,
    TRIGGER_SHARE, HARMED_SHARE,
    BREADTH, ROLLOUTS, HORIZON,
) = range(len(FEATURES))  # fmt: skip
assert NAMES[HORIZON] == "horizon"
assert NAMES[NOT_END] == "not_end"
assert NAMES[USE_HIT] == "use_hit"

MODE = 63
RIVALS = 64  # what a point of a rival is worth: by players still in, points short, whether it plays next
SHORTS = 16  # points short of winning that are told apart: 0 to 15 and more
COUNTS = 13  # players still in: 0 to 12
ROW = WEIGHTS  # numbers of a row, int32
assert len(FEATURES) <= MODE
assert RIVALS + 2 * SHORTS * COUNTS <= ROW
