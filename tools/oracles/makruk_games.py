#!/usr/bin/env python3
"""Compares our rules of makruk with Fairy-Stockfish's along random games.

    cargo build --profile proof -p makruk --example replay_makruk
    tools/oracles/makruk_games.py target/proof/examples/replay_makruk [--games 5000] [--seed 1]
    tools/oracles/makruk_games.py --positions 400 > FILE

Needs pyffish. Compared are FEN with the count, check, legal moves and whether the game is over, at every
position. Half of the games begin from few pieces strewn at random. `--positions` prints FENs instead.
"""

import argparse
import random
import subprocess
import sys

import pyffish

START = pyffish.start_fen("makruk")
MAX_PLIES = 250


def strewn(rng):
    """A FEN with the kings and up to eight other pieces, none of them in reach of a capture of a king."""
    while True:
        letters = ["K", "k"] + rng.choices("RNSMPrnsmp", k=rng.randint(1, 8))
        squares = rng.sample(range(64), len(letters))
        board = ["1"] * 64
        for letter, square in zip(letters, squares):
            board[square] = letter
        # Squares count from a8.
        pawns = [(letter, square // 8) for letter, square in zip(letters, squares) if letter in "Pp"]
        if any(not (3 <= row <= 5 if letter == "P" else 2 <= row <= 4) for letter, row in pawns):
            continue
        if any(letters.count(letter) > 2 for letter in "RNSrns"):
            continue
        text = "/".join("".join(board[row : row + 8]) for row in range(0, 64, 8))
        for empty in range(8, 1, -1):
            text = text.replace("1" * empty, str(empty))
        if not pyffish.gives_check("makruk", f"{text} b - - 0 1", []):
            return f"{text} w - - 0 1"


def occupied(board):
    """The squares with a piece."""
    squares = set()
    for rank, text in zip("87654321", board.split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            else:
                squares.add("abcdefgh"[file] + rank)
                file += 1
    return squares


def pawns(board):
    """The pawns of each rank."""
    return [sorted(letter for letter in text if letter in "Pp") for text in board.split("/")]


class Game:
    """A random game. Fairy-Stockfish is asked with the moves since the last that cannot be undone."""

    def __init__(self, rng):
        self.rng = rng
        self.start = START if rng.random() < 0.5 else strewn(rng)
        self.base, self.recent, self.moves = self.start, [], []
        self.rows = [self.describe(self.start)]

    def ask(self, function, *rest):
        return function("makruk", self.base, self.recent, *rest)

    def describe(self, fen):
        self.legal = sorted(self.ask(pyffish.legal_moves))
        over = not self.legal or self.ask(pyffish.is_optional_game_end)[0]
        self.over = over or all(self.ask(pyffish.has_insufficient_material))
        return fen, self.ask(pyffish.gives_check), self.over, " ".join(self.legal)

    def play(self):
        captures = self.rng.random() < 0.3
        while not self.over and len(self.moves) < MAX_PLIES:
            board = self.rows[-1][0].split()[0]
            taken = occupied(board)
            move = self.rng.choice(self.legal)
            # Fewer pieces, more counting; and some shuffling to and fro.
            if captures or len(taken) > 12:
                takes = [move for move in self.legal if move[2:4] in taken]
                move = self.rng.choice(takes or [move])
            elif self.rng.random() < 0.4 and len(self.recent) > 1:
                back = self.recent[-2][2:4] + self.recent[-2][:2]
                move = back if back in self.legal else move
            self.moves.append(move)
            self.recent.append(move)
            fen = self.ask(pyffish.get_fen)
            after = fen.split()[0]
            if len(occupied(after)) < len(taken) or pawns(after) != pawns(board):
                self.base, self.recent = fen, []
            self.rows.append(self.describe(fen))
        return self


def positions(rng, count):
    """Prints so many positions, four of a game."""
    for _ in range(0, count, 4):
        for row in rng.choices(Game(rng).play().rows, k=4):
            print(row[0])


def compare(program, rng, count):
    """The number of positions, of ends by rule, and of differences."""
    process = subprocess.Popen(
        [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    seen, ends, different = 0, {}, 0
    for _ in range(count):
        game = Game(rng).play()
        process.stdin.write(f"{game.start};{' '.join(game.moves)}\n")
        process.stdin.flush()
        for fen, check, over, legal in game.rows:
            ours = process.stdout.readline().rstrip("\n").split(";")
            theirs = [fen, str(int(check)), over, legal]
            seen += 1
            if over:
                ends[ours[2]] = ends.get(ours[2], 0) + 1
            if [ours[0], ours[1], ours[2] != "-", ours[3]] != theirs:
                different += 1
                print(f"ours   {ours}\ntheirs {theirs}")
    process.stdin.close()
    return seen, ends, different


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program", nargs="?", help="the built example")
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, help="print so many positions instead")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    if options.positions:
        positions(rng, options.positions)
        return
    if not options.program:
        parser.error("which program?")
    seen, ends, different = compare(options.program, rng, options.games)
    print(f"{options.games} games, {seen} positions, {different} differences, ends: {ends}")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
