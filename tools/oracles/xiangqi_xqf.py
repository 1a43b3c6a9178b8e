#!/usr/bin/env python3
"""Compares what quietus-lab and cchess read from XQF files.

    pip install cchess
    tools/oracles/xiangqi_xqf.py target/release/quietus-lab [--games 200] [--seed 1]

Writes games of our own self-play as XQF 1.0 to 1.8, with random start, order of pieces, keys, names, results, comments
and variations. Start position, main line, result, names and comments must be the same in `quietus-lab convert` and in
the reader of cchess. Exit codes: 0 no difference, 1 differences, 2 usage, 77 skipped because cchess is absent.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

try:
    from cchess import ChessBoard
    from cchess.read_xqf import read_from_xqf
except ImportError:
    print("skipped: the package cchess is not installed (pip install cchess)")
    sys.exit(77)

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
SLOTS = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
VERSIONS = (10, 10, 11, 12, 16, 18)
PHRASE = b"[(C) Copyright Mr. Dong Shiwei.]"
# Offset and size of the texts of the header, by their names in cchess.
TEXTS = {"title": (80, 63), "event": (208, 63), "red": (304, 15), "black": (320, 15)}
TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
WORD = re.compile(r"\{([^}]*)\}|(\S+)")
MOVE = re.compile(r"[A-I]\d-[A-I]\d")


def spaced(text):
    """A text with single spaces, as PGN has it."""
    return " ".join(re.split("[ \t\r\n]+", text or "")).strip()


def parse_pgn(text):
    """Tags, moves as h2e2, and comments by number of the ply before them."""
    tags = {name: re.sub(r"\\(.)", r"\1", value) for name, value in TAG.findall(text.split("\n\n")[0])}
    moves, comments = [], {}
    for comment, word in WORD.findall(text.split("\n\n", 1)[1]):
        if comment:
            comments[len(moves)] = spaced(comment)
        elif MOVE.fullmatch(word):
            moves.append(word.replace("-", "").lower())
    return tags, moves, comments


def self_play(lab, folder, games, seed):
    """Games of the engine: FEN of the start, and moves."""
    for arguments in (
        ["datagen", "--game", "xiangqi", "--nodes", "100", "--bench", "1", "--threads", "1", "--seed", str(seed),
         "--games", str(games), "--out", "games.qgames"],
        ["convert", "games.qgames", "games.pgn"],
    ):
        subprocess.run([lab, *arguments], cwd=folder, check=True, capture_output=True)
    parts = (folder / "games.pgn").read_text().split("[Event ")[1:]
    for tags, moves, _ in (parse_pgn(f"[Event {part}") for part in parts):
        yield tags.get("FEN", START), moves


def chinese(rng, size):
    """Random text that fits into a number of bytes of GB18030."""
    text = ""
    while True:
        ranges = (0x4E00, 0x9FA5), (0x4E00, 0x9FA5), (0x3400, 0x4DB5), (0x23, 0x7A)
        longer = text + chr(rng.randint(*rng.choice(ranges)))
        if len(longer.encode("gb18030")) > size:
            return text
        text = longer + rng.choice(("", "", "", " "))


def comment_of(rng, chance):
    if rng.random() > chance:
        return b""
    lines = (chinese(rng, rng.randint(1, 80)) for _ in range(rng.randint(1, 4)))
    return "\r\n".join(lines).encode("gb18030")


class Writer:
    """Writes files of one version with random keys."""

    def __init__(self, rng, version):
        self.rng, self.version = rng, version
        self.header = bytearray(1024)
        self.header[:3] = b"XQ" + bytes([version])
        self.places = self.source = self.target = self.remark = 0
        self.stream = bytes(32)
        if version > 10:
            self.header[3:16] = rng.randbytes(13)
            mask, total, xy, xy_from, xy_to = self.header[3], *self.header[12:16]
            self.places = (54 * xy**2 + 221) * xy % 256
            self.source = (54 * xy_from**2 + 221) * self.places % 256
            self.target = (54 * xy_to**2 + 221) * self.source % 256
            self.remark = (256 * total + xy) % 32000 + 767
            parts = [self.header[12 + i] & mask | self.header[8 + i] for i in range(4)]
            self.stream = bytes(byte & parts[i % 4] for i, byte in enumerate(PHRASE))

    def put_pieces(self, board):
        """Each piece in a random slot of its kind."""
        slots = [0xFF] * 32
        for x in range(9):
            for y in range(10):
                if piece := board.get_fench((x, y)):
                    free = [i for i, kind in enumerate(SLOTS) if kind == piece and slots[i] == 0xFF]
                    slots[self.rng.choice(free)] = 10 * x + y
        for slot, place in enumerate(slots):
            index = (slot - self.places - 1) % 32 if self.version >= 12 else slot
            self.header[16 + index] = (place + self.places) % 256

    def put_text(self, name, text):
        at, size = TEXTS[name]
        encoded = text.encode("gb18030")
        self.header[at:at + 1 + size] = bytes([len(encoded)]) + encoded.ljust(size, self.rng.choice((b"\0", b" ", b"?")))

    def record(self, move, has_next, has_variation, comment):
        source, target = (10 * (ord(move[i]) - ord("a")) + int(move[i + 1]) for i in (0, 2)) if move else (0, 0)
        squares = [(source + 24 + self.source) % 256, (target + 32 + self.target) % 256]
        length = (len(comment) + self.remark).to_bytes(4, "little")
        if self.version == 10:
            flags, has_length = 0xF0 * has_next | 0x0F * has_variation, True
        else:
            has_length = bool(comment)
            flags = 0x80 * has_next | 0x40 * has_variation | 0x20 * has_length | self.rng.randrange(32)
        return bytes([*squares, flags, self.rng.randrange(256)]) + has_length * length + comment

    def bytes(self, moves, comments, variations):
        """The file; a variation is one move, stored after all that follows the move that it replaces."""
        body = self.record(None, bool(moves), False, comments[0])
        for ply, move in enumerate(moves):
            body += self.record(move, ply + 1 < len(moves), ply in variations, comments[ply + 1])
        for ply in sorted(variations, reverse=True):
            body += self.record(variations[ply], False, False, comment_of(self.rng, 0.3))
        body = bytes((byte + self.stream[i % 32]) % 256 for i, byte in enumerate(body))
        return bytes(self.header) + body


def random_file(rng, fen, moves):
    """A game from a random ply on, or none of its moves."""
    board = ChessBoard(fen)
    first = rng.choice((0, rng.randrange(len(moves) + 1)))
    for move in moves[:first]:
        board.move_iccs(move)
        board.next_turn()
    writer = Writer(rng, rng.choice(VERSIONS))
    writer.put_pieces(board)
    writer.header[51] = rng.randrange(5)
    for name in TEXTS:
        writer.put_text(name, rng.choice(("", chinese(rng, rng.randint(1, TEXTS[name][1])))).strip())
    moves, variations = moves[first:], {}
    for ply, move in enumerate(moves):
        if rng.random() < 0.1:
            others = [f"{chr(97 + a)}{b}{chr(97 + c)}{d}" for (a, b), (c, d) in board.create_moves()]
            variations[ply] = rng.choice(others)
        board.move_iccs(move)
        board.next_turn()
    return writer.bytes(moves, [comment_of(rng, 0.2) for _ in range(len(moves) + 1)], variations)


def start_of(fen, moves):
    """Without moves a file does not tell whose turn it is."""
    return fen.split()[:2 if moves else 1]


def theirs(path):
    game = read_from_xqf(str(path))
    moves, comments, move = [], {0: spaced(game.annote)}, game.first_move
    while move:
        moves.append(move.to_iccs())
        comments[len(moves)] = spaced(move.annote)
        move = move.next_move
    info = game.info
    names = {"Red": info.get("red"), "Black": info.get("black"), "Event": info.get("event") or info.get("title")}
    names = {tag: name.strip() for tag, name in names.items() if name and name != "?"}
    return start_of(game.init_board.to_fen(), moves), moves, info["result"], names, {k: v for k, v in comments.items() if v}


def ours(lab, path):
    output = path.with_suffix(".pgn")
    ran = subprocess.run([lab, "convert", path, output], capture_output=True, text=True)
    if ran.returncode:
        return (ran.stderr.strip(),) * 5
    tags, moves, comments = parse_pgn(output.read_text())
    names = {tag: tags[tag] for tag in ("Red", "Black", "Event") if tags.get(tag, "?") != "?"}
    return start_of(tags.get("FEN", START), moves), moves, tags["Result"], names, comments


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lab")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    sys.setrecursionlimit(10_000)
    rng, lab = random.Random(args.seed), str(pathlib.Path(args.lab).resolve())
    counts = dict.fromkeys(("moves", "names", "comments", "differences"), 0)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for number, (fen, moves) in enumerate(self_play(lab, folder, args.games, args.seed)):
            path = folder / f"{number}.xqf"
            path.write_bytes(random_file(rng, fen, moves))
            read = theirs(path)
            for what, a, b in zip(("start", "moves", "result", "names", "comments"), ours(lab, path), read):
                if a != b:
                    counts["differences"] += 1
                    print(f"game {number}, version {path.read_bytes()[2]}, {what}:\n  ours   {a}\n  theirs {b}")
            for what, part in (("moves", 1), ("names", 3), ("comments", 4)):
                counts[what] += len(read[part])
    print(f"{args.games} files:", ", ".join(f"{count} {what}" for what, count in counts.items()))
    sys.exit(counts["differences"] > 0)


if __name__ == "__main__":
    main()
