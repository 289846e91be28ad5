"""Player words, counts, comparisons and filters (LANGUAGE section 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.reference.game import Game
from tests.reference.model import ANY_CARD, THIS_CARD, CardFilter, Step, Words
from vs_sim.vocabulary import Count, Gender, Inert, Kind, Word


def gender_of(game: Game, seat: int) -> Gender:
    """C5: the gender of a player now."""
    return game.players[seat].gender


def count(game: Game, what: Count, seat: int | None) -> int:
    """A count of a player (None: nobody, 0) or of the table."""
    of_table: dict[Count, Callable[[], int]] = {
        Count.PLOTS: lambda: len(game.plots),
        Count.PLAYERS: lambda: len(game.seats_in),
        Count.ROUND: lambda: game.round,
    }
    if what in of_table:
        return of_table[what]()
    if seat is None:
        return 0
    from tests.reference.claims import points_of  # claims ask for words, and words for points

    player = game.players[seat]
    coalition = player.coalition
    of_player: dict[Count, Callable[[], int]] = {
        Count.POINTS: lambda: points_of(game, seat),
        Count.FOLLOWERS: lambda: len(coalition.live),
        Count.INERT: lambda: sum(laid.inert for laid in coalition.followers.values()),
        Count.HAND: lambda: len(player.hand),
        Count.ALIGNMENTS: lambda: len({a for x in coalition.live for a in game.type_of(x.card).alignments}),
        Count.JOBS: lambda: len(player.jobs) + player.job_tokens,
        Count.ARTIFACTS: lambda: sum(
            x.seat == seat and game.type_of(x.card).kind == Kind.ARTIFACT for x in game.lying
        ),
        Count.SEAT: lambda: seat,
    }
    return of_player[what]()


def has_most(game: Game, what: Count, seat: int) -> bool:
    """All who tie for most have most."""
    return count(game, what, seat) == max(count(game, what, s) for s in game.seats_in)


def has_fewest(game: Game, what: Count, seat: int) -> bool:
    """All who tie for fewest have fewest."""
    return count(game, what, seat) == min(count(game, what, s) for s in game.seats_in)


def is_word(game: Game, word: Word, seat: int, viewpoint: int | None) -> bool:
    """Whether a word holds of a seat; `viewpoint` is self (None: nobody)."""
    if word == Word.SELF:
        return seat == viewpoint
    if word in (Word.NEXT, Word.PREVIOUS):
        others = game.from_left(viewpoint) if viewpoint is not None else []
        return bool(others) and seat == (others[0] if word == Word.NEXT else others[-1])
    if word in (Word.MALE, Word.FEMALE):
        return gender_of(game, seat) == (Gender.MALE if word == Word.MALE else Gender.FEMALE)
    most = {Word.LEADER: Count.FOLLOWERS, Word.MOST_POINTS: Count.POINTS, Word.MOST_CARDS: Count.HAND}
    if word in most:
        return has_most(game, most[word], seat)
    fewest = {Word.FEWEST_POINTS: Count.POINTS, Word.FEWEST_CARDS: Count.HAND}
    return has_fewest(game, fewest[word], seat)


def holds(game: Game, words: Words, seat: int, viewpoint: int | None) -> bool:
    """Whether all words and the comparison hold of a seat."""
    if words.comparison is not None:
        comparison = words.comparison
        if not comparison.holds(count(game, comparison.count, seat)):
            return False
    return all(is_word(game, w, seat, viewpoint) for w in words.asked) and not any(
        is_word(game, w, seat, viewpoint) for w in words.denied
    )


def conditions_hold(game: Game, conditions: Iterable[Step], self_: int | None) -> bool:
    """Whether every `if` holds of self."""
    return all(self_ is not None and holds(game, step.only, self_, self_) for step in conditions)


def fits_card(game: Game, wanted: CardFilter, card: int, this: int | None = None) -> bool:
    """Whether a card passes a card filter; `this` is the very card that `"this"` stands for."""
    card_type = game.type_of(card)
    if wanted.kinds and card_type.kind not in wanted.kinds:
        return False
    if wanted.levels and card_type.level not in wanted.levels:
        return False
    if wanted.alignments and not wanted.alignments & card_type.alignments:
        return False
    if wanted.card == THIS_CARD:
        return card == this
    return wanted.card in (ANY_CARD, card_type.number)


def fits_state(game: Game, wanted: CardFilter, seat: int, slot: int, hit: int | None) -> bool:
    """Whether a follower lies where the filter asks (D1) and is inert or not as it asks (M4, P4)."""
    coalition = game.players[seat].coalition
    laid = coalition.laid[slot]
    if not wanted.anywhere and slot not in coalition.ends_of_chain():
        return False
    return {
        Inert.NO: not laid.inert,
        Inert.YES: laid.inert,
        Inert.ANY: True,
        Inert.HIT: not laid.inert or laid.card == hit,
    }[wanted.inert]


def fits_follower(
    game: Game, wanted: CardFilter, seat: int, slot: int, *, hit: int | None = None, this: int | None = None
) -> bool:
    """Whether a follower passes a follower filter."""
    card = game.players[seat].coalition.laid[slot].card
    return fits_card(game, wanted, card, this) and fits_state(game, wanted, seat, slot, hit)
