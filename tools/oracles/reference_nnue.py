#!/usr/bin/env python3
"""Reference evaluation of .qnn networks in numpy.

    tools/oracles/reference_nnue.py eval NET.qnn FEN [FEN ...]
    tools/oracles/reference_nnue.py golden FOLDER crates/nnue/tests/golden/values.txt [--write]

Written from docs/reference/net-format.md alone. `eval` prints one value per line. `golden` evaluates every
position of a golden file with every network it names (FOLDER/NAME.qnn, written by
`cargo run --release --package nnue --example golden_nets -- FOLDER`) and prints differences (exit code 1 if
there are any). `--write` regenerates the file with all networks of the folder; positions are kept, or come
from FOLDER/positions.txt.
"""

import argparse
import pathlib
import struct
import sys
import zlib

import numpy

import xiangqi_features

MAGIC = b"\x89QNN\r\n\x1a\n"
HEADER = struct.Struct("<8sHHIQ16s16s16sHBBBB3Hiii32s16sB47s")
ACTIVATIONS = ("relu", "crelu", "screlu", "pairwise")
HIDDEN_ONE = 4096


def divide(a, b):
    """Division that rounds toward zero."""
    quotient = abs(int(a)) // abs(int(b))
    return quotient if (a >= 0) == (b >= 0) else -quotient


class Network:
    """The header and the parameters of a file."""

    def __init__(self, data):
        if data[:8] != MAGIC:
            raise ValueError("not a network file")
        if len(data) < HEADER.size + 4:
            raise ValueError("truncated")
        if zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
            raise ValueError("the checksum does not match")
        self.read_header(data)
        self.card = data[HEADER.size + self.payload_length : -4].decode()
        self.read_parameters(data[HEADER.size : HEADER.size + self.payload_length])

    def read_header(self, data):
        (_, version, header_length, card_length, self.payload_length, features, activation, hidden,
         self.width, mirrored, self.buckets, count, self.sum_bits, n1, n2, n3, self.one,
         self.output_scale, self.evaluation_scale, king_buckets, game, dual, reserved) = HEADER.unpack_from(data)
        if (version, header_length) != (1, HEADER.size) or any(reserved):
            raise ValueError("not version 1 of the format")
        if len(data) != HEADER.size + self.payload_length + card_length + 4:
            raise ValueError("not as long as the header says")
        self.features = features.rstrip(b"\0").decode()
        self.activation = activation.rstrip(b"\0").decode()
        self.hidden_activation = hidden.rstrip(b"\0").decode()
        self.mirrored = bool(mirrored)
        self.king_buckets = list(king_buckets)
        game = game.rstrip(b"\0").decode()
        if game not in ("", "xiangqi"):
            raise ValueError(f"unknown game {game}")
        self.is_xiangqi = game == "xiangqi"
        self.sizes = [n1, n2, n3][:count]
        if dual > min(count, 1):
            raise ValueError(f"unknown dual activation {dual}")
        self.dual = bool(dual)
        if self.activation not in ACTIVATIONS:
            raise ValueError(f"unknown activation {self.activation}")

    def inputs(self):
        """The number of features of one perspective."""
        counts = xiangqi_features.INPUTS if self.is_xiangqi else {
            "piece_square": 768,
            "king_bucket": 768 * (max(self.king_buckets) + 1),
            "half_kp": 40960,
            "threats": 768 * 13,
        }
        if self.features not in counts:
            raise ValueError(f"unknown feature set {self.features}")
        return counts[self.features]

    def read_parameters(self, payload):
        offset = 0

        def take(kind, *shape):
            nonlocal offset
            count = int(numpy.prod(shape))
            numbers = numpy.frombuffer(payload, kind, count, offset)
            offset += numbers.nbytes
            return numbers.reshape(shape).astype(numpy.int64)

        both = self.width if self.activation == "pairwise" else 2 * self.width
        self.ft_weights = take("<i2", self.inputs(), self.width)
        self.ft_biases = take("<i2", self.width)
        self.layers = []
        before = both
        for index, size in enumerate(self.sizes):
            weights = take("<i1" if index == 0 else "<i2", self.buckets, size, before)
            self.layers.append((weights, take("<i4", self.buckets, size)))
            before = 2 * size if self.dual and index == 0 else size
        self.output_weights = take("<i2", self.buckets, before)
        self.output_biases = take("<i4", self.buckets)
        if offset != len(payload):
            raise ValueError("not as many parameters as the description needs")

    def active(self, pieces, side):
        """The active features of a perspective (0 white, 1 black); pieces are (color, type, square)."""
        if self.is_xiangqi:
            yield from xiangqi_features.active(self.features, pieces, side)
            return
        turn = 56 if side == 1 else 0
        kings = [square for color, kind, square in pieces if color == side and kind == 5]
        if len(kings) != 1:
            raise ValueError("a side has no king, or several")
        king = kings[0] ^ turn
        if self.mirrored and king & 7 >= 4:
            turn ^= 7
            king ^= 7
        threats = chess_threats(pieces) if self.features == "threats" else {}
        for color, kind, square in pieces:
            owner = int(color != side)
            threat = threats.get(square)
            square ^= turn
            if threat is not None:
                yield 768 * (1 + threat) + 384 * owner + 64 * kind + square
            if self.features == "half_kp":
                if kind != 5:
                    yield 640 * king + 320 * owner + 64 * kind + square
                continue
            bucket = 0
            if self.features == "king_bucket":
                bucket = self.king_buckets[4 * (king >> 3) + (king & 7)]
            yield 768 * bucket + 384 * owner + 64 * kind + square

    def activated(self, pieces, side):
        """The accumulator of a perspective."""
        sums = self.ft_biases + self.ft_weights[list(self.active(pieces, side))].sum(axis=0)
        if self.activation == "relu":
            return numpy.maximum(sums, 0)
        clipped = numpy.clip(sums, 0, self.one)
        if self.activation == "crelu":
            return clipped
        if self.activation == "screlu":
            return clipped * clipped
        half = self.width // 2
        return clipped[:half] * clipped[half:]

    def bucket(self, pieces):
        """The output bucket."""
        if self.is_xiangqi:
            return xiangqi_features.material(pieces) * self.buckets // 17
        return min((len(pieces) - 2) // -(-32 // self.buckets), self.buckets - 1)

    def evaluate(self, fen):
        """The value of a position in centipawns for the side to move."""
        pieces, side = read_fen(fen, self.is_xiangqi)
        bucket = self.bucket(pieces)
        x = numpy.concatenate([self.activated(pieces, s) for s in (side, 1 - side)])
        if self.layers:
            return self.through_small_layers(x, bucket)
        total = int(x @ self.output_weights[bucket])
        if self.activation in ("screlu", "pairwise"):
            total = divide(total, self.one)
        total += int(self.output_biases[bucket])
        return self.value(total, self.one)

    def through_small_layers(self, x, bucket):
        """Hidden layers and output."""
        h = x >> self.byte_shift()
        for index, (weights, biases) in enumerate(self.layers):
            z = biases[bucket] + weights[bucket] @ h
            bits = self.sum_bits - 12 if index == 0 else self.output_scale.bit_length() - 1
            h = numpy.clip(z >> bits, 0, HIDDEN_ONE)
            squares = (h * h) >> 12
            if self.dual and index == 0:
                h = numpy.concatenate([h, squares])
            elif self.hidden_activation == "screlu":
                h = squares
        total = int(self.output_biases[bucket] + h @ self.output_weights[bucket])
        return self.value(total, HIDDEN_ONE)

    def value(self, total, one):
        """The output in centipawns, saturated to i32."""
        value = divide(total * self.evaluation_scale, one * self.output_scale)
        return min(max(value, -(2**31)), 2**31 - 1)

    def byte_shift(self):
        """The shift that brings the largest activation to 127 or less."""
        largest = self.one if self.activation == "crelu" else self.one * self.one
        shift = 0
        while largest >> shift > 127:
            shift += 1
        return shift


def read_fen(fen, is_xiangqi=False):
    """The pieces as (color, type, square), and the side to move."""
    height, width, letters = (10, 9, xiangqi_features.LETTERS) if is_xiangqi else (8, 8, "pnbrqk")
    placement, side = fen.split()[:2]
    pieces = []
    ranks = placement.split("/")
    if len(ranks) != height or side not in ("w", "b"):
        raise ValueError(f"bad FEN: {fen}")
    for rank, text in zip(range(height - 1, -1, -1), ranks):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
                continue
            kind = letters.index(letter.lower())
            pieces.append((int(letter.islower()), kind, width * rank + file))
            file += 1
        if file != width:
            raise ValueError(f"bad FEN: {fen}")
    return pieces, int(side == "b")


def chess_threats(pieces):
    """For each attacked square: twice the type of the least valuable attacker, plus 1 if it is defended."""
    board = {square: (color, kind) for color, kind, square in pieces}
    hits = {}
    for color, kind, square in pieces:
        for hit in chess_attacks(board, color, kind, square):
            if hit in board:
                hits.setdefault(hit, []).append((color, kind))
    threats = {}
    for square, attackers in hits.items():
        owner = board[square][0]
        others = [kind for color, kind in attackers if color != owner]
        if others:
            threats[square] = 2 * min(others) + int(len(others) < len(attackers))
    return threats


def chess_attacks(board, color, kind, square):
    """The squares that a piece attacks, up to the first piece on each line."""
    straight, diagonal = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    knight = [(a * x, b * y) for x, y in ((1, 2), (2, 1)) for a in (1, -1) for b in (1, -1)]
    up = 1 if color == 0 else -1
    steps = [[(1, up), (-1, up)], knight, diagonal, straight, straight + diagonal, straight + diagonal][kind]
    for across, along in steps:
        file, rank = square % 8 + across, square // 8 + along
        while 0 <= file < 8 and 0 <= rank < 8:
            yield 8 * rank + file
            if kind not in (2, 3, 4) or 8 * rank + file in board:
                break
            file, rank = file + across, rank + along


class Golden:
    """A file of positions with the values that networks give them.

    The first line that is no comment names the networks, as NAME:CHECKSUM of their files. Each line after
    it is a position (placement and side to move) and the values, one for each network.
    """

    def __init__(self, text):
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        self.networks = [name.split(":") for name in lines[0].split()]
        self.positions = [" ".join(line.split()[:2]) for line in lines[1:]]
        self.values = [[int(value) for value in line.split()[2:]] for line in lines[1:]]


def load(folder, name):
    """A network of a folder and its checksum."""
    data = (folder / f"{name}.qnn").read_bytes()
    return Network(data), f"{struct.unpack('<I', data[-4:])[0]:08x}"


def check(folder, path):
    """Prints differences from a golden file; true if there are none."""
    golden = Golden(path.read_text())
    differences = 0
    for column, (name, checksum) in enumerate(golden.networks):
        network, found = load(folder, name)
        if found != checksum:
            print(f"{name}: the file's checksum is {found}, not {checksum}")
            differences += 1
        for fen, values in zip(golden.positions, golden.values):
            value = network.evaluate(fen)
            if value != values[column]:
                print(f"{name}: {value}, not {values[column]}: {fen}")
                differences += 1
    print(f"{len(golden.networks)} networks, {len(golden.positions)} positions, {differences} differences")
    return differences == 0


def write(folder, path):
    """Regenerates a golden file."""
    if path.exists():
        positions = Golden(path.read_text()).positions
    else:
        positions = (folder / "positions.txt").read_text().splitlines()
    names = sorted(file.stem for file in folder.glob("*.qnn"))
    networks = [load(folder, name) for name in names]
    lines = [
        "# What tools/oracles/reference_nnue.py gives: networks with their checksums, then positions with values.",
        " ".join(f"{name}:{checksum}" for name, (_, checksum) in zip(names, networks)),
    ]
    for fen in positions:
        values = [str(network.evaluate(fen)) for network, _ in networks]
        lines.append(" ".join([fen, *values]))
    path.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("eval", help="evaluate positions")
    command.add_argument("net", type=pathlib.Path)
    command.add_argument("fen", nargs="+")
    command = commands.add_parser("golden", help="check or write a golden file")
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("file", type=pathlib.Path)
    command.add_argument("--write", action="store_true")
    args = parser.parse_args()
    try:
        if args.command == "eval":
            network = Network(args.net.read_bytes())
            for fen in args.fen:
                print(network.evaluate(fen))
        elif args.write:
            write(args.folder, args.file)
        elif not check(args.folder, args.file):
            return 1
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
