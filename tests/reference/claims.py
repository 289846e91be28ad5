"""What cards in force say: who may do what (X8), who is protected, and the numbers (LANGUAGE section 3)."""

from __future__ import annotations

from dataclasses import replace

from tests.reference.force import NO_CLAIM, rank_of, rows, rows_about
from tests.reference.game import Game
from tests.reference.model import CardType, Mod
from tests.reference.table import InForce
from tests.reference.words import asked_alignments, fits_follower, fits_type, holds
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
)

PROTECT_OF_KIND = {Kind.MICROAGGRESSION: int(Op.MICROAGGRESS), Kind.VIRTUE_SIGNAL: PROTECT_VIRTUE_SIGNAL}


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
    role: CardType | None = None,
) -> int:
    """The highest rank that says `forbid` or `allow` of a deed, NO_CLAIM if none does.

    `card`: with which it is done, `role`: as what; `at`: at whom it is aimed; `alignment`: of the dot laid on (JOIN).
    """
    highest = NO_CLAIM
    if (modifier, int(deed)) not in game.deck.said:
        return highest
    for mod, force in rows_about(game, modifier, seat):
        if mod.value != deed:
            continue
        if not mod.against.empty and (at is None or not holds(game, mod.against, at, force.holder)):
            continue
        wanted = mod.filter
        if alignment is not None:
            asked = asked_alignments(game, wanted, force.card)
            if asked is not None and alignment not in asked:
                continue
            wanted = replace(wanted, alignments=frozenset(), named=False)
        if wanted.asks:
            if card is None:
                continue
            if not fits_type(game, wanted, role or game.role_of(card), card, force.card):
                continue
        highest = max(highest, rank_of(game, mod))
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
    role: CardType | None = None,
) -> bool:
    """X8: the highest rank decides, at equal rank may not. `by_right`: rank of a right that names the deed."""
    against = claim(game, Modifier.FORBID, deed, seat, card=card, at=at, alignment=alignment, role=role)
    if against == NO_CLAIM:
        return True
    pro = claim(game, Modifier.ALLOW, deed, seat, card=card, at=at, alignment=alignment, role=role)
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
        highest = max(highest, rank_of(game, mod))
    return highest > NO_CLAIM and (regardless is None or highest >= regardless)


def is_shielded(game: Game, actor: int, target: int) -> bool:
    """Whether others may aim nothing personal at a player (`protect = "target"`)."""
    return is_protected(game, PROTECT_TARGET, actor, target)


def required(game: Game, seat: int) -> dict[Kind, int]:
    """Kinds that a player must play (`require`) with the highest rank that asks it."""
    found: dict[Kind, int] = {}
    for mod, _ in rows_about(game, Modifier.REQUIRE, seat):
        kind = Kind(mod.value)
        found[kind] = max(found.get(kind, NO_CLAIM), rank_of(game, mod))
    return found


def requires_all(game: Game, seat: int, kind: Kind) -> bool:
    """P6: whether all cards of the required kind must be played."""
    return any(mod.value == kind for mod, _ in rows_about(game, Modifier.REQUIRE_ALL, seat))


def matches_any(game: Game, seat: int, kind: Kind) -> bool:
    """Whether M2 or V1 asks this player for no like alignment."""
    return any(mod.value == kind for mod, _ in rows_about(game, Modifier.MATCH_ANY, seat))


def is_open_handed(game: Game, seat: int) -> bool:
    """Whether everyone sees this player's hand."""
    return not game.players[seat].out and any(True for _ in rows_about(game, Modifier.OPEN_HAND, seat))


def show_open_hands(game: Game) -> None:
    """N1: everyone sees the hands that are open."""
    if Modifier.OPEN_HAND not in game.deck.modifiers:
        return
    for seat in game.seats_in:
        if is_open_handed(game, seat):
            for viewer in game.from_left(seat):
                game.players[viewer].known |= game.players[seat].hand


# --- numbers ---


def apply_forms(game: Game, base: int, found: list[tuple[Mod, InForce]]) -> int:
    """Of plain numbers the highest rank, then the latest in force; then additions, then multiplications."""
    value = base
    plain = [
        (rank_of(game, mod), force.since, k) for k, (mod, force) in enumerate(found) if mod.form == Form.SET
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
    everyone = frozenset(game.seats_in)
    found = [(mod, force) for mod, force in rows(game, Modifier.MAX_PLOTS) if force.deaf != everyone]
    value = apply_forms(game, game.deck.rule(Rule.MAX_PLOTS), found)
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
