"""What happened between two positions, and the names of cards and places."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from vs_sim.cards.describe import steps_in_order
from vs_sim.cards.tables import Step
from vs_sim.vocabulary import Op

Position = dict[str, Any]
Event = dict[str, Any]


class Names:
    """Names of a deck's cards by card number."""

    def __init__(self, deck: Any) -> None:
        t = deck.tables[0]
        n = int(t.n_cards)
        self.types = [int(kind) for kind in t.card_type[:n]]  # by card
        self.by_type: Sequence[str] = deck.names
        self.alignments: Sequence[str] = deck.alignments
        self.texts: Sequence[str] = deck.texts
        self.cards = [str(deck.names[kind]) for kind in self.types]
        self._masks = [int(mask) for mask in t.alignments]
        self.levels = [int(level) for level in t.level]
        self.set_off = [card for card, kind in enumerate(self.types) if t.drawn[kind] >= 0]  # by being drawn
        # by row of the tables: a step as it is written, the target of its part
        self.steps = _steps_by_row(deck)

    def card(self, card: int) -> str | None:
        """Name of a card, None for none."""
        return self.cards[card] if card >= 0 else None

    def described(self, card: int) -> str:
        """Name of a follower with its alignments."""
        mask = self._masks[self.types[card]]
        words = [name for i, name in enumerate(self.alignments) if mask >> i & 1]
        return f"{self.cards[card]} ({', '.join(words)})" if words else self.cards[card]

    def at(self, position: Position, seat: int, slot: int) -> str | None:
        """Name of the card in a slot of a coalition; slot 0 is the character."""
        player = position["seats"][seat]
        if slot == 0:
            return self.card(player["character"])
        for follower in player["coalition"]:
            if follower["slot"] == slot:
                return self.card(follower["card"])
        return None

    def named_event(self, event: Event) -> Event:
        """An event with names beside its card numbers."""
        named = dict(event)
        if "card" in event:
            named["name"] = self.card(event["card"])
        if "cards" in event:
            named["names"] = [self.card(card) for card in event["cards"]]
        return named


def _steps_by_row(deck: Any) -> dict[int, tuple[dict[str, Any], str]]:
    t = deck.tables[0]
    rows: dict[int, list[int]] = {}
    for row in range(int(t.n_steps)):
        if t.step[row, Step.OP] <= Op.EITHER:
            rows.setdefault(int(t.step[row, Step.SOURCE]), []).append(row)
    return {
        row: step
        for kind, card in enumerate(deck.cards)
        for row, step in zip(rows.get(kind, []), steps_in_order(card), strict=True)
    }


def changes(before: Position, after: Position, set_off: Collection[int] = ()) -> list[Event]:
    """What a step changed: cards set off, coalitions, what lies there, plots, hands, points, turns. Seats and card numbers.

    `set_off`: the cards of the deck that say what happens when they are drawn.
    """
    events: list[Event] = [*_set_off(before, after, set_off)]
    events += _coalitions(before, after)
    events += _lying(before, after)
    events += _plots(before, after)
    seats = [_seat(s, before, after) for s in range(len(after["seats"]))]
    events += sorted((event for seat in seats for event in seat), key=_order)
    if after["shuffles"] > before["shuffles"]:
        events.append({"event": "reshuffled"})
    if after["turns"] > before["turns"]:
        events.append({"event": "turn", "turn": after["turns"], "round": after["round"]})
    return events


ORDER = (
    "job",
    "job lifted",
    "points",
    "discarded",
    "handed",
    "picked up",
    "drawn",
)  # the rest of a seat's changes comes after these


def _order(event: Event) -> int:
    return ORDER.index(event["event"]) if event["event"] in ORDER else len(ORDER)


def _coalitions(before: Position, after: Position) -> Iterator[Event]:
    was = {f["card"]: (s, f) for s, seat in enumerate(before["seats"]) for f in seat["coalition"]}
    now = {f["card"]: (s, f) for s, seat in enumerate(after["seats"]) for f in seat["coalition"]}
    held = {card: s for s, seat in enumerate(after["seats"]) for card in seat["hand"]}
    for card, (s, _) in was.items():
        if card in held:
            yield {"event": "taken", "seat": s, "card": card, "to": held[card]}
        elif card not in now:
            yield {"event": "destroyed", "seat": s, "card": card}
    for card, (s, follower) in now.items():
        if card in was and was[card][0] == s and _place(was[card][1]) != _place(follower):
            yield {"event": "moved", "seat": s, "card": card}
        if card not in was:
            yield {"event": "joined", "seat": s, "card": card}
        elif was[card][0] != s:
            yield {"event": "stolen", "seat": s, "from": was[card][0], "card": card}
        if follower["inert"] and not (card in was and was[card][1]["inert"]):
            yield {"event": "inert", "seat": s, "card": card}
        elif not follower["inert"] and card in was and was[card][1]["inert"]:
            yield {"event": "freed", "seat": s, "card": card}


def _set_off(before: Position, after: Position, cards: Collection[int]) -> Iterator[Event]:
    """Cards that were drawn and did something at once; who drew one is known where something was decided meanwhile."""
    was = {drawn["card"] for drawn in before["drawn"]}
    now = {drawn["card"]: drawn["seat"] for drawn in after["drawn"]}
    gone = set(before["draw_pile"]) - set(after["draw_pile"])
    for card in cards:
        if card in now and card not in was:
            yield {"event": "set off", "seat": now[card], "card": card}
        elif card in gone and card not in now:
            yield {"event": "set off", "card": card}


def _place(follower: dict[str, Any]) -> tuple[int, int, int]:
    return follower["x"], follower["y"], follower["turn"]


def _lying(before: Position, after: Position) -> Iterator[Event]:
    """Artifacts and lasting specials that came, went, or went over to another character."""
    was = {thing["card"]: thing["seat"] for thing in before["lying"]}
    now = {thing["card"]: thing["seat"] for thing in after["lying"]}
    for card, s in was.items():
        if card not in now:
            yield {"event": "lies no more", "seat": s, "card": card}
        elif now[card] != s:
            yield {"event": "carried", "seat": now[card], "from": s, "card": card}
    for card, s in now.items():
        if card not in was:
            yield {"event": "lies", "seat": s, "card": card}


def _plots(before: Position, after: Position) -> Iterator[Event]:
    was = [plot["card"] for plot in before["plots"]]
    now = [plot["card"] for plot in after["plots"]]
    for card in was:
        if card not in now:
            yield {"event": "plot ended", "card": card}
    for plot in after["plots"]:
        if plot["card"] not in was:
            yield {"event": "plot", "card": plot["card"], "seat": plot["by"]}


def _jobs(seat: Position) -> int:
    return len(seat["jobs"]) + int(seat["job_tokens"])


def _new_cards(s: int, before: Position, after: Position) -> Iterator[Event]:
    """Cards that came to a hand: from another hand, the discard pile, or the draw pile; of a coalition see `taken`."""
    new = [card for card in after["seats"][s]["hand"] if card not in before["seats"][s]["hand"]]
    laid = {f["card"] for seat in before["seats"] for f in seat["coalition"]}
    for q, seat in enumerate(before["seats"]):
        handed = [card for card in new if card in seat["hand"]]
        if handed:
            yield {"event": "handed", "seat": s, "from": q, "cards": handed}
            new = [card for card in new if card not in handed]
    picked = [
        card for card in new if card in before["discard_pile"] and after["shuffles"] == before["shuffles"]
    ]
    if picked:
        yield {"event": "picked up", "seat": s, "cards": picked}
    drawn = [card for card in new if card not in picked and card not in laid]
    if drawn:
        yield {"event": "drawn", "seat": s, "cards": drawn}


def _seat(s: int, before: Position, after: Position) -> Iterator[Event]:
    was, now = before["seats"][s], after["seats"][s]
    gone = [card for card in was["hand"] if card not in now["hand"] and card in after["discard_pile"]]
    worked = now["skipped"] - was["skipped"]
    laid = _jobs(now) - _jobs(was) + worked
    if laid > 0:
        yield {"event": "job", "seat": s}
    if laid < 0:
        yield {"event": "job lifted", "seat": s}
    if now["points"] != was["points"]:
        yield {"event": "points", "seat": s, "from": was["points"], "to": now["points"]}
    if gone:
        yield {"event": "discarded", "seat": s, "cards": gone}
    yield from _new_cards(s, before, after)
    if now["gender"] != was["gender"]:
        yield {"event": "gender", "seat": s, "gender": now["gender"]}
    if now["character"] != was["character"]:
        yield {"event": "character", "seat": s, "card": now["character"]}
    if now["out"] and not was["out"]:
        yield {"event": "out", "seat": s}
    if worked:
        yield {"event": "turn skipped", "seat": s, "turns": worked}
    if now["passed_over"] < was["passed_over"]:
        yield {"event": "passed over", "seat": s}
