#!/usr/bin/env python3
"""Runs a program in a pseudo-terminal, types lines at its prompt, and draws the screen as SVG.

    tools/browser/terminal_svg.py --type hint --type O-O --out docs/images/play.svg -- target/release/quietus play \\
        --time 1 --fen "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"

made the picture in the README. The screen starts at the first line typed. Understands the SGR codes that
`quietus play` writes: bold, and foreground and background of the 256-color palette.
"""

import argparse
import os
import pathlib
import pty
import re
import select
from html import escape

CELL_WIDTH, CELL_HEIGHT, MARGIN = 9.2, 21, 14
BACKGROUND, FOREGROUND = "#1b1d23", "#d7dae0"
PROMPT = b"> "
SGR = re.compile(r"\x1b\[([0-9;]*)m")


def capture(command, lines, timeout=30):
    """Everything the program writes, with the lines typed at its prompts."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", LANG="C.UTF-8")
        os.environ.pop("NO_COLOR", None)
        os.execvp(command[0], command)
    output = b""
    for line in [*lines, None]:
        seen = len(output)
        while not output[seen:].endswith(PROMPT):
            if not select.select([terminal], [], [], timeout)[0]:
                raise SystemExit(f"no prompt within {timeout} s")
            output += os.read(terminal, 65536)
        if line is not None:
            os.write(terminal, line.encode() + b"\n")
    os.write(terminal, b"quit\n")
    os.waitpid(pid, 0)
    return output.decode().replace("\r\n", "\n")


def palette(index):
    """A color of the 6x6x6 cube."""
    index -= 16
    level = lambda n: 0 if n == 0 else 55 + 40 * n
    return "#%02x%02x%02x" % (level(index // 36), level(index // 6 % 6), level(index % 6))


def styled(line):
    """The characters of a line, each with its ink, ground and weight."""
    ink, ground, bold = FOREGROUND, None, False
    for number, part in enumerate(SGR.split(line)):
        if number % 2 == 0:
            yield from ((char, ink, ground, bold) for char in part)
            continue
        codes = part.split(";")
        while codes:
            code = codes.pop(0)
            if code in ("", "0"):
                ink, ground, bold = FOREGROUND, None, False
            elif code == "1":
                bold = True
            elif code in ("38", "48"):
                color, codes = palette(int(codes[1])), codes[2:]
                ink, ground = (color, ground) if code == "38" else (ink, color)


def svg(lines):
    rows = [list(styled(line)) for line in lines]
    width = max(map(len, rows)) * CELL_WIDTH + 2 * MARGIN
    height = len(rows) * CELL_HEIGHT + 2 * MARGIN
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" role="img">'
    yield "<title>quietus play in a terminal</title>"
    yield f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>'
    yield '<g font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" text-anchor="middle">'
    for y, row in enumerate(rows):
        top = MARGIN + y * CELL_HEIGHT
        for x, (char, ink, ground, bold) in enumerate(row):
            left = MARGIN + x * CELL_WIDTH
            if ground:
                yield f'<rect x="{left:.1f}" y="{top}" width="{CELL_WIDTH + 0.4:.1f}" height="{CELL_HEIGHT + 0.4:.1f}" fill="{ground}"/>'
    for y, row in enumerate(rows):
        base = MARGIN + y * CELL_HEIGHT + 15.5
        for x, (char, ink, ground, bold) in enumerate(row):
            if char.strip():
                middle = MARGIN + (x + 0.5) * CELL_WIDTH
                size = 20 if "\u2654" <= char <= "\u265f" else 15
                # The variation selector asks for the symbol as text, not as an emoji.
                glyph = escape(char) + ("\ufe0e" if size == 20 else "")
                yield f'<text x="{middle:.1f}" y="{base + (size - 15) * 0.3:.1f}" font-size="{size}" fill="{ink}">{glyph}</text>'
    yield "</g>"
    yield "</svg>"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--type", action="append", default=[], metavar="LINE", help="type this at the next prompt")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the SVG file")
    parser.add_argument("command", nargs="+", help="the program and its arguments")
    arguments = parser.parse_args()
    text = capture(arguments.command, arguments.type)
    start = text.index(f"> {arguments.type[0]}") if arguments.type else 0
    lines = text[start:].rstrip().removesuffix(">").rstrip().split("\n")
    arguments.out.write_text("\n".join(svg(lines)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
