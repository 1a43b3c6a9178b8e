#!/usr/bin/env python3
"""Measures many switches and parameters of a `tune` build at once: a factorial experiment by games.

    tools/experiments/factorial.py play factors.json games.jsonl --engine quietus-tune --book uho.epd.xz --limit nodes=16000 --seconds 600
    tools/experiments/factorial.py fit factors.json games.jsonl

`factors.json` is a list of {"name": ..., "plus": {option: value, ...}, "minus": {option: value, ...}}. For
each row, a game pair, every factor gives its plus side to one engine and its minus side to the other, at
random. So every game counts for every factor: 90 factors are measured with the error that one
match of as many games has. `fit` prints the Elo of plus over minus for each factor by least squares with
its 95 % error, and the same shrunk by a normal prior of 4 Elo, by which to choose. Interactions are not
measured: confirm the chosen values together in a match. Rows are appended, so `play` can be repeated
with other seeds. Needs `quietus-lab`.
"""

import argparse
import concurrent.futures
import json
import math
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

PAIRS = 1
PRIOR_ELO = 4.0
# Score of one Elo, near equality.
SCORE_OF_ELO = math.log(10) / 1600


def options(factors, row, sign):
    """The engine options of one side."""
    values = {}
    for factor, level in zip(factors, row):
        values |= factor["plus" if level * sign > 0 else "minus"]
    return [f"option.{name}={value}" for name, value in values.items()]


def play_row(args, factors, seed):
    """The pentanomial counts of one row."""
    chance = random.Random(seed)
    row = [chance.choice((-1, 1)) for _ in factors]
    sides = [
        ["-e", f"cmd={args.engine}", f"name={name}", *options(factors, row, sign)]
        for name, sign in (("a", 1), ("b", -1))
    ]
    command = [args.lab, "match", *sides[0], *sides[1], "--each", args.limit, "option.Hash=8"]
    command += ["-r", str(PAIRS), "-c", "1", "-b", args.book, "--order", "random", "--seed", str(chance.randrange(1 << 30))]
    command += ["--resign", "score=700", "movecount=4", "twosided", "--draw", "score=8", "movecount=8", "movenumber=40"]
    with tempfile.TemporaryDirectory() as folder:
        command += ["--plain", "-o", f"{folder}/match"]
        output = subprocess.run(command, capture_output=True, text=True)
    counts = re.search(r"^Ptnml\(0-2\): (\[.*?\])", output.stdout, re.MULTILINE)
    if not counts:
        sys.exit(f"a match failed: {output.stdout[-300:]}{output.stderr[-300:]}")
    return {"seed": seed, "row": row, "pentanomial": json.loads(counts[1])}


def play(args, factors):
    """Plays rows until the time is over."""
    end = time.monotonic() + args.seconds
    seeds = iter(range(args.seed << 20, (args.seed + 1) << 20))
    lock = threading.Lock()
    games = 0
    with open(args.rows, "a") as file:

        def worker():
            nonlocal games
            while time.monotonic() < end:
                with lock:
                    seed = next(seeds)
                result = play_row(args, factors, seed)
                with lock:
                    print(json.dumps(result), file=file, flush=True)
                    games += 2 * PAIRS
                    print(f"\r{games} games", end="", file=sys.stderr, flush=True)

        with concurrent.futures.ThreadPoolExecutor(args.concurrency) as pool:
            for done in [pool.submit(worker) for _ in range(args.concurrency)]:
                done.result()
    print(file=sys.stderr)


def inverse(matrix):
    """The inverse by Gauss-Jordan elimination; the matrix is symmetric and positive definite."""
    size = len(matrix)
    rows = [list(line) + [float(i == j) for j in range(size)] for i, line in enumerate(matrix)]
    for pivot in range(size):
        scale = rows[pivot][pivot]
        rows[pivot] = [value / scale for value in rows[pivot]]
        for i in range(size):
            if i != pivot and rows[i][pivot]:
                factor = rows[i][pivot]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[pivot])]
    return [line[size:] for line in rows]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def effects(rows, scores):
    """Least squares, its standard errors, and the estimate with the prior, all in Elo."""
    columns = list(zip(*rows))
    products = [[dot(a, b) for b in columns] for a in columns]
    moments = [dot(column, scores) for column in columns]
    covariance = inverse(products)
    plain = [dot(line, moments) for line in covariance]
    residuals = [score - dot(row, plain) for row, score in zip(rows, scores)]
    variance = dot(residuals, residuals) / (len(rows) - len(columns))
    errors = [math.sqrt(variance * covariance[i][i]) for i in range(len(columns))]
    penalty = variance / (PRIOR_ELO * SCORE_OF_ELO) ** 2
    ridge = [[value + penalty * (i == j) for j, value in enumerate(line)] for i, line in enumerate(products)]
    shrunk = [dot(line, moments) for line in inverse(ridge)]
    return [[value / SCORE_OF_ELO for value in values] for values in (plain, errors, shrunk)]


def fit(args, factors):
    """Prints the table of effects."""
    results = [json.loads(line) for line in open(args.rows)]
    results = [result for result in results if sum(result["pentanomial"])]
    rows = [result["row"] for result in results]
    if len(rows) <= len(factors):
        sys.exit(f"{len(rows)} rows are too few for {len(factors)} factors")
    counts = [result["pentanomial"] for result in results]
    scores = [sum(i * count for i, count in enumerate(line)) / (4 * sum(line)) - 0.5 for line in counts]
    games = 2 * sum(map(sum, counts))
    print(f"# {games} games in {len(rows)} rows")
    print("factor,plus,minus,elo,error,shrunk")
    table = sorted(zip(factors, *effects(rows, scores)), key=lambda line: -line[3])
    for factor, plain, error, shrunk in table:
        sides = [" ".join(f"{name}={value}" for name, value in factor[side].items()) for side in ("plus", "minus")]
        print(f"{factor['name']},{sides[0]},{sides[1]},{plain:.1f},{1.96 * error:.1f},{shrunk:.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["play", "fit"])
    parser.add_argument("factors", help="JSON file of factors")
    parser.add_argument("rows", help="JSON lines of played rows")
    parser.add_argument("--engine", help="an engine built with the feature `tune`")
    parser.add_argument("--lab", default="quietus-lab")
    parser.add_argument("--book")
    parser.add_argument("--limit", default="nodes=16000", help="of a move or a game, as `quietus-lab match` reads it: tc=1+0.01")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    factors = json.load(open(args.factors))
    if args.action == "play" and not (args.engine and args.book):
        parser.error("play needs --engine and --book")
    {"play": play, "fit": fit}[args.action](args, factors)


if __name__ == "__main__":
    main()
