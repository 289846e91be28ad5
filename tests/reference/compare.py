"""A GAME record as the same plain state that the reference engine gives, and differences that a person can read."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tests.reference.picks import Pick, unpack
from tests.reference.snapshot import State
from tests.reference.table import TOKEN
from vs_sim.rules.state import TOKEN as RECORD_TOKEN
from vs_sim.vocabulary import LASTS_TURN, MAX_CARDS, SLOTS, Do, Edge, Gender, word

# --- the record as a state ---


def state_of(g: Any, t: Any) -> State:
    """Everything on the table, by name, of a GAME record; the tables say how many characters there are."""
    del t  # the record says all; the signature leaves room for decks that need more

    def left(turns: int) -> int:
        return turns if 0 < turns < LASTS_TURN else 0  # else it lasts a turn, a round, for good

    seats = range(int(g.n_players))
    return {
        "hands": [sorted(ints(g.hand[s, : int(g.n_hand[s])])) for s in seats],
        "draw": ints(g.draw[: int(g.n_draw)]),
        "discard": pile(g.discard),
        "plots": ints(g.plot[: int(g.n_plots)]),
        "plots_by": ints(g.plot_by[: int(g.n_plots)]),
        "plots_left": [left(int(g.plot_left[k])) for k in range(int(g.n_plots))],
        "jobs": [pile(g.jobs[s]) for s in seats],
        "job_tokens": ints(g.job_tokens[: len(seats)]),
        "lying": sorted(
            (int(g.lying[k]), int(g.lying_seat[k]), left(int(g.lying_left[k]))) for k in range(int(g.n_lying))
        ),
        "last_special": int(g.last_special) - 1,
        "known": [sorted(set(pile(g.known[s])) - set(ints(g.hand[s, : int(g.n_hand[s])]))) for s in seats],
        "known_top": ints(g.known_top[: len(seats)]),
        "characters": ints(g.character[: len(seats)]),
        "genders": ints(g.gender[: len(seats)]),
        "coalitions": [laid_cards(g, s) for s in seats],
        "joins": [joins(g, s) for s in seats],
        "far": [{slot: int(g.node_far[s, slot]) for slot in slots(g, s)} for s in seats],
        "points": ints(g.points[: len(seats)]),
        "bonus": ints(g.bonus[: len(seats)]),
        "passed_over": ints(g.passed_over[: len(seats)]),
        "passes": ints(g.passes[: len(seats)]),
        "out": [bool(g.out[s]) for s in seats],
        "seat": int(g.seat),
        "round": int(g.rounds),
        "turns": int(g.turns),
        "shuffles": int(g.shuffles),
        "result": int(g.result),
        "winner": int(g.winner),
    }


def ints(numbers: Any) -> list[int]:
    """Plain whole numbers."""
    return [int(number) for number in numbers]


def pile(words: Any) -> list[int]:
    """Card numbers of a bit set, rising."""
    parts = ints(words)
    return [card for card in range(MAX_CARDS) if parts[card // 64] >> card % 64 & 1]


def slots(g: Any, seat: int) -> list[int]:
    """Slots of a coalition that hold a card."""
    return [slot for slot in range(SLOTS) if int(g.node_card[seat, slot]) > 0]


def laid_cards(g: Any, seat: int) -> dict[int, tuple[int, int, int, int, int | None]]:
    """By slot: card, x, y, rotation, what lies on it (card, TOKEN or None)."""

    def over(slot: int) -> int | None:
        lying = int(g.node_over[seat, slot])
        return None if lying == 0 else TOKEN if lying == RECORD_TOKEN else lying - 1

    return {
        slot: (
            int(g.node_card[seat, slot]) - 1,
            int(g.node_x[seat, slot]),
            int(g.node_y[seat, slot]),
            int(g.node_turn[seat, slot]),
            over(slot),
        )
        for slot in slots(g, seat)
    }


def joins(g: Any, seat: int) -> dict[int, dict[int, int]]:
    """By slot: direction of each joined neighbour and its slot."""
    return {
        slot: {d: int(g.node_next[seat, slot, d]) - 1 for d in range(4) if g.node_next[seat, slot, d] > 0}
        for slot in slots(g, seat)
    }


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
