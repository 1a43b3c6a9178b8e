#!/usr/bin/env python3
"""Fits the WDL model of chess or xiangqi to the scores and results of self-play games.

    quietus-lab match -e cmd=./quietus name=a -e cmd=./quietus name=b --each tc=2+0.02 option.Hash=32 \\
        -r 2000 -c 16 -b uho.epd.xz --order random --out wdl
    tools/experiments/fit_wdl.py wdl/games.pgn
    tools/experiments/fit_wdl.py --terms 3 xiangqi/games.pgn

Every commented move of a finished game is a sample: its score, the material on the board before it, and
the result for the side that moved. Prints the constants of `crates/quietus/src/variant/chess.rs` or `xiangqi.rs`, the
score that wins half of the games, and observed next to fitted shares. The fit is maximum likelihood by
Fisher scoring. Needs python-chess and numpy.
"""

import argparse
import io
import lzma
import re

import chess.pgn
import numpy

# As `win_rate` in crates/quietus/src/variant counts it: the same total at the start of both games.
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
XIANGQI_VALUES = {"p": 1, "n": 4, "c": 4, "r": 9}
LEAST, XIANGQI_LEAST, MOST, MIDDLEGAME = 17, 10, 78, 58
XIANGQI_START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
# Larger scores say nothing about the curve.
MAX_SCORE = 2000
SCORE = re.compile(r"([+-]?\d+\.\d+)/\d+")
RESULTS = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}


class Samples(chess.pgn.BaseVisitor):
    """The samples of a game: score, material, and 0, 1 or 2 for a win, draw or loss of the mover."""

    def begin_game(self):
        self.samples, self.outcome, self.last = [], None, None

    def visit_header(self, name, value):
        if name == "Result":
            self.outcome = RESULTS.get(value)

    def visit_move(self, board, move):
        material = sum(v * chess.popcount(board.pieces_mask(kind, True) | board.pieces_mask(kind, False))
                       for kind, v in VALUES.items())
        self.last = board.turn, min(max(material, LEAST), MOST)

    def visit_comment(self, comment):
        found = SCORE.match(comment)
        if self.last is None or self.outcome is None or found is None:
            return
        score = round(100 * float(found[1]))
        if abs(score) <= MAX_SCORE:
            turn, material = self.last
            self.samples.append((score, material, self.outcome if turn else 2 - self.outcome))
        self.last = None

    def begin_variation(self):
        return chess.pgn.SKIP

    def result(self):
        return self.samples


def chess_games(text):
    """The samples of each game."""
    file = io.StringIO(text)
    while (game := chess.pgn.read_game(file, Visitor=Samples)) is not None:
        yield game


def xiangqi_games(text):
    """The same for games in ICCS coordinates, as our match runner writes them."""
    for game in text.split("[Event ")[1:]:
        tags, moves = game.split("\n\n", 1)
        tags = dict(re.findall(r'\[(\w+) "(.*)"\]', tags))
        rows, side = tags.get("FEN", XIANGQI_START).split()[:2]
        rows = re.sub(r"\d", lambda empty: " " * int(empty[0]), rows).split("/")
        board = {f"{file}{9 - y}": piece for y, row in enumerate(rows) for file, piece in zip("ABCDEFGHI", row)}
        outcome, turn, samples = RESULTS.get(tags["Result"]), side == "w", []
        for origin, target, score in re.findall(r"([A-I]\d)-([A-I]\d)(?:\s+\{([+-]?\d+\.\d+)/)?", moves):
            material = sum(XIANGQI_VALUES.get(piece.lower(), 0) for piece in board.values())
            if score and outcome is not None and abs(float(score)) <= MAX_SCORE / 100:
                material = max(material, XIANGQI_LEAST)
                samples.append((round(100 * float(score)), material, outcome if turn else 2 - outcome))
            board[target], board[origin] = board[origin], " "
            turn = not turn
        yield samples


def read(paths):
    games, samples = 0, []
    for path in paths:
        with (lzma.open if path.endswith(".xz") else open)(path, "rt", encoding="utf-8") as file:
            text = file.read()
        for game in (xiangqi_games if '[Variant "xiangqi"]' in text else chess_games)(text):
            games += 1
            samples += game
    print(f"{games} games, {len(samples)} positions")
    return numpy.array(samples)


def counted(samples):
    """Wins, draws and losses for each score and material that occurred."""
    keys, index = numpy.unique(samples[:, :2], axis=0, return_inverse=True)
    counts = numpy.zeros((len(keys), 3))
    numpy.add.at(counts, (index.ravel(), samples[:, 2]), 1)
    return keys[:, 0].astype(float), keys[:, 1] / MIDDLEGAME, counts


def model(parameters, score, material):
    """Probabilities of win, draw and loss, and their derivatives by the parameters."""
    terms = len(parameters) // 2
    powers = material[:, None] ** numpy.arange(terms)
    a, b = powers @ parameters[:terms], powers @ parameters[terms:]

    def rate(score):
        x = (score - a) / b
        p = 1 / (1 + numpy.exp(-x))
        slope = (-p * (1 - p) / b)[:, None]
        return p, numpy.hstack([slope * powers, slope * x[:, None] * powers])

    (win, by_win), (loss, by_loss) = rate(score), rate(-score)
    shares = numpy.stack([win, 1 - win - loss, loss], axis=1).clip(1e-12)
    return shares, numpy.stack([by_win, -by_win - by_loss, by_loss], axis=1)


def fit(score, material, counts, terms):
    parameters = numpy.zeros(2 * terms)
    parameters[[0, terms]] = 150, 80

    def likelihood(parameters):
        return (counts * numpy.log(model(parameters, score, material)[0])).sum()

    best = likelihood(parameters)
    for _ in range(100):
        shares, slopes = model(parameters, score, material)
        gradient = numpy.einsum("nk,nkp->p", counts / shares, slopes)
        weights = counts.sum(axis=1)[:, None] / shares
        information = numpy.einsum("nk,nkp,nkq->pq", weights, slopes, slopes)
        step = numpy.linalg.solve(information, gradient)
        while (now := likelihood(parameters + step)) < best:
            step /= 2
        parameters, gain, best = parameters + step, now - best, now
        if gain < 1e-6:
            break
    return parameters


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("pgn", nargs="+", help="self-play games with scores in comments; .xz is read too")
    parser.add_argument("--terms", type=int, default=4, help="terms of the polynomials, up to 4")
    args = parser.parse_args()
    score, material, counts = counted(read(args.pgn))
    parameters = fit(score, material, counts, args.terms)
    for name, part in zip("AB", numpy.split(parameters, 2)):
        part = numpy.pad(part, (0, 4 - args.terms))
        print(f"const WIN_RATE_{name}: [f64; 4] = [{', '.join(f'{x:.1f}' for x in part)}];")
    print(f"half of the games are won at {parameters[:args.terms].sum():.0f} centipawns (material {MIDDLEGAME})")
    shares = model(parameters, score, material)[0] * counts.sum(axis=1)[:, None]
    print("material     score  positions   observed W D L    fitted W D L")
    for least, most in ((10, 17), (17, 30), (30, 45), (45, 60), (60, 79)):
        for low in range(-300, 301, 100):
            cell = (abs(score - low) <= 25) & (material >= least / MIDDLEGAME) & (material < most / MIDDLEGAME)
            total = counts[cell].sum()
            if total > 0:
                observed, fitted = counts[cell].sum(axis=0) / total, shares[cell].sum(axis=0) / total
                texts = (" ".join(f"{1000 * x:4.0f}" for x in part) for part in (observed, fitted))
                print(f"{least:2} to {most - 1:2} {low:9} {total:10.0f}   {'    '.join(texts)}")


if __name__ == "__main__":
    main()
