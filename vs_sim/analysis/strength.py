"""How strong policies are: a Plackett-Luce model of who wins, and how much of it is skill."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from vs_sim.experiments.tournament import Blocks

Floats = npt.NDArray[np.float64]
RIDGE = 1e-6  # keeps a policy that never or always wins at a number


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
