"""Cards in force, and those that are silenced (LANGUAGE section 3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tests.reference.game import Game
from tests.reference.model import CardType, Mod
from tests.reference.table import InForce, Lying, Player
from tests.reference.words import conditions_hold, holds
from vs_sim.vocabulary import RANKS, Kind, Modifier, Who

NO_CLAIM = -1
SILENCING_RANKS = (RANKS[Kind.SPECIAL], RANKS[Kind.PLOT])  # no other outranks anything that can be silenced
Found = tuple[int, int | None, int, CardType]  # card, holder, since when, what it is
Silences = dict[tuple[Kind, int], int]  # by kind and seat: the highest rank that silences


# --- all that lies there ---


def on_the_table(game: Game, types: Collection[int], first_seat: int = 0) -> list[InForce]:
    """Cards of some types: house rules, then plots in order, then seat by seat from `first_seat`."""
    there: list[Found] = [(card, None, 0, game.type_of(card)) for card in game.deck.house_rules]
    there += [(plot.card, None, plot.since, game.type_of(plot.card)) for plot in game.plots]
    lying = [x for x in game.lying if game.role_of(x.card).number in types]
    followers = not game.deck.speaking(Kind.FOLLOWER).isdisjoint(types)
    if lying or followers or not game.deck.speaking(Kind.CHARACTER).isdisjoint(types):
        for player in game.players[first_seat:] + game.players[:first_seat]:
            there += _with_player(game, player, lying, followers=followers)
    return [InForce(*found) for found in there if found[3].number in types]


def _with_player(game: Game, player: Player, lying: list[Lying], *, followers: bool) -> list[Found]:
    """Character, artifacts, lasting specials and, where they are wanted, followers."""
    seat, found = player.seat, list[Found]()
    if player.out:
        return found
    if player.character is not None:
        found.append((player.character, seat, 0, game.type_of(player.character)))
    for kind in (Kind.ARTIFACT, Kind.SPECIAL) if lying else ():
        of_kind = [x for x in lying if x.seat == seat and game.role_of(x.card).kind == kind]
        found += [(x.card, seat, x.since, game.role_of(x.card)) for x in of_kind]
    if followers:
        found += [(x.card, seat, x.since, game.type_of(x.card)) for x in player.coalition.live]
    return found


# --- what of it is in force ---


def in_force(game: Game, first_seat: int = 0, types: Collection[int] | None = None) -> list[InForce]:
    """Cards in force that say anything, in the order of triggers; plots with the players for whom they are silenced.

    `types`: of these types only.
    """
    found = on_the_table(game, game.deck.speaking() if types is None else types, first_seat)
    if not found or Modifier.SILENCE not in game.deck.modifiers:
        return found
    silent = silences(game)
    for force in found:
        if force.holder is None:
            force.deaf = frozenset(s for s in game.seats_in if _outranked(silent, force.type, s))
    return [f for f in found if f.holder is None or not _outranked(silent, f.type, f.holder)]


def _outranked(silent: Silences, card_type: CardType, seat: int) -> bool:
    return silent.get((card_type.kind, seat), NO_CLAIM) > card_type.rank


def silences(game: Game) -> Silences:
    """Which kinds are silenced for whom; the highest rank first, its words looked at before lower ones are settled."""
    if game.silencing is not None:
        return game.silencing
    game.silencing = {}
    there = on_the_table(game, game.deck.saying[Modifier.SILENCE])
    try:
        for rank in SILENCING_RANKS:
            found = {
                (Kind(mod.value), seat): rank
                for force in there
                for mod in force.type.mods
                if mod.modifier == Modifier.SILENCE and force.type.rank == rank
                if conditions_hold(game, mod.conditions, force.holder)
                for seat in game.seats_in
                if is_about(game, mod, force, seat) and not _outranked(game.silencing, force.type, seat)
            }
            game.silencing = found | game.silencing
        return game.silencing
    finally:
        game.silencing = None


def is_silenced(game: Game, card: int, seat: int) -> bool:
    """Whether a character, artifact or plot is not in force for a player."""
    if Modifier.SILENCE not in game.deck.modifiers:
        return False
    return _outranked(silences(game), game.role_of(card), seat)


def is_in_force(game: Game, card: int, holder: int | None, self_: int) -> bool:
    """Whether a card is still in force, with the same holder, for self."""
    return any(f.card == card and f.holder == holder and self_ not in f.deaf for f in in_force(game))


# --- rows of modifiers ---


def rows(game: Game, modifier: Modifier) -> Iterator[tuple[Mod, InForce]]:
    """Rows of a modifier in force whose `if` holds of the holder."""
    if modifier not in game.deck.modifiers:
        return
    for force in in_force(game, types=game.deck.saying[modifier]):
        for mod in force.type.mods:
            if mod.modifier == modifier and conditions_hold(game, mod.conditions, force.holder):
                yield mod, force


def is_about(game: Game, mod: Mod, force: InForce, seat: int) -> bool:
    """Whether a row speaks of a player."""
    if mod.whose == Who.SELF and seat != force.holder:
        return False
    if (mod.whose == Who.OTHERS and seat == force.holder) or seat in force.deaf:
        return False
    return holds(game, mod.only, seat, force.holder)


def rows_about(game: Game, modifier: Modifier, seat: int) -> Iterator[tuple[Mod, InForce]]:
    """Rows of a modifier that speak of a player."""
    return ((mod, force) for mod, force in rows(game, modifier) if is_about(game, mod, force, seat))


def rank_of(game: Game, mod: Mod) -> int:
    """X8: the rank of the card that says it."""
    return game.deck.types[mod.source].rank
