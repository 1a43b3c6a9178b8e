#!/usr/bin/env python3
"""Compares the tablebase prober with python-chess on random positions of 3 and 4 men.

    cargo build --profile proof -p quietus-syzygy --example probe
    tools/oracles/tb_differential.py --syzygy PATH target/proof/examples/probe

Needs python-chess (`pip install chess`) and the Syzygy tables, WDL and DTZ, of up to four men. With
`--table KQRvKR` all positions are of that table, which may have more men and must be there, too.
WDL and DTZ of every position must be equal; any difference is printed and the exit status is 1.
"""

import argparse
import os
import random
import subprocess
import sys

import chess
import chess.syzygy

PIECES = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]


def random_board(rng):
    """A random legal position of 3 or 4 men; one in twenty with an en-passant capture."""
    while True:
        board = chess.Board(None)
        board.turn = rng.choice(chess.COLORS)
        with_en_passant = rng.random() < 0.05
        if with_en_passant:
            place_en_passant(board, rng)
        men = [chess.Piece(chess.KING, chess.WHITE), chess.Piece(chess.KING, chess.BLACK)]
        if not with_en_passant:
            for _ in range(rng.choice([1, 2, 2, 2])):
                men.append(chess.Piece(rng.choice(PIECES), rng.choice(chess.COLORS)))
        free = [square for square in chess.SQUARES if board.piece_at(square) is None]
        for piece, square in zip(men, rng.sample(free, len(men))):
            board.set_piece_at(square, piece)
        if board.is_valid():
            return board


def random_board_of(table, rng):
    """A random legal position of a table."""
    white, black = table.split("v")
    men = [chess.Piece.from_symbol(letter) for letter in white + black.lower()]
    while True:
        board = chess.Board(None)
        board.turn = rng.choice(chess.COLORS)
        for piece, square in zip(men, rng.sample(chess.SQUARES, len(men))):
            board.set_piece_at(square, piece)
        if board.is_valid():
            return board


def place_en_passant(board, rng):
    """Two pawns abreast, and the en-passant square behind that of the side not to move."""
    rank, step = (4, 8) if board.turn == chess.WHITE else (3, -8)
    file = rng.randrange(8)
    beside = file + 1 if file == 0 else file - 1 if file == 7 else file + rng.choice([-1, 1])
    board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, not board.turn))
    board.set_piece_at(chess.square(beside, rank), chess.Piece(chess.PAWN, board.turn))
    board.ep_square = chess.square(file, rank) + step


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("probe", help="the example program `probe` of the tablebase crate")
    parser.add_argument("--syzygy", required=True, help="the directories of the tables, separated as in PATH")
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--table", help="only positions of this table, KQRvKR for example")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    draw = (lambda: random_board_of(arguments.table, rng)) if arguments.table else (lambda: random_board(rng))
    boards = [draw() for _ in range(arguments.positions)]
    fens = "".join(board.fen() + "\n" for board in boards)
    command = [arguments.probe, arguments.syzygy]
    answers = subprocess.run(command, input=fens, capture_output=True, text=True, check=True)
    lines = answers.stdout.splitlines()
    assert len(lines) == len(boards), "one answer to a position"
    differences = en_passant = 0
    with chess.syzygy.Tablebase() as tables:
        for directory in arguments.syzygy.split(os.pathsep):
            tables.add_directory(directory)
        for board, line in zip(boards, lines):
            en_passant += board.has_legal_en_passant()
            expected = f"{tables.probe_wdl(board)} {tables.probe_dtz(board)}"
            if line != expected:
                differences += 1
                if differences <= 20:
                    print(f"{board.fen()}: python-chess {expected}, ours {line}")
    print(f"{len(boards)} positions ({en_passant} with en passant), {differences} differences")
    sys.exit(differences > 0)


if __name__ == "__main__":
    main()
