#!/usr/bin/env python3
"""Writes the man page of a program and its completions for bash, zsh and fish, all made of the program's own help.

    tools/release/manual.py PROGRAM... --out FOLDER

Writes man1/NAME.1, bash/NAME, zsh/_NAME and fish/NAME.fish for each of quietus, quietus-lab and quietus-bot.
"""

import argparse
import pathlib
import re
import subprocess
import sys

ABOUT = {
    "quietus": "UCI engine for chess, xiangqi and makruk",
    "quietus-lab": "tests engines, makes training data, trains networks",
    "quietus-bot": "plays on Lichess with a UCI engine",
}


def output(program, *words, stdin=""):
    answer = subprocess.run([program, *words], input=stdin, capture_output=True, text=True, timeout=60)
    if answer.returncode != 0 or not answer.stdout:
        sys.exit(f"error: {program} {' '.join(words)}: exit code {answer.returncode}\n{answer.stderr}")
    return answer.stdout.rstrip()


def commands(help_text):
    """Words and descriptions of the lines that are indented by two blanks and begin with a command."""
    found = {}
    for line, following in zip(help_text.splitlines(), help_text.splitlines()[1:] + [""]):
        entry = re.match(r"  ([a-z][a-z0-9-]*)\b(?!,)(.*)", line)
        if not entry or entry[1].startswith("quietus"):
            continue
        described = re.search(r"  +(\S.*)$", entry[2]) or re.match(r" {10,}(\S.*)", following)
        found.setdefault(entry[1], described[1].strip() if described else "")
    return found


def options(text):
    """The long options that begin a line, with their descriptions if those stand on it."""
    found = {}
    for line in text.splitlines():
        names, _, described = line.strip().partition("  ")
        if line.startswith("  ") and names.startswith("-"):
            for option in re.findall(r"(?<!\S)--[a-z0-9][a-z0-9-]*", names):
                found.setdefault(option, described.strip())
    return found


def roff(text):
    """Text as it is, for a man page."""
    lines = [line.replace("\\", "\\e").replace("-", "\\-") for line in text.splitlines()]
    lines = ["\\&" + line if line.startswith((".", "'")) else line for line in lines]
    return ".nf\n" + "\n".join(lines) + "\n.fi\n"


class Manual:
    def __init__(self, program):
        self.name = pathlib.Path(program).name
        self.version = output(program, "--version").splitlines()[0].split()[-1]
        self.help = output(program, "--help")
        self.commands = {}
        for word, about in commands(self.help).items():
            if word == "help" or self.name == "quietus-bot":
                continue
            # At the prompt of the engine, some commands are words of UCI alone.
            answer = subprocess.run([program, word, "--help"], capture_output=True, text=True, timeout=60)
            self.commands[word] = (about, answer.stdout.rstrip() if answer.returncode == 0 else "")
        uci = output(program, "uci").splitlines() if self.name == "quietus" else []
        self.uci = [line.removeprefix("option name ") for line in uci if line.startswith("option name ")]

    def page(self):
        page = f'.TH {self.name.upper()} 1 "" "{self.name} {self.version}" "User Commands"\n'
        page += f".SH NAME\n{self.name} \\- {ABOUT[self.name]}\n"
        page += f".SH SYNOPSIS\n.B {self.name}\n[\\fIcommand\\fR] [\\fIarguments\\fR]\n"
        page += ".SH DESCRIPTION\n" + roff(self.help)
        if self.uci:
            page += ".SH UCI OPTIONS\n" + roff("\n".join(self.uci))
        for word, (_, text) in self.commands.items():
            if text and text not in self.help:
                page += f".SH {self.name} {word}\n" + roff(text)
        return page

    def bash(self):
        function = "_" + self.name.replace("-", "_")
        cases = "".join(
            f"        {word}) words='{' '.join(options(text))}' ;;\n"
            for word, (_, text) in self.commands.items()
            if options(text)
        )
        first = " ".join([*self.commands, "--help", "--version"])
        return f"""{function}() {{
    local words='' current=${{COMP_WORDS[COMP_CWORD]}}
    if ((COMP_CWORD == 1)); then
        words='{first}'
    else
        case ${{COMP_WORDS[1]}} in
{cases}        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -o default -F {function} {self.name}
"""

    def zsh(self):
        def quoted(text):
            return text.replace("'", "'\\''").replace(":", "\\:").replace("[", "\\[").replace("]", "\\]")

        words = "".join(f"        '{word}:{quoted(about)}'\n" for word, (about, _) in self.commands.items())
        cases = ""
        for word, (_, text) in self.commands.items():
            if options(text):
                listed = " ".join(f"'{option}[{quoted(about)}]'" for option, about in options(text).items())
                cases += f"        {word}) _arguments {listed} '*:file:_files' ;;\n"
        return f"""#compdef {self.name}
local -a words_
if ((CURRENT == 2)); then
    words_=(
{words}    )
    _describe command words_
else
    case $words[2] in
{cases}        *) _files ;;
    esac
fi
"""

    def fish(self):
        def quoted(text):
            return text.replace("\\", "\\\\").replace("'", "\\'")

        lines = []
        for word, (about, text) in self.commands.items():
            lines.append(f"complete -c {self.name} -n __fish_use_subcommand -a {word} -d '{quoted(about)}'")
            for option, meaning in options(text).items():
                within = f"'__fish_seen_subcommand_from {word}'"
                lines.append(f"complete -c {self.name} -n {within} -l {option[2:]} -d '{quoted(meaning)}'")
        for option, meaning in options(self.help).items() if not self.commands else ():
            lines.append(f"complete -c {self.name} -l {option[2:]} -d '{quoted(meaning)}'")
        return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="+")
    parser.add_argument("--out", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    for program in arguments.program:
        manual = Manual(program)
        if manual.name not in ABOUT:
            sys.exit(f"error: {manual.name} is none of {', '.join(ABOUT)}")
        for path, text in [
            (f"man1/{manual.name}.1", manual.page()),
            (f"bash/{manual.name}", manual.bash()),
            (f"zsh/_{manual.name}", manual.zsh()),
            (f"fish/{manual.name}.fish", manual.fish()),
        ]:
            file = arguments.out / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)


if __name__ == "__main__":
    main()
