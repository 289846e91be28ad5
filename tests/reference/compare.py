"""A GAME record as the same plain state that the reference engine gives, and differences that a person can read."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from tests.reference.model import bits
from tests.reference.picks import Pick, unpack
from tests.reference.snapshot import State
from tests.reference.table import TOKEN
from vs_sim.rules.state import TOKEN as RECORD_TOKEN
from vs_sim.vocabulary import LASTS_TURN, Do, Edge, Gender, word

LaidCard = tuple[
    int, int, int, int, int | None
]  # card, x, y, rotation, what lies on it (card, TOKEN or None)

# --- the record as a state ---


def state_of(g: Any) -> State:
    """Everything on the table, by name, of a GAME record."""
    fields = np.asarray(g)  # reads fields much faster than the record itself
    n = int(fields["n_players"])

    def one(name: str) -> int:
        return int(fields[name])

    def some(name: str, how_many: int) -> list[Any]:
        """The first entries of a field, by seat or in order."""
        return fields[name][:how_many].tolist()

    n_plots, n_lying = one("n_plots"), one("n_lying")
    hands = [cards[:held] for cards, held in zip(some("hand", n), some("n_hand", n), strict=True)]
    lying = zip(some("lying", n_lying), some("lying_seat", n_lying), some("lying_left", n_lying), strict=True)
    tables = [_coalition(fields, seat) for seat in range(n)]
    return {
        "hands": [sorted(cards) for cards in hands],
        "draw": some("draw", one("n_draw")),
        "discard": pile(fields["discard"]),
        "plots": some("plot", n_plots),
        "plots_by": some("plot_by", n_plots),
        "plots_left": [_turns_left(left) for left in some("plot_left", n_plots)],
        "jobs": [pile(bits) for bits in fields["jobs"][:n]],
        "job_tokens": some("job_tokens", n),
        "lying": sorted((card, seat, _turns_left(left)) for card, seat, left in lying),
        "last_special": one("last_special") - 1,
        "known": [sorted(set(pile(fields["known"][s])) - set(hands[s])) for s in range(n)],
        "known_top": some("known_top", n),
        "characters": some("character", n),
        "genders": [
            0 if out else gender for out, gender in zip(some("out", n), some("gender", n), strict=True)
        ],
        "coalitions": [laid for laid, _, _ in tables],
        "joins": [joins for _, joins, _ in tables],
        "far": [far for _, _, far in tables],
        "points": some("points", n),
        "bonus": some("bonus", n),
        "passed_over": some("passed_over", n),
        "passes": some("passes", n),
        "out": [bool(out) for out in some("out", n)],
        "seat": one("seat"),
        "round": one("rounds"),
        "turns": one("turns"),
        "shuffles": one("shuffles"),
        "result": one("result"),
        "winner": one("winner"),
    }


def _turns_left(left: int) -> int:
    return left if 0 < left < LASTS_TURN else 0  # else it lasts a turn, a round, for good


def pile(words: Any) -> list[int]:
    """Card numbers of a bit set, rising."""
    return [64 * k + bit for k, word in enumerate(words.tolist()) if word for bit in bits(word)]


def _coalition(
    fields: Any, seat: int
) -> tuple[dict[int, LaidCard], dict[int, dict[int, int]], dict[int, int]]:
    """By slot that holds a card: what lies there; each joined neighbour's slot by direction; the distance."""
    cards = fields["node_card"][seat]
    slots = np.flatnonzero(cards > 0)
    columns = [fields[f"node_{name}"][seat][slots].tolist() for name in ("card", "x", "y", "turn", "over")]
    slots = slots.tolist()
    laid = {
        slot: (card - 1, x, y, turn, None if over == 0 else TOKEN if over == RECORD_TOKEN else over - 1)
        for slot, card, x, y, turn, over in zip(slots, *columns, strict=True)
    }
    nexts = fields["node_next"][seat][slots].tolist()
    joins = {
        slot: {d: other - 1 for d, other in enumerate(four) if other > 0}
        for slot, four in zip(slots, nexts, strict=True)
    }
    return laid, joins, dict(zip(slots, fields["node_far"][seat][slots].tolist(), strict=True))


def with_open_hands(state: State, seats: Collection[int]) -> State:
    """A state in which everyone knows the hands of these seats: the engine notes them when they are open no more."""
    hands = state["hands"]
    known = [
        sorted({*cards, *(card for s in seats if s != viewer for card in hands[s])})
        for viewer, cards in enumerate(state["known"])
    ]
    return {**state, "known": known, "open": sorted(seats)}


# --- differences, readable ---


def differences(engine: State, reference: State) -> list[str]:
    """Lines that name what differs: engine's value, then the reference's."""
    lines: list[str] = []
    for key in reference:
        if engine[key] == reference[key]:
            continue
        ours, theirs = engine[key], reference[key]
        if isinstance(theirs, list) and isinstance(ours, list) and len(ours) == len(theirs):
            for k, (a, b) in enumerate(zip(ours, theirs, strict=True)):
                if a != b:
                    lines.append(f"{key}[{k}]: engine {a}, reference {b}")
        else:
            lines.append(f"{key}: engine {ours}, reference {theirs}")
    return lines


def readable(packed: int, names: Collection[str], card_types: list[int], state: State | None = None) -> str:
    """A packed choice in words: `names` by type, `card_types` by card; a state names what lies in its slots."""
    pick = unpack(packed)
    by_type = list(names)
    parts = [word(pick.do)]
    if pick.card is not None:
        parts.append(f"{by_type[card_types[pick.card]]} #{pick.card}")
    if pick.seat is not None:
        parts.append(f"at seat {pick.seat}")
    if pick.do == Do.GENDER:
        parts.append(word(Gender(pick.aux)))
    elif pick.aux or pick.do == Do.OPTION:
        parts.append(f"number {pick.aux}")
    if pick.do in (Do.FOLLOWER, Do.PLACE):
        parts.append(f"its {word(Edge(pick.own))} on {word(Edge(pick.edge))} of slot {pick.slot}")
    elif pick.slot:
        parts.append("slot " + ", ".join(str(s) for s in (pick.slot, pick.slot2, pick.slot3) if s))
    if state is not None and pick.seat is not None and pick.slot:
        parts.append(_lies_there(pick, by_type, card_types, state))
    return " ".join(parts)


def _lies_there(pick: Pick, by_type: list[str], card_types: list[int], state: State) -> str:
    laid = state["coalitions"][pick.seat].get(pick.slot)
    return f"({by_type[card_types[laid[0]]]})" if laid else "(nothing)"
