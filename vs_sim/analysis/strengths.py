"""How strong characters, seats and policies are: who wins a game as a multinomial logit (Plackett and Luce).

Of a run there is one list of all three, from its games (`strengths`); of a tournament the logits of its policies and how
much of it is skill, from the sums of all its blocks (`fit_strengths`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from vs_sim.analysis.frames import TABLES, frame

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.experiments.sample import Sample
    from vs_sim.experiments.tallies import Names
    from vs_sim.experiments.tournament import Blocks

Floats = npt.NDArray[np.float64]
# A weak pull to the average, as if each item had won and lost so much of a game more: items without a win stay finite.
PULL = 0.5
RIDGE = 1e-6  # keeps a policy that never or always wins at a number
STEPS = 50
CHUNK = 20_000  # games at a time
KINDS = ("character", "seat", "policy")


def strengths(sample: Sample | None, keys: Names, confidence: float) -> pl.DataFrame:
    """The table `strengths`: odds against the geometric mean of the kind, robust intervals over blocks.

    Empty without a finished game. Kinds of which only one item played are left out: nothing can be told of them.
    """
    if sample is None or not sample.parts:
        return _table([])
    winner = sample.column("winner")
    known = winner >= 0
    if not known.any():
        return _table([])
    character, policy = (sample.column(name)[known] for name in ("character", "policy"))
    seat = np.broadcast_to(np.arange(character.shape[1]), character.shape)
    names = (keys.characters, keys.seats, keys.policies)
    columns = [column.astype(np.int64) for column in (character, seat, policy)]
    kinds = [k for k in range(3) if len(np.unique(columns[k])) > 1]
    rows: list[tuple[Any, ...]] = []
    if kinds:
        starts = np.cumsum([0, *(len(names[k]) for k in kinds)])
        items = np.stack([columns[k] + starts[i] for i, k in enumerate(kinds)], axis=2)
        beta, error = fit(items, winner[known], sample.column("block")[known], int(starts[-1]))
        for i, k in enumerate(kinds):
            rows += _rows(KINDS[k], names[k], columns[k], (beta, error), starts[i], confidence)
    return _table(rows)


def _table(rows: list[tuple[Any, ...]]) -> pl.DataFrame:
    names = [column.name for column in TABLES["strengths"]]
    return frame("strengths", {name: [row[i] for row in rows] for i, name in enumerate(names)})


def _rows(
    kind: str,
    names: tuple[str, ...],
    column: Any,
    found: tuple[Floats, Floats],
    start: int,
    confidence: float,
) -> list[tuple[Any, ...]]:
    """The rows of a kind, those that played, against their mean; strongest first (seats in their order)."""
    from scipy.special import ndtri

    beta, covariance = found
    games = np.bincount(column.ravel(), minlength=len(names))
    played = np.flatnonzero(games)
    reach = float(ndtri(1 - (1 - confidence) / 2))
    contrast = np.zeros((len(played), len(beta)))
    contrast[:, start + played] = -1 / len(played)
    contrast[np.arange(len(played)), start + played] += 1
    effect = contrast @ beta
    error = np.sqrt(np.maximum(0, np.einsum("ij,jk,ik->i", contrast, covariance, contrast)))
    rows = [
        (
            kind,
            names[i],
            int(games[i]),
            float(np.exp(e)),
            float(np.exp(e - reach * s)),
            float(np.exp(e + reach * s)),
        )
        for i, e, s in zip(played, effect, error, strict=True)
    ]
    return rows if kind == "seat" else sorted(rows, key=lambda row: -row[3])


def fit(items: Any, winner: Any, block: Any, n_items: int, *, pull: float = PULL) -> tuple[Floats, Floats]:
    """Log odds (items,) and their covariance (items, items), robust to what games of a block have in common.

    `items` int64 (games, players, kinds): which coefficients add up to a player's strength; `winner` (games,);
    `block` (games,), games of a block together. Newton's method on the likelihood, penalised by `pull`;
    covariance by the sandwich over blocks, nan with one of them.
    """
    beta = np.zeros(n_items)
    for _ in range(STEPS):
        score, information, _ = _derivatives(beta, items, winner, block, pull)
        step = np.linalg.solve(information, score)
        beta += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    _, information, by_block = _derivatives(beta, items, winner, block, pull)
    bread = np.linalg.inv(information)
    blocks = len(np.unique(block))
    if blocks < 2:
        return beta, np.full(bread.shape, math.nan)  # one block tells nothing of how much blocks differ
    meat = by_block * blocks / (blocks - 1)
    return beta, bread @ meat @ bread


def _derivatives(
    beta: Floats, items: Any, winner: Any, block: Any, pull: float
) -> tuple[Floats, Floats, Floats]:
    """Score, information, and the sum over blocks of the outer products of their scores."""
    n = len(beta)
    score, information, by_block = -pull * beta, pull * np.eye(n), np.zeros((n, n))
    for part in _parts(block):
        x, w = items[part], winner[part]
        games, players, kinds = x.shape
        strength = beta[x].sum(axis=2)
        p = np.exp(strength - strength.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        expected = np.zeros((games, n))
        won = np.zeros((games, n))
        game = np.arange(games)
        for k in range(kinds):
            for j in range(players):
                expected[game, x[:, j, k]] += p[:, j]
            won[game, x[game, w, k]] += 1
        for a in range(kinds):
            for b in range(kinds):
                cell = (x[:, :, a] * n + x[:, :, b]).ravel()
                information += np.bincount(cell, weights=p.ravel(), minlength=n * n).reshape(n, n)
        information -= expected.T @ expected
        each = won - expected
        score += each.sum(axis=0)
        first = np.flatnonzero(np.diff(block[part], prepend=block[part][0] - 1))
        blockwise = np.add.reduceat(each, first, axis=0)
        by_block += blockwise.T @ blockwise
    return score, information, by_block


def _parts(block: Any) -> list[slice]:
    """Slices of about CHUNK games, of whole blocks."""
    starts = np.flatnonzero(np.diff(block, prepend=block[0] - 1))
    cuts = [0]
    for start in starts:
        if start - cuts[-1] >= CHUNK:
            cuts.append(int(start))
    return [slice(a, b) for a, b in zip(cuts, [*cuts[1:], len(block)], strict=True)]


# --- policies of a tournament --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Strengths:
    """Logits of the policies, their mean 0, with intervals; `skill` in 0 to 1, nan where no game was finished.

    Of two policies at a table of two the one with the logit higher by d wins in a share of 1 / (1 + exp(-d)).
    """

    names: tuple[str, ...]
    logits: Floats
    low: Floats
    high: Floats
    skill: float


def fit_strengths(blocks: Blocks, *, confidence: float = 0.95) -> Strengths:
    """Fit by maximum likelihood: at a table the policy i wins with a chance in proportion to exp(logit i).

    It is the Plackett-Luce model of first places (Luce 1959; Plackett 1975), a multinomial logit. The covariance takes
    blocks as units (the sandwich of Liang and Zeger, 1986). `skill` is McFadden's measure: by what share knowing who
    sits there lessens the surprise at who wins (log loss), 0 all luck, 1 none.
    """
    from scipy.optimize import minimize
    from scipy.stats import norm

    n = len(blocks.names)
    if not blocks.finished.sum():
        nothing = np.full(n, math.nan)
        return Strengths(blocks.names, nothing, nothing, nothing, math.nan)

    def loss(logits: Floats) -> tuple[float, Floats]:
        total, gradient, _ = _likelihood(blocks, logits)
        return -total + RIDGE * float(logits @ logits), -gradient + 2 * RIDGE * logits

    found: Any = minimize(loss, np.zeros(n), jac=True, method="BFGS", options={"gtol": 1e-7 * n})
    logits = found.x - found.x.mean()
    total, _, scores = _likelihood(blocks, logits)
    spread = _covariance(blocks, logits, scores)
    half = float(norm.isf((1 - confidence) / 2)) * np.sqrt(np.maximum(np.diag(spread), 0))
    luck, _, _ = _likelihood(blocks, np.zeros(n))
    return Strengths(
        blocks.names, logits, logits - half, logits + half, 1 - total / luck if luck < 0 else 0.0
    )


def _shares(blocks: Blocks, logits: Floats) -> tuple[Floats, Floats]:
    """By block and policy the chance that one of its seats wins; by block the log of the sum."""
    powers = blocks.seats * np.exp(logits)
    sums = powers.sum(axis=1)
    return powers / sums[:, None], np.log(sums)


def _likelihood(blocks: Blocks, logits: Floats) -> tuple[float, Floats, Floats]:
    """Log likelihood, its gradient, and the score of each block (blocks, policies)."""
    shares, sums = _shares(blocks, logits)
    scores = blocks.wins - blocks.finished[:, None] * shares
    return float((blocks.wins @ logits).sum() - (blocks.finished * sums).sum()), scores.sum(axis=0), scores


def _covariance(blocks: Blocks, logits: Floats, scores: Floats) -> Floats:
    shares, _ = _shares(blocks, logits)
    weighted = blocks.finished[:, None] * shares
    information = np.diag(weighted.sum(axis=0)) - weighted.T @ shares
    together = np.full_like(
        information, information.trace() / len(logits) ** 2
    )  # all up or down alike changes nothing
    bread = np.linalg.inv(information + together + RIDGE * np.eye(len(logits)))
    units = len(scores)
    if units < 2:
        return np.full_like(information, math.nan)  # one block tells nothing of how much blocks differ
    return bread @ (scores.T @ scores) @ bread * (units / (units - 1))
