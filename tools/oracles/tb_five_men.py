#!/usr/bin/env python3
"""Compares the tablebase prober with python-chess on 5-man tables of random contents.

    cargo build --profile proof -p quietus-syzygy --example probe
    tools/oracles/tb_five_men.py --syzygy DIR target/proof/examples/probe

What is new in tables of more men is where a position stands in its file: the grouping and order of the
men. So this script writes valid WDL files of 5 men, with the men in random order and random values, and
both must read the same from each. Captures are looked up in the real 3-man and 4-man tables of DIR.
Needs python-chess, and 0.2 GB of disk for the largest table, which is removed before the next. Exit
status 1 for any difference.
"""

import argparse
import math
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

import chess
import chess.syzygy

# All kinds of grouping: unique men, pairs, triples, pawns of one and of both sides.
TABLES = "KQRvKB KRRvKR KBBvKN KNNvKQ KRRRvK KQBNvK KRPvKR KBPvKN KPPvKR KPPvKP KPPPvK KQPvKP".split()
MAGIC = bytes.fromhex("71e8235d")
TWO_SIDED, HAS_PAWNS = 1, 2
# Blocks of 2^12 values of two bits, and an index entry for each.
BLOCK_BITS, SPAN_BITS = 10, 12
VALUES = [0, 2, 3, 4]  # of WDL plus 2


def men_of(name):
    """The men of a table, as the format codes them: 1 to 6, plus 8 for Black."""
    white, black = name.split("v")
    code = lambda letter: "PNBRQK".index(letter) + 1
    return [code(letter) for letter in white] + [code(letter) + 8 for letter in black]


def layout(men, rng):
    """The groups of men in a random order, the leading one first, and the order of their factors."""
    groups = [[man] * men.count(man) for man in sorted(set(men))]
    pawns = sorted((group for group in groups if group[0] & 7 == 1), key=len)
    others = [group for group in groups if group[0] & 7 != 1]
    rng.shuffle(others)
    if pawns:
        leading, others = pawns[:1], pawns[1:] + others
    else:
        unique = [group for group in others if len(group) == 1]
        # Three men that are alone of their kind, or else the kings.
        leading = unique[:3] if len(unique) >= 3 else unique[:2]
        others = [group for group in others if group not in leading]
    orders = list(range(1 + len(others)))
    rng.shuffle(orders)
    return leading, others, orders[:2]


def size(leading, others, file):
    """How many positions a sub-table has."""
    taken = sum(map(len, leading))
    if leading[0][0] & 7 == 1:
        total = chess.syzygy.PFACTOR[taken - 1][file]
        if others[0][0] & 7 == 1:
            total *= math.comb(48 - taken, len(others[0]))
            taken += len(others[0])
            others = others[1:]
    else:
        total = {3: 31332, 2: 462}[taken]
    for group in others:
        total *= math.comb(64 - taken, len(group))
        taken += len(group)
    return total


def write_table(path, name, rng):
    men = men_of(name)
    has_pawns = "P" in name
    has_two = name.count("P") and all("P" in side for side in name.split("v"))
    head = bytearray(MAGIC + bytes([TWO_SIDED | (HAS_PAWNS if has_pawns else 0)]))
    sizes = []
    for file in range(4 if has_pawns else 1):
        both = [layout(men, rng) for _ in range(2)]
        if has_pawns:
            # Both sides to move agree on the leading pawn.
            both = [(both[0][0], *side[1:]) for side in both]
        for which in range(2 if has_two else 1):
            head.append(both[0][2][which] | both[1][2][which] << 4)
        listed = [[man for group in leading + others for man in group] for leading, others, _ in both]
        head += bytes(first | second << 4 for first, second in zip(*listed))
        sizes += [size(leading, others, file) for leading, others, _ in both]
    head += bytes(len(head) & 1)
    blocks = [-(-total >> SPAN_BITS) for total in sizes]
    for count in blocks:
        # Four symbols with codes of two bits; the first code is the last symbol's.
        head += bytes([0, BLOCK_BITS, SPAN_BITS, 0]) + struct.pack("<IBBHH", count, 2, 2, 0, 4)
        for value in VALUES:
            head += bytes([value, 0xF0, 0xFF])
    with open(path, "wb") as file:
        file.write(head)
        for count in blocks:
            file.write(b"".join(struct.pack("<IH", block, 1 << SPAN_BITS - 1) for block in range(count)))
        for count in blocks:
            file.write(struct.pack("<H", (1 << SPAN_BITS) - 1) * count)
        for count in blocks:
            file.write(bytes(-file.tell() % 64))
            for _ in range(count):
                file.write(rng.randbytes(1 << BLOCK_BITS))
        file.write(bytes(-file.tell() % 64 + 16))


def random_board(men, rng):
    """A random legal position. Not one in which every move captures: there the prober asks no table."""
    while True:
        board = chess.Board(None)
        board.turn = rng.choice(chess.COLORS)
        swapped = rng.random() < 0.5
        for man, square in zip(men, rng.sample(chess.SQUARES, len(men))):
            board.set_piece_at(square, chess.Piece(man & 7, (man < 8) != swapped))
        moves = list(board.legal_moves) if board.is_valid() else []
        if not all(map(board.is_capture, moves)):
            return board


def compare(name, tables, folder, probe, positions, rng):
    """Writes a table and compares random positions; the number of differences."""
    write_table(folder / f"{name}.rtbw", name, rng)
    boards = [random_board(men_of(name), rng) for _ in range(positions)]
    fens = "".join(board.fen() + "\n" for board in boards)
    path = f"{tables}{os.pathsep}{folder}"
    answers = subprocess.run([probe, path], input=fens, capture_output=True, text=True, check=True)
    lines = answers.stdout.splitlines()
    assert len(lines) == len(boards), answers.stderr
    differences, counts = 0, dict.fromkeys(range(-2, 3), 0)
    with chess.syzygy.open_tablebase(tables) as opened:
        opened.add_directory(str(folder))
        for board, line in zip(boards, lines):
            expected = opened.probe_wdl(board)
            counts[expected] += 1
            if line.split()[0] != str(expected):
                differences += 1
                if differences <= 5:
                    print(f"{board.fen()}: python-chess {expected}, ours {line}")
    print(f"{name}: {positions} positions, WDL {list(counts.values())}, {differences} differences", flush=True)
    return differences


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("probe", help="the example program `probe` of the tablebase crate")
    parser.add_argument("--syzygy", required=True, help="the directory of the 3-man and 4-man tables")
    parser.add_argument("--positions", type=int, default=5_000, help="of each table")
    parser.add_argument("--only", nargs="+", default=TABLES, metavar="TABLE")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    differences = 0
    for name in options.only:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            differences += compare(name, options.syzygy, folder, options.probe, options.positions, rng)
    sys.exit(differences > 0)


if __name__ == "__main__":
    main()
