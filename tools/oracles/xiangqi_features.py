#!/usr/bin/env python3
"""The features of xiangqi networks, written from docs/reference/net-format.md alone.

    tools/oracles/xiangqi_features.py crates/nnue/tests/golden/xiangqi.txt

Prints the golden file anew, with the positions that it has.
"""

import struct
import sys
import zlib

# Pawn, elephant, advisor, horse, cannon, rook, king.
LETTERS = "pbancrk"
PAWN, ELEPHANT, ADVISOR, HORSE, CANNON, ROOK, KING = range(7)

INPUTS = {"home_bucket": 1620, "piece_square": 689, "king_bucket": 6 * 689, "attack_bucket": 4 * 689}
VALUES = (1, 1, 1, 2, 2, 4, 0)
MASK = (1 << 64) - 1


def material(pieces):
    """Twice the rooks, and the horses and cannons."""
    return sum({ROOK: 2, HORSE: 1, CANNON: 1}.get(kind, 0) for _, kind, _ in pieces)


def squares_of(kind, owner):
    """The squares on which a piece can ever stand, in order, as the perspective sees them."""
    home = {
        KING: [(f, r) for f in (3, 4, 5) for r in (0, 1, 2)],
        ADVISOR: [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)],
        ELEPHANT: [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)],
        PAWN: [(f, r) for f in range(9) for r in range(3, 10) if r >= 5 or f % 2 == 0],
    }.get(kind, [(f, r) for f in range(9) for r in range(10)])
    if kind == KING and owner == 0:
        home = [(f, r) for f, r in home if f <= 4]
    turned = [(f, r if owner == 0 else 9 - r) for f, r in home]
    return sorted(9 * r + f for f, r in turned)


NUMBERS = {}
for _owner in (0, 1):
    for _kind in range(7):
        for _square in squares_of(_kind, _owner):
            NUMBERS[_owner, _kind, _square] = len(NUMBERS)


def split_mix(state):
    """The first number of SplitMix64."""
    z = (state + 0x9E3779B97F4A7C15) & MASK
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def lean(owner, kind, square):
    """What a piece adds to the right wing."""
    rank, file = divmod(square, 9)
    number = ((7 * owner + kind) * 10 + rank) * 5 + min(file, 8 - file)
    weight = (VALUES[kind] << 24) + (split_mix(number) >> 40)
    return weight * ((file > 4) - (file < 4))


def active(features, pieces, side):
    """The active features of a perspective; pieces are (color, type, square)."""
    seen = []
    for color, kind, square in pieces:
        rank, file = divmod(square, 9)
        seen.append((int(color != side), kind, 9 * (rank if side == 0 else 9 - rank) + file))
    kings = {owner: square for owner, kind, square in seen if kind == KING}
    if features == "home_bucket":
        bucket = int(kings[0] != 4)
        for owner, kind, square in seen:
            if kind == KING:
                continue
            plane = 0 if kind in (ELEPHANT, ADVISOR) else [PAWN, HORSE, CANNON, ROOK].index(kind) + 1 + 4 * owner
            yield 810 * bucket + 90 * plane + square
        return
    files = [kings[0] % 9, kings[1] % 9]
    if files != [4, 4]:
        mirrored = next(file for file in files if file != 4) == 5
    else:
        mirrored = sum(lean(*piece) for piece in seen) > 0
    if mirrored:
        seen = [(owner, kind, square // 9 * 9 + 8 - square % 9) for owner, kind, square in seen]
    king = next(square for owner, kind, square in seen if kind == KING and owner == 0)
    own = {kind for owner, kind, _ in seen if owner == 0}
    bucket = {
        "piece_square": 0,
        "king_bucket": 2 * (king // 9) + int(king % 9 == 4),
        "attack_bucket": 2 * int(ROOK in own) + int(bool(own & {HORSE, CANNON})),
    }[features]
    for piece in seen:
        yield 689 * bucket + NUMBERS[piece]


def read_placement(placement):
    """The pieces as (color, type, square)."""
    for rank, text in zip(range(9, -1, -1), placement.split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
                continue
            yield int(letter.islower()), LETTERS.index(letter.lower()), 9 * rank + file
            file += 1


def golden(line):
    """A line of the golden file with its numbers."""
    placement, side = line.split()[:2]
    pieces = list(read_placement(placement))
    words = [placement, side, str(material(pieces))]
    for features in INPUTS:
        for perspective in (0, 1):
            found = sorted(active(features, pieces, perspective))
            words.append(f"{zlib.crc32(struct.pack(f'<{len(found)}H', *found)):08x}")
    return " ".join(words)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        for text in file.read().splitlines():
            print(text if text.startswith("#") else golden(text))
