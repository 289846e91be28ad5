"""One list of strengths: the winner of a game as a multinomial logit of character, seat and policy (Plackett and Luce)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from vs_sim.analysis.frames import TABLES, frame

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.experiments.sample import Sample
    from vs_sim.experiments.tallies import Names

Floats = npt.NDArray[np.float64]
# A weak pull to the average, as if each item had won and lost so much of a game more: items without a win stay finite.
PULL = 0.5
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
