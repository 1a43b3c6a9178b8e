#!/usr/bin/env python3
"""Compares our WXF notation of xiangqi moves with pyffish's, an oracle independent of Quietus.

    pip install pyffish
    cargo run --release -p xiangqi --example notation -- 40 | tools/oracles/xiangqi_wxf.py

Reads lines of FEN, move and WXF. pyffish names a piece by its file, although a like piece stands
on the same one, when that piece could not go the same way because the board ends: such moves
are counted apart. Exit codes: 0 no other difference, 1 differences found.
"""

import sys

import pyffish


def main():
    lines = runs_off = differences = 0
    for line in sys.stdin:
        fen, move, ours = line.rstrip("\n").split("\t")
        theirs = pyffish.get_san("xiangqi", fen, move, False, pyffish.NOTATION_XIANGQI_WXF)
        lines += 1
        if ours == theirs:
            continue
        if ours[2:] == theirs[2:] and ours[0] == theirs[0] and ours[1] in "+-" and theirs[1].isdigit():
            runs_off += 1
            continue
        differences += 1
        if differences <= 20:
            print(f"{fen} {move}: ours {ours}, pyffish {theirs}")
    print(f"{lines} moves, {runs_off} named by a shared file, {differences} other differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
