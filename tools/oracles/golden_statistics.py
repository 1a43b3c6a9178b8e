#!/usr/bin/env python3
"""Golden figures for the match statistics, computed apart from the crate that is tested.

Plain Python, and on purpose other methods than the crate's:
  Elo       bisection of the expected score; mean and variance as exact fractions
  LOS       Simpson's rule over the normal density
  LLR       the constrained maximum as a path: from the observed strength, where the answer is
            known, to the hypothesis in small steps, each corrected by Newton's method on the
            Lagrange equations with complex-step derivatives
  ratings   one parameter at a time, each by bisection of the slope, until none moves

  golden_statistics.py            prints the table
  golden_statistics.py --check    compares it with the table that the tests read
"""

import argparse
import cmath
import math
import sys
from fractions import Fraction
from pathlib import Path

TABLE = Path(__file__).parents[2] / "lab" / "stats" / "tests" / "golden.txt"
NELO = 800 / math.log(10)
Z95 = 1.959963984540054
EMPTY_BIN = 1e-3
TINY = 1e-30

# Losses, draws, wins; or pairs with 0, 1, 2, 3, 4 half points.
PERFORMANCES = [
    (96, 111, 136),
    (34, 54, 63, 64, 75),
    (89, 123, 76),
    (332, 433, 498, 333, 334),
    (7895, 8757, 5685, 568, 9999),
    (5, 40, 9),
    (1000, 18000, 1100),
    (3, 40, 110, 52, 2),
    (400, 1200, 1500, 900, 200),
    (0, 3, 90, 8, 0),
    (2, 0, 1, 0, 5),
]

# Model, elo0, elo1, counts as above.
TESTS = [
    ("normalized", 0.0, 2.0, (36027, 68692, 36433)),
    ("normalized", 0.0, 10.0, (0, 0, 4250)),
    ("logistic", 0.5, 2.5, (21184, 40708, 21404)),
    ("normalized", 0.0, 2.0, (365, 16618, 36229, 16974, 390)),
    ("normalized", 0.0, 5.0, (0, 0, 0, 0, 5550)),
    ("logistic", 0.5, 2.5, (223, 9863, 21279, 10037, 246)),
    ("normalized", -1.75, 0.25, (10650, 20431, 10871)),
    ("normalized", -1.75, 0.25, (127, 4883, 10712, 5150, 104)),
    ("logistic", 0.0, 2.0, (57030, 106593, 57433)),
    ("logistic", 0.0, 2.0, (871, 26175, 55983, 26678, 821)),
    ("logistic", 0.0, 10.0, (3, 40, 110, 52, 2)),
    ("normalized", 0.0, 10.0, (3, 40, 110, 52, 2)),
    ("logistic", -10.0, 0.0, (89, 123, 76)),
    ("normalized", -10.0, 0.0, (89, 123, 76)),
    ("logistic", 0.0, 50.0, (2, 0, 1, 0, 5)),
    ("normalized", 0.0, 50.0, (2, 0, 1, 0, 5)),
    ("logistic", 0.0, 5.0, (0, 40, 900, 70, 0)),
    ("normalized", 0.0, 5.0, (0, 40, 900, 70, 0)),
    ("normalized", -3.0, 1.0, (400, 1200, 1500, 900, 200)),
    ("logistic", 100.0, 150.0, (10, 20, 60, 90, 80)),
]

# White, Black, White's losses, draws and wins.
GAMES = [
    (0, 1, 20, 50, 30), (1, 0, 25, 45, 30),
    (0, 2, 5, 15, 40), (2, 0, 30, 20, 10),
    (1, 2, 10, 30, 30), (2, 1, 28, 30, 12),
    (2, 3, 8, 9, 23), (3, 2, 17, 15, 8),
    (3, 0, 12, 2, 0),
]
PRIOR = {"strength": 10.0, "advantage": 2.0, "draw": 5.0}


def bisect(function, low, high):
    """The zero of an increasing function."""
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return middle


def elo_of(score):
    return bisect(lambda elo: 1 / (1 + 10 ** (-elo / 400)) - score, -5000.0, 5000.0)


def below(x):
    """The probability that a normal variable is below x."""
    steps, end = 20000, min(abs(x), 40.0)
    width = end / steps
    density = lambda y: math.exp(-y * y / 2) / math.sqrt(2 * math.pi)
    inner = sum((4 if i % 2 else 2) * density(i * width) for i in range(1, steps))
    area = (density(0) + inner + density(end)) * width / 3
    return 0.5 + math.copysign(area, x)


def performance(counts):
    total, last = sum(counts), len(counts) - 1
    mean = Fraction(sum(i * n for i, n in enumerate(counts)), last * total)
    square = Fraction(sum(i * i * n for i, n in enumerate(counts)), last * last * total)
    variance = float(square - mean * mean)
    mean, deviation = float(mean), math.sqrt(variance / total)
    low, high = mean - Z95 * deviation, mean + Z95 * deviation
    per_game = math.sqrt(variance * (last // 2))
    normalized = lambda score: (score - 0.5) / per_game * NELO
    return (
        elo_of(mean),
        (elo_of(high) - elo_of(low)) / 2,
        normalized(mean),
        (normalized(high) - normalized(low)) / 2,
        100 * below((mean - 0.5) / deviation),
        mean,
    )


def solve(matrix, right):
    """Linear equations, by elimination with row exchanges."""
    size = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, size):
            factor = rows[r][i] / rows[i][i]
            rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    for i in reversed(range(size)):
        rows[i][size] -= sum(rows[i][j] * rows[j][size] for j in range(i + 1, size))
        rows[i][size] /= rows[i][i]
    return [row[size] for row in rows]


def lagrange(observed, scores, strength, model, x):
    """Zero where x holds the logarithms of the best probabilities and both multipliers."""
    p, (one, two) = [cmath.exp(u) for u in x[:-2]], x[-2:]
    mean = sum(q * a for q, a in zip(p, scores))
    if model == "logistic":
        excess, slopes = mean - strength, scores
    else:
        deviation = (sum(q * a * a for q, a in zip(p, scores)) - mean * mean) ** 0.5
        excess = mean - 0.5 - strength * deviation
        slopes = [a - strength * (a * a - 2 * mean * a) / (2 * deviation) for a in scores]
    stationary = [o - q * (one + two * s) for o, q, s in zip(observed, p, slopes)]
    return stationary + [sum(p) - 1, excess]


def moved(x, i):
    """A tiny step along the imaginary axis: the imaginary part of the value is the derivative."""
    return [complex(v, TINY if j == i else 0.0) for j, v in enumerate(x)]


def newton(function, x):
    """A zero near x."""
    for _ in range(60):
        value = [v.real for v in function(x)]
        columns = [[v.imag / TINY for v in function(moved(x, i))] for i in range(len(x))]
        step = solve([list(row) for row in zip(*columns)], value)
        scale = min(1.0, 1.0 / max(abs(s) for s in step[:-2])) if any(step[:-2]) else 1.0
        x = [v - scale * s for v, s in zip(x, step)]
        if max(abs(s) for s in step) < 1e-13 * (1 + max(abs(v) for v in x)):
            break
    return x


def most_likely(observed, scores, strength, model):
    """The logarithms of the most likely probabilities that have the strength."""
    mean = sum(q * a for q, a in zip(observed, scores))
    if model == "logistic":
        start, here, there = mean, mean, strength
        path = lambda z: z
    else:
        deviation = math.sqrt(sum(q * (a - mean) ** 2 for q, a in zip(observed, scores)))
        start = (mean - 0.5) / deviation
        here, there, path = math.asinh(start), math.asinh(strength), math.sinh
    x = [math.log(q) for q in observed] + [1.0, 0.0]
    steps = 400
    for i in range(1, steps + 1):
        at = path(here + (there - here) * i / steps) if i < steps else strength
        x = newton(lambda y: lagrange(observed, scores, at, model, y), x)
    residue = lagrange(observed, scores, strength, model, x)
    assert max(abs(r) for r in residue) < 1e-11, (observed, strength, residue)
    return x[:-2]


def llr(model, elo0, elo1, counts):
    counts = [n or EMPTY_BIN for n in counts]
    total, last = sum(counts), len(counts) - 1
    observed = [n / total for n in counts]
    scores = [i / last for i in range(last + 1)]
    if model == "logistic":
        strengths = [1 / (1 + 10 ** (-elo / 400)) for elo in (elo0, elo1)]
    else:
        strengths = [elo * math.sqrt(last // 2) / NELO for elo in (elo0, elo1)]
    weak, strong = (most_likely(observed, scores, s, model) for s in strengths)
    return sum(n * (s - w) for n, s, w in zip(counts, strong, weak))


def log_posterior(x):
    *strengths, advantage, draw = x
    value = -sum((s / PRIOR["strength"]) ** 2 for s in strengths) / 2
    value -= ((advantage / PRIOR["advantage"]) ** 2 + (draw / PRIOR["draw"]) ** 2) / 2
    for white, black, *counts in GAMES:
        difference = strengths[white] + advantage - strengths[black]
        weights = [1.0, cmath.exp(draw + difference / 2), cmath.exp(difference)]
        value += sum(n * cmath.log(w / sum(weights)) for n, w in zip(counts, weights))
    return value


def ratings():
    """Ratings with mean 0, White's advantage, and the draw rate between equals."""
    x = [0.0] * (max(game[0] for game in GAMES) + 3)
    width, most = 8.0, 1.0
    while most > 1e-11:
        most = 0.0
        for i in range(len(x)):
            fall = lambda v: -log_posterior(moved(x[:i] + [v] + x[i + 1:], i)).imag
            best = bisect(fall, x[i] - width, x[i] + width)
            x[i], most = best, max(most, abs(best - x[i]))
        # The games do not see a common shift, and the prior likes it best at mean zero.
        mean = sum(x[:-2]) / len(x[:-2])
        x[:-2] = [s - mean for s in x[:-2]]
        width = min(8.0, 10 * most + 1e-9)
    rate = math.exp(x[-1]) / (2 + math.exp(x[-1]))
    scale = 400 / math.log(10) * (1 - rate)
    return [s * scale for s in x[:-1]] + [rate]


def table():
    row = lambda *cells: " ".join(str(cell) for cell in cells)
    commas = lambda numbers: ",".join(str(n) for n in numbers)
    yield "# elo: counts from the worst score | Elo, error, nElo, error, LOS in %, score"
    for counts in PERFORMANCES:
        yield row("elo", commas(counts), *(f"{v:.6f}" for v in performance(counts)))
    yield "# llr: model, elo0, elo1, counts from the worst score | log-likelihood ratio"
    for model, elo0, elo1, counts in TESTS:
        yield row("llr", model, elo0, elo1, commas(counts), f"{llr(model, elo0, elo1, counts):.6f}")
    yield "# game: White, Black, White's losses, draws, wins"
    for game in GAMES:
        yield row("game", *game)
    yield "# ratings: of the players of these games, White's advantage, draw rate between equals"
    yield row("ratings", *(f"{v:.4f}" for v in ratings()))


def same(computed, stored):
    """Whether two cells agree, up to the last digit of a number."""
    try:
        return abs(float(computed) - float(stored)) <= 2e-6 * max(1.0, abs(float(stored)))
    except ValueError:
        return computed == stored


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--check", action="store_true", help=f"compare with {TABLE.name}")
    if not arguments.parse_args().check:
        print("\n".join(table()))
        return 0
    stored = TABLE.read_text(encoding="utf-8").splitlines()
    wrong = 0
    computed = list(table())
    for ours, theirs in zip(computed, stored):
        cells, others = ours.split(), theirs.split()
        if len(cells) != len(others) or not all(map(same, cells, others)):
            wrong += 1
            print(f"computed: {ours}\nstored:   {theirs}")
    wrong += abs(len(computed) - len(stored))
    print(f"{len(computed)} lines, {wrong} differ")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
