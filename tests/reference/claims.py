"""What cards in force say: who may do what (X8), who is protected, and the numbers (LANGUAGE section 3)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.reference.game import Game
from tests.reference.model import Mod
from tests.reference.table import InForce
from tests.reference.words import conditions_hold, fits_card, fits_follower, holds
from vs_sim.cards.tables import Rule
from vs_sim.vocabulary import (
    MAX_HAND,
    MAX_PLOTS,
    PROTECT_TARGET,
    PROTECT_VIRTUE_SIGNAL,
    Deed,
    Form,
    Kind,
    Modifier,
    Op,
    Who,
)

NO_CLAIM = -1
PROTECT_OF_KIND = {Kind.MICROAGGRESSION: int(Op.MICROAGGRESS), Kind.VIRTUE_SIGNAL: PROTECT_VIRTUE_SIGNAL}


def rows(game: Game, modifier: Modifier) -> Iterator[tuple[Mod, InForce]]:
    """Rows of a modifier in force whose `if` holds of the holder."""
    if modifier not in game.deck.modifiers:
        return
    for force in game.in_force():
        for mod in game.type_of(force.card).mods:
            if mod.modifier == modifier and conditions_hold(game, mod.conditions, force.holder):
                yield mod, force


def is_about(game: Game, mod: Mod, force: InForce, seat: int) -> bool:
    """Whether a row speaks of a player."""
    if mod.whose == Who.SELF and seat != force.holder:
        return False
    if mod.whose == Who.OTHERS and seat == force.holder:
        return False
    return holds(game, mod.only, seat, force.holder)


def rows_about(game: Game, modifier: Modifier, seat: int) -> Iterator[tuple[Mod, InForce]]:
    """Rows of a modifier that speak of a player."""
    return ((mod, force) for mod, force in rows(game, modifier) if is_about(game, mod, force, seat))


def rank(game: Game, mod: Mod) -> int:
    """X8: the rank of the card that says it."""
    return game.deck.types[mod.source].rank


# --- may and may not ---


def claim(
    game: Game,
    modifier: Modifier,
    deed: Deed,
    seat: int,
    *,
    card: int | None = None,
    at: int | None = None,
    alignment: int | None = None,
) -> int:
    """The highest rank that says `forbid` or `allow` of a deed, NO_CLAIM if none does.

    `card`: with which it is done; `at`: at whom it is aimed; `alignment`: of the dot laid on (JOIN).
    """
    highest = NO_CLAIM
    if (modifier, int(deed)) not in game.deck.said:
        return highest
    for mod, force in rows_about(game, modifier, seat):
        if mod.value != deed:
            continue
        if not mod.against.empty and (at is None or not holds(game, mod.against, at, force.holder)):
            continue
        if alignment is not None:
            if mod.filter.alignments and alignment not in mod.filter.alignments:
                continue
        elif mod.filter.asks and (card is None or not fits_card(game, mod.filter, card, force.card)):
            continue
        highest = max(highest, rank(game, mod))
    return highest


def may(
    game: Game,
    deed: Deed,
    seat: int,
    *,
    card: int | None = None,
    at: int | None = None,
    alignment: int | None = None,
    by_right: int | None = None,
) -> bool:
    """X8: the highest rank decides, at equal rank may not. `by_right`: rank of a right that names the deed."""
    against = claim(game, Modifier.FORBID, deed, seat, card=card, at=at, alignment=alignment)
    if against == NO_CLAIM:
        return True
    pro = claim(game, Modifier.ALLOW, deed, seat, card=card, at=at, alignment=alignment)
    return max(pro, NO_CLAIM if by_right is None else by_right) > against


def is_protected(
    game: Game,
    what: int,
    actor: int,
    target: int,
    *,
    slot: int | None = None,
    regardless: int | None = None,
) -> bool:
    """Whether others may not do `what` (Op or PROTECT_*) to a player or one of its followers.

    Only `regardless` of a higher rank overrides a protection (X8).
    """
    if actor == target or (Modifier.PROTECT, what) not in game.deck.said:
        return False
    highest = NO_CLAIM
    for mod, force in rows_about(game, Modifier.PROTECT, target):
        if mod.value != what:
            continue
        if mod.filter.asks and (
            slot is None or not fits_follower(game, mod.filter, target, slot, this=force.card)
        ):
            continue
        highest = max(highest, rank(game, mod))
    return highest > (NO_CLAIM if regardless is None else regardless)


def is_shielded(game: Game, actor: int, target: int) -> bool:
    """Whether others may aim nothing personal at a player (`protect = "target"`)."""
    return is_protected(game, PROTECT_TARGET, actor, target)


def required(game: Game, seat: int) -> dict[Kind, int]:
    """Kinds that a player must play (`require`) with the highest rank that asks it."""
    found: dict[Kind, int] = {}
    for mod, _ in rows_about(game, Modifier.REQUIRE, seat):
        kind = Kind(mod.value)
        found[kind] = max(found.get(kind, NO_CLAIM), rank(game, mod))
    return found


def requires_all(game: Game, seat: int, kind: Kind) -> bool:
    """P6: whether all cards of the required kind must be played."""
    return any(mod.value == kind for mod, _ in rows_about(game, Modifier.REQUIRE_ALL, seat))


def matches_any(game: Game, seat: int, kind: Kind) -> bool:
    """Whether M2 or V1 asks this player for no like alignment."""
    return any(mod.value == kind for mod, _ in rows_about(game, Modifier.MATCH_ANY, seat))


# --- numbers ---


def apply_forms(game: Game, base: int, found: list[tuple[Mod, InForce]]) -> int:
    """Of plain numbers the highest rank, then the latest in force; then additions, then multiplications."""
    value = base
    plain = [
        (rank(game, mod), force.since, k) for k, (mod, force) in enumerate(found) if mod.form == Form.SET
    ]
    if plain:
        value = found[max(plain)[2]][0].value
    value += sum(mod.value for mod, _ in found if mod.form == Form.ADD)
    for mod, _ in found:
        if mod.form == Form.MULTIPLY:
            value *= mod.value
    return value


def number(game: Game, modifier: Modifier, seat: int, base: int, lowest: int, highest: int) -> int:
    """A number of a player, kept within its bounds."""
    value = apply_forms(game, base, list(rows_about(game, modifier, seat)))
    return min(max(value, lowest), highest)


def hand_size(game: Game, seat: int) -> int:
    """T3."""
    return number(game, Modifier.HAND_SIZE, seat, game.deck.rule(Rule.HAND_SIZE), 0, MAX_HAND)


def draw_limit(game: Game, seat: int) -> int:
    """Cards drawn at T3 at most."""
    return number(game, Modifier.DRAW_LIMIT, seat, MAX_HAND, 0, MAX_HAND)


def actions(game: Game, seat: int) -> int:
    """Actions in a turn (T2)."""
    return number(game, Modifier.ACTIONS, seat, 1, 1, 9)


def points_to_win(game: Game, seat: int) -> int:
    """W1."""
    return number(game, Modifier.POINTS_TO_WIN, seat, game.deck.rule(Rule.POINTS_TO_WIN), 1, 99)


def max_plots(game: Game) -> int:
    """P1: everyone's, whoever's card it is that says so."""
    value = apply_forms(game, game.deck.rule(Rule.MAX_PLOTS), list(rows(game, Modifier.MAX_PLOTS)))
    return min(max(value, 0), MAX_PLOTS)


def more_destroyed(game: Game, seat: int) -> int:
    """How many more a personal destruction of this player takes."""
    return sum(mod.value for mod, _ in rows_about(game, Modifier.MORE_DESTROYED, seat))


def worth_of(game: Game, seat: int, slot: int) -> int:
    """W1: what a follower is worth; an inert one nothing, unless a `value` says `inert = true`."""
    laid = game.players[seat].coalition.laid[slot]
    if Modifier.VALUE not in game.deck.modifiers:
        return 0 if laid.inert else game.type_of(laid.card).points
    found = [
        (mod, force)
        for mod, force in rows_about(game, Modifier.VALUE, seat)
        if fits_follower(game, mod.filter, seat, slot, this=force.card)
    ]
    if laid.inert and not found:
        return 0
    return min(max(apply_forms(game, game.type_of(laid.card).points, found), 0), 99)


def points_of(game: Game, seat: int) -> int:
    """W1: what a coalition is worth."""
    player = game.players[seat]
    return player.bonus + sum(worth_of(game, seat, slot) for slot in player.coalition.followers)
