#!/usr/bin/env python3
"""Compare Polyglot books with python-chess, both ways.

Plays random games, lets `quietus-lab book make` make a book of them, and compares every entry with one that this script
counts itself and reads through python-chess. Then writes a book of its own and compares what `quietus-lab book view` shows.

    tools/oracles/book_oracle.py target/release/quietus-lab
"""

import collections
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

import chess
import chess.pgn
import chess.polyglot

GAMES, PLIES = 200, 12


def random_games(rng):
    for _ in range(GAMES):
        board, moves = chess.Board(), []
        for _ in range(PLIES):
            # Few choices, so that games share positions.
            choices = sorted(board.legal_moves, key=str)
            move = choices[rng.randrange(min(3, len(choices)))]
            moves.append((board.copy(stack=False), move))
            board.push(move)
            if board.is_game_over():
                break
        yield moves, rng.choice(["1-0", "0-1", "1/2-1/2"])


def write_pgn(path, games):
    with path.open("w") as file:
        for moves, result in games:
            game = chess.pgn.Game({"Result": result})
            node = game
            for _, move in moves:
                node = node.add_variation(move)
            print(game, end="\n\n", file=file)


def points(result, color):
    return {"1/2-1/2": 1, "1-0": 2 * color, "0-1": 2 * (not color)}[result]


def main():
    lab = sys.argv[1]
    games = list(random_games(random.Random(1)))
    expected, boards = collections.Counter(), {}
    for moves, result in games:
        for board, move in moves:
            key = chess.polyglot.zobrist_hash(board)
            expected[key, move] += points(result, board.turn)
            boards[key] = board
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        pgn, book = folder / "games.pgn", folder / "book.bin"
        write_pgn(pgn, games)
        subprocess.run([lab, "book", "make", pgn, "--out", book, "--min-games", "1"], check=True)
        found = {}
        with chess.polyglot.open_reader(book) as reader:
            for key, board in boards.items():
                for entry in reader.find_all(board, minimum_weight=0):
                    found[key, entry.move] = entry.weight
        wanted = {at: weight for at, weight in expected.items() if weight}
        assert found == wanted, "python-chess reads something else than the games say"
        print(f"python-chess reads {len(found)} moves as they were counted")

        own = folder / "own.bin"
        rows = sorted(
            struct.pack(">QHHI", key, move.to_square | move.from_square << 6, weight, 0)
            for (key, move), weight in wanted.items()
        )
        own.write_bytes(b"".join(rows))
        for key, board in random.Random(2).sample(sorted(boards.items()), 40):
            view = subprocess.run(
                [lab, "book", "view", own, "--fen", board.fen()], check=True, capture_output=True, text=True
            ).stdout
            shown = {}
            for line in view.splitlines()[3:]:
                san, weight, *_ = line.split()
                shown[board.parse_san(san)] = int(weight)
            here = {move: weight for (at, move), weight in wanted.items() if at == key}
            assert shown == here, f"{board.fen()}: {shown} instead of {here}"
        print("quietus-lab shows 40 positions of a foreign book as they are")


main()
