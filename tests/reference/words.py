"""Player words, counts, comparisons and filters (LANGUAGE section 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.reference.game import Game
from tests.reference.model import ANY_CARD, THIS_CARD, CardFilter, CardType, Step, Words
from tests.reference.table import Player
from vs_sim.vocabulary import Count, Gender, Inert, Kind, Modifier, Word

OTHER_GENDER = {Gender.MALE: Gender.FEMALE, Gender.FEMALE: Gender.MALE, Gender.NONE: Gender.NONE}


def gender_of(game: Game, seat: int) -> Gender:
    """C5: the gender of a player now: of the highest rank that says one, at equal rank of the latest in force."""
    own = game.players[seat].gender
    if Modifier.GENDER not in game.deck.modifiers or game.settling_gender:
        return own
    from tests.reference.force import rank_of, rows_about  # what is in force asks for words

    silencing, game.silencing = game.silencing, None  # as it is, whatever else is being settled
    game.settling_gender = True
    try:
        said = [
            (rank_of(game, m), f.since, k, m.value)
            for k, (m, f) in enumerate(rows_about(game, Modifier.GENDER, seat))
        ]
    finally:
        game.settling_gender, game.silencing = False, silencing
    value = max(said)[-1] if said else int(own)
    return OTHER_GENDER[own] if value == Gender.NONE else Gender(value)


def count(game: Game, what: Count, seat: int | None) -> int:
    """A count of a player (None: nobody, 0) or of the table."""
    if what in OF_TABLE:
        return OF_TABLE[what](game)
    return 0 if seat is None else OF_PLAYER[what](game, game.players[seat])


def _points(game: Game, player: Player) -> int:
    from tests.reference.claims import points_of  # claims ask for words, and words for points

    return points_of(game, player.seat)


def _alignments(game: Game, player: Player) -> int:
    return len({a for laid in player.coalition.live for a in game.type_of(laid.card).alignments})


def _artifacts(game: Game, player: Player) -> int:
    return sum(x.seat == player.seat and game.role_of(x.card).kind == Kind.ARTIFACT for x in game.lying)


OF_TABLE: dict[Count, Callable[[Game], int]] = {
    Count.PLOTS: lambda game: len(game.plots),
    Count.PLAYERS: lambda game: len(game.seats_in),
    Count.ROUND: lambda game: game.round,
}
OF_PLAYER: dict[Count, Callable[[Game, Player], int]] = {
    Count.POINTS: _points,
    Count.FOLLOWERS: lambda _, player: len(player.coalition.live),
    Count.INERT: lambda _, player: sum(laid.inert for laid in player.coalition.followers.values()),
    Count.HAND: lambda _, player: len(player.hand),
    Count.ALIGNMENTS: _alignments,
    Count.JOBS: lambda _, player: len(player.jobs) + player.job_tokens,
    Count.ARTIFACTS: _artifacts,
    Count.SEAT: lambda _, player: player.seat,
}


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


def asked_alignments(game: Game, wanted: CardFilter, this: int | None) -> frozenset[int] | None:
    """The alignments that a filter asks for; None: any. As long as `this` card has named none, `named` is any."""
    if not wanted.named:
        return wanted.alignments or None
    named = None if this is None else game.named.get(this)
    return None if named is None else wanted.alignments | {named}


def fits_type(game: Game, wanted: CardFilter, card_type: CardType, card: int, this: int | None) -> bool:
    """Whether a card that is of a type passes a card filter; `this`: the very card that asks."""
    if wanted.kinds and card_type.kind not in wanted.kinds:
        return False
    if wanted.levels and card_type.level not in wanted.levels:
        return False
    alignments = asked_alignments(game, wanted, this)
    if alignments is not None and not alignments & card_type.alignments:
        return False
    if wanted.card == THIS_CARD:
        return card == this
    return wanted.card in (ANY_CARD, card_type.number)


def fits_card(game: Game, wanted: CardFilter, card: int, this: int | None) -> bool:
    """Whether a card passes a card filter; `this`: the very card that asks."""
    return fits_type(game, wanted, game.role_of(card), card, this)


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
    game: Game, wanted: CardFilter, seat: int, slot: int, *, this: int | None, hit: int | None = None
) -> bool:
    """Whether a follower passes a follower filter."""
    card = game.players[seat].coalition.laid[slot].card
    return fits_card(game, wanted, card, this) and fits_state(game, wanted, seat, slot, hit)
