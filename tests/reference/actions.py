"""What a player may do in a turn: every action, the rights to act, and the duty of P6 (RULES T1, T2, M, V, P, X8)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass

from tests.reference import claims, steps
from tests.reference.choosing import like_once
from tests.reference.events import is_artifact
from tests.reference.followers import banned_joins
from tests.reference.force import is_silenced
from tests.reference.game import Game, played_card_out
from tests.reference.geometry import places
from tests.reference.model import CardFilter, CardType, Part
from tests.reference.picks import Pick
from tests.reference.reactions import used_up
from tests.reference.table import EVERYTHING_LEFT, TOKEN, Right, Turn
from tests.reference.words import fits_type
from vs_sim.vocabulary import Deed, Do, Inert, Kind, Modifier


@dataclass(frozen=True)
class Act:
    """One thing to do: the pick, the deed, its card, what that is played as, the player aimed at, its part and holder."""

    pick: Pick
    deed: Deed
    card: int
    kind: Kind | None = None  # of a card that is played
    at: int | None = None
    part: Part | None = None
    holder: int | None = None
    role: CardType | None = None
    needs_right: bool = True


Legal = list[
    tuple[Act, list[Right | None]]
]  # each act with the rights under which it may be done, best first


def legal_acts(game: Game, turn: Turn) -> tuple[Legal, bool]:
    """All that may be done now, and whether a duty stands (then there is neither stop nor pass)."""
    rights = rights_left(game, turn)
    legal: Legal = []
    for act in [*powers(game, turn.seat), *discards(game, turn.seat), *plays(game, turn.seat)]:
        under = allowed_rights(game, turn.seat, act, rights)
        if not act.needs_right:
            under = [None] if is_allowed(game, turn.seat, act, None) else []
        if under:
            legal.append((act, under))
    legal += follower_acts(game, turn.seat, rights)
    return under_duty(game, turn, legal)


# --- rights to act ---


def rights_left(game: Game, turn: Turn) -> list[Right]:
    """Rights to act in the order in which they are spent: narrowest filter, highest rank, oldest; the own last."""
    extras = sorted(turn.extras, key=lambda r: (-keys_written(r), -r.rank, r.order))
    own_left = claims.actions(game, turn.seat) - turn.actions_used
    own = [Right(None, own_left, 0, 0, own=True)] if own_left > 0 else []
    return free_rights(game, turn) + extras + own


def keys_written(right: Right) -> int:
    """How narrow a right is."""
    return right.filter.keys_written if right.filter is not None else 0


def free_rights(game: Game, turn: Turn) -> list[Right]:
    """P6: all that must be played after the first uses no action."""
    return [
        Right(_only_kind(kind), EVERYTHING_LEFT, claims.NO_CLAIM, 0, free=True)
        for kind in claims.required(game, turn.seat)
        if kind in turn.tried and claims.requires_all(game, turn.seat, kind)
    ]


def _only_kind(kind: Kind) -> CardFilter:
    none: frozenset[int] = frozenset()
    return CardFilter(
        none, none, frozenset({kind}), -1, named=False, anywhere=True, inert=Inert.ANY, packed=1
    )


def fits(game: Game, right: Right, act: Act) -> bool:
    """Whether a right gives this act: with no filter any, else cards that pass it."""
    if right.filter is None or right.filter.keys_written == 0:
        return True
    if act.kind is None:
        return False
    return fits_type(game, right.filter, act.role or game.type_of(act.card), act.card, right.card)


def claim_of(right: Right | None) -> int | None:
    """X8: the rank of the claim that a right makes."""
    return None if right is None or right.free else right.claim


def is_allowed(game: Game, seat: int, act: Act, right: Right | None) -> bool:
    """X8: no claim stands against the act when it is done by this right."""
    return claims.may(game, act.deed, seat, card=act.card, at=act.at, by_right=claim_of(right), role=act.role)


def allowed_rights(game: Game, seat: int, act: Act, rights: list[Right]) -> list[Right | None]:
    """The rights by which an act may be done. A card being played has left the hand."""
    playing = played_card_out(game, seat, act.card) if act.kind is not None else nullcontext()
    with playing:
        return [r for r in rights if fits(game, r, act) and is_allowed(game, seat, act, r)]


def spend(turn: Turn, right: Right | None) -> None:
    """Use a right up by one."""
    if right is None or right.free:
        return
    if right.own:
        turn.actions_used += 1
    elif right.n < EVERYTHING_LEFT:
        right.n -= 1
        if right.n == 0:
            turn.extras.remove(right)


def give_back(turn: Turn, right: Right | None) -> None:
    """`cancel_refunds_action`: undo `spend`."""
    if right is None or right.free:
        return
    if right.own:
        turn.actions_used -= 1
    elif right.n < EVERYTHING_LEFT:
        if right.n == 0:
            turn.extras.append(right)
        right.n += 1


# --- the duty (P6) ---


def under_duty(game: Game, turn: Turn, legal: Legal) -> tuple[Legal, bool]:
    """While a required card can be played only that is done, on another if possible; or what a higher rank allows."""
    highest = claims.NO_CLAIM
    wanted: list[Act] = []
    for kind, rank in claims.required(game, turn.seat).items():
        if kind in turn.tried and not claims.requires_all(game, turn.seat, kind):
            continue
        asked = [act for act, _ in legal if act.kind == kind]
        if asked:
            highest = max(highest, rank)
            wanted += preferred(asked, turn.seat)
    if not wanted:
        return legal, False
    kept: Legal = []
    for act, rights in legal:
        if act not in wanted:
            rights = [r for r in rights if outranks(game, turn.seat, act, r, highest)]  # noqa: PLW2901
        if rights:
            kept.append((act, rights))
    return kept, True


def preferred(acts: list[Act], seat: int) -> list[Act]:
    """Those aimed at another come first, then those at self and at nobody."""
    at_others = [act for act in acts if act.at is not None and act.at != seat]
    return at_others or acts


def outranks(game: Game, seat: int, act: Act, right: Right | None, rank: int) -> bool:
    """Whether a claim for an act outranks the duty."""
    by_right = claim_of(right)
    allowed = claims.claim(game, Modifier.ALLOW, act.deed, seat, card=act.card, at=act.at, role=act.role)
    return max(allowed, claims.NO_CLAIM if by_right is None else by_right) > rank


# --- the acts ---


def powers(game: Game, seat: int) -> Iterator[Act]:
    """K: powers of the own character and artifacts, and those of plots and house rules, which are anyone's."""
    sources: list[tuple[int, int | None]] = [(card, None) for card in game.deck.house_rules]
    sources += [(plot.card, None) for plot in game.plots]
    sources += [(game.players[seat].character or 0, seat)] if game.players[seat].character is not None else []
    sources += [(x.card, seat) for x in game.lying if x.seat == seat and is_artifact(game, x)]
    for card, holder in sources:
        part = game.type_of(card).action
        if part is None or used_up(game, card, holder, part) or is_silenced(game, card, seat):
            continue
        for at in targets_of(game, part, seat, card):
            pick = Pick(Do.POWER, card=card, seat=at, aux=part.number)
            yield Act(pick, Deed.POWER, card, at=at, part=part, holder=holder, needs_right=part.uses_action)


def is_open(game: Game, part: Part | None, seat: int, card: int) -> bool:
    """Whether a part's `if` holds and its cost can be paid."""
    if part is None:
        return True
    return steps.part_conditions_hold(game, part, seat) and steps.cost_possible(game, part, seat, card)


def targets_of(game: Game, part: Part, seat: int, card: int) -> list[int | None]:
    """At whom a play or action can be aimed now ([None]: at nobody); none if it cannot be done."""
    if not is_open(game, part, seat, card):
        return []
    return [
        at
        for at in steps.aims(game, part, seat)
        if (at is None or not claims.is_shielded(game, seat, at))
        and steps.part_can(game, part, seat, at, card)
    ]


def discards(game: Game, seat: int) -> Iterator[Act]:
    """T1: discard one card and do nothing else."""
    for card in like_once(game, list(game.players[seat].hand)):
        yield Act(Pick(Do.DISCARD, card=card), Deed.DISCARD, card)


def plays(game: Game, seat: int) -> Iterator[Act]:
    """Cards of the hand to play, all but followers."""
    listing = {
        Kind.MICROAGGRESSION: microaggressions,
        Kind.VIRTUE_SIGNAL: virtue_signals,
        Kind.PLOT: plots,
        Kind.SPECIAL: specials,
        Kind.ARTIFACT: specials,
    }
    for card in like_once(game, list(game.players[seat].hand)):
        kind = game.type_of(card).kind
        if kind in listing:
            with played_card_out(game, seat, card):
                acts = list(listing[kind](game, seat, card))
            yield from acts


def on_follower(game: Game, card: int, seat: int, slot: int) -> Act:
    """A microaggression or signal with its follower."""
    card_type = game.type_of(card)
    do = Do.MICROAGGRESSION if card_type.kind == Kind.MICROAGGRESSION else Do.VIRTUE_SIGNAL
    pick = Pick(do, card=card, seat=seat, slot=slot)
    return Act(pick, Deed(int(card_type.kind)), card, card_type.kind, seat, card_type.play)


def can_be_aimed(game: Game, seat: int, card: int, at: int, slot: int) -> bool:
    """Whether no protection keeps a microaggression or signal from a follower."""
    what = claims.PROTECT_OF_KIND[game.type_of(card).kind]
    return not claims.is_shielded(game, seat, at) and not claims.is_protected(game, what, seat, at, slot=slot)


def microaggressions(game: Game, seat: int, card: int) -> Iterator[Act]:
    """M1, M2: onto a follower of a like alignment that is not inert, in any coalition."""
    if not is_open(game, game.type_of(card).play, seat, card):
        return
    any_matches = claims.matches_any(game, seat, Kind.MICROAGGRESSION)
    alignments = game.type_of(card).alignments
    for at in game.seats_in:
        for slot, laid in game.players[at].coalition.followers.items():
            matches = any_matches or game.deck.alike(alignments, game.type_of(laid.card).alignments)
            if not laid.inert and matches and can_be_aimed(game, seat, card, at, slot):
                yield on_follower(game, card, at, slot)


def virtue_signals(game: Game, seat: int, card: int) -> Iterator[Act]:
    """V1: removes a microaggression of a like alignment from a follower in any coalition."""
    if not is_open(game, game.type_of(card).play, seat, card):
        return
    any_matches = claims.matches_any(game, seat, Kind.VIRTUE_SIGNAL)
    alignments = game.type_of(card).alignments
    for at in game.seats_in:
        for slot, laid in game.players[at].coalition.followers.items():
            if laid.over is None:
                continue
            over = game.type_of(laid.card if laid.over == TOKEN else laid.over).alignments
            matches = any_matches or game.deck.alike(alignments, over)
            if matches and can_be_aimed(game, seat, card, at, slot):
                yield on_follower(game, card, at, slot)


def plots(game: Game, seat: int, card: int) -> Iterator[Act]:
    """P1: no second copy of a plot in play; with no place for plots none."""
    card_type = game.type_of(card)
    in_play = any(game.type_of(plot.card) == card_type for plot in game.plots)
    if in_play or claims.max_plots(game) == 0:
        return
    yield from specials(game, seat, card)


def specials(game: Game, seat: int, card: int) -> Iterator[Act]:
    """A card with what its play says; one that only reacts is no action (T1). `copies`: with the play of another."""
    card_type = game.type_of(card)
    role, kind = card_type, card_type.kind
    if role.play is not None and role.play.copies:
        if game.last_special is None:
            return
        role = game.last_special
    if role.play is None and kind == Kind.SPECIAL and not role.lasts:
        return
    do = {Kind.PLOT: Do.PLOT, Kind.SPECIAL: Do.SPECIAL, Kind.ARTIFACT: Do.ARTIFACT}[kind]
    for at in [None] if role.play is None else targets_of(game, role.play, seat, card):
        yield Act(Pick(do, card=card, seat=at), Deed(int(kind)), card, kind, at, role.play, role=role)


def follower_acts(game: Game, seat: int, rights: list[Right]) -> Legal:
    """G2 to G5: a follower of the hand with each place, like ones once."""
    legal: Legal = []
    coalition = game.players[seat].coalition
    for card in like_once(game, list(game.players[seat].hand)):
        if game.type_of(card).kind != Kind.FOLLOWER:
            continue
        part = game.type_of(card).play
        with played_card_out(game, seat, card):
            if not is_open(game, part, seat, card):
                continue
        bare = Act(Pick(Do.FOLLOWER, card=card), Deed.FOLLOWER, card, Kind.FOLLOWER)
        under = allowed_rights(game, seat, bare, rights)
        banned = [banned_joins(game, seat, claim_of(r), card) for r in under]
        if not under:
            continue
        for place in places(game.deck, coalition, card, frozenset.intersection(*banned)):
            dot = game.type_of(coalition.laid[place.slot].card).dots[place.edge]
            pick = Pick(Do.FOLLOWER, card=card, slot=place.slot, edge=place.edge, own=place.own)
            act = Act(pick, Deed.FOLLOWER, card, Kind.FOLLOWER, part=part)
            legal.append((act, [r for r, ban in zip(under, banned, strict=True) if dot not in ban]))
    return legal
