#!/usr/bin/env python3
"""Attacks the server of `quietus serve` on loopback, and tells what its owner notices.

    tools/bench/http_attacks.py target/release/quietus [--lab target/release/quietus-lab] [--csv FILE] [ATTACK...]

Each attack has a server of its own, with a token. Connection attacks come without it, from the owner's address and
from another one of loopback (Linux only); meanwhile the owner sends requests, each by a new connection. Memory attacks
come with the token. Needs nothing beyond Python. Exit code 1 if the owner was shut out or the server ended.
"""

import argparse
import csv
import http.client
import json
import re
import resource
import select
import socket
import subprocess
import sys
import threading
import time

TOKEN = "abcdefgh01234567"
ATTACKERS = 300
SECONDS = 8
OWNER, OTHER = "127.0.0.1", "127.0.0.2"


class Server:
    """A server, and what its owner can ask of it."""

    def __init__(self, program, *arguments, address_space=None):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))

        self.program = program
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--token", TOKEN, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            preexec_fn=limit if address_space else None)
        line = self.process.stdout.readline()
        self.port = int(re.search(r":(\d+)/", line).group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def post(self, path, body, token=TOKEN, timeout=60):
        """Status, and the answer if it is JSON."""
        connection = http.client.HTTPConnection(OWNER, self.port, timeout=timeout)
        headers = {"Content-Type": "application/json", "X-Quietus": "1", "X-Quietus-Token": token}
        try:
            connection.request("POST", f"/api/{path}", json.dumps(body), headers)
            response = connection.getresponse()
            return response.status, json.loads(response.read())
        finally:
            connection.close()

    def listen(self, tab):
        """An event stream, open as long as it is referred to."""
        stream = socket.create_connection((OWNER, self.port))
        request = f"GET /api/events?tab={tab}&token={TOKEN} HTTP/1.1\r\nHost: {OWNER}:{self.port}\r\n\r\n"
        stream.sendall(request.encode())
        stream.recv(4096)
        return stream

    def status(self, name):
        """A number of /proc/PID/status, memory in KiB; 0 if the server has ended."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as lines:
            for line in lines:
                if line.startswith(name + ":"):
                    return int(line.split()[1])
        return 0

    def is_alive(self):
        return self.process.poll() is None


def asks(server):
    """Whether a request is answered, sent again as the page does it if it does not reach the server."""
    for pause in (0.2, 0.8, None):
        try:
            return server.post("about", {}, timeout=10)[0] == 200
        except (OSError, http.client.HTTPException):
            if pause is None:
                return False
            time.sleep(pause)


def owner_during(server, attack):
    """What the owner notices while an attack goes on: a row."""
    stop = threading.Event()
    attacker = threading.Thread(target=attack, args=(server, stop))
    attacker.start()
    time.sleep(1)
    times, failures = [], 0
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        start = time.monotonic()
        failures += not asks(server)
        times.append(time.monotonic() - start)
        time.sleep(0.1)
    threads = server.status("Threads")
    stop.set()
    attacker.join()
    return {
        "requests": len(times), "failed": failures, "longest_ms": round(1000 * max(times)),
        "threads": threads, "peak_mib": server.status("VmHWM") // 1024,
        "passed": server.is_alive() and failures == 0,
    }


def crowd(source, greet, go_on):
    """An attack of many connections. Those that the server drops come again."""
    def attack(server, stop):
        connections = []
        while not stop.is_set():
            while len(connections) < ATTACKERS and not stop.is_set():
                connection = socket.socket()
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                connection.settimeout(1)
                try:
                    connection.bind((source, 0))
                    connection.connect((OWNER, server.port))
                    connection.sendall(greet(server))
                except OSError:
                    connection.close()
                    break
                connections.append(connection)
            kept = []
            for connection in connections:
                if is_dropped(connection) or not go_on(connection):
                    connection.close()
                else:
                    kept.append(connection)
            connections = kept
            stop.wait(0.5)
        for connection in connections:
            connection.close()
    return attack


def is_dropped(connection):
    """Whether the server has closed a connection without an answer that is left to read."""
    if not select.select([connection], [], [], 0)[0]:
        return False
    try:
        return not connection.recv(1, socket.MSG_PEEK)
    except OSError:
        return True


def drip(connection):
    """Sends one byte of a header."""
    try:
        connection.sendall(b"a")
        return True
    except OSError:
        return False


def guesses(source):
    """Connections that guess the token as fast as they are answered."""
    def guess(server, stop):
        number = 0
        while not stop.is_set():
            connection = socket.socket()
            connection.settimeout(5)
            try:
                connection.bind((source, 0))
                connection.connect((OWNER, server.port))
                while not stop.is_set():
                    number += 1
                    connection.sendall(
                        f"GET /api/events?tab=abcdefgh&token=guess{number} HTTP/1.1\r\n"
                        f"Host: {OWNER}:{server.port}\r\n\r\n".encode())
                    if not connection.recv(4096):
                        break
            except OSError:
                stop.wait(0.05)
            finally:
                connection.close()

    def attack(server, stop):
        threads = [threading.Thread(target=guess, args=(server, stop)) for _ in range(64)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return attack


def half_a_head(server):
    return f"GET /{'a' * 200} HTTP/1.1\r\nHost: {OWNER}:{server.port}\r\nX-A: ".encode()


def script(server):
    """Many requests for the largest file; their answers are not read."""
    return f"GET /quietus.js HTTP/1.1\r\nHost: {OWNER}:{server.port}\r\n\r\n".encode() * 20


CROWDS = {
    "idle": (lambda _: b"", lambda _: True),
    "trickling": (half_a_head, drip),
    "unread": (script, lambda _: True),
}


def connection_attacks():
    for place, source in (("owner's address", OWNER), ("other address", OTHER)):
        for name, (greet, go_on) in CROWDS.items():
            yield f"{name}, {place}", crowd(source, greet, go_on)
        yield f"guesses, {place}", guesses(source)


def at_once(count, work):
    """Runs work in many threads; gives the seconds that it took, and how often it failed."""
    failed = []

    def run(number):
        try:
            work(number)
        except (OSError, http.client.HTTPException, ValueError):
            failed.append(number)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.monotonic() - start, len(failed)


def measured(server, seconds, failed, passed):
    return {
        "failed": failed, "longest_ms": round(1000 * seconds), "threads": server.status("Threads"),
        "peak_mib": server.status("VmHWM") // 1024, "passed": passed and server.is_alive(),
    }


def reviews(server):
    """A hundred reviews of one page at once: the last one is answered, without the memory of a hundred."""
    stream = server.listen("abcdefgh")
    review = {"tab": "abcdefgh", "id": 1, "text": "1. e4 e5 2. Nf3 Nc6 *", "nodes": 200_000}
    before = server.status("VmHWM")
    seconds, failed = at_once(100, lambda _: server.post("review", review))
    stream.close()
    grown = (server.status("VmHWM") - before) // 1024
    return measured(server, seconds, failed, grown < 400)


def watches(server):
    """A thousand watches of one page: one thread watches."""
    stream = server.listen("abcdefgh")
    before = server.status("Threads")

    def watch(first):
        for number in range(first * 10, first * 10 + 10):
            server.post("watch", {"tab": "abcdefgh", "id": number + 1})

    seconds, failed = at_once(100, watch)
    time.sleep(1)
    row = measured(server, seconds, failed, server.status("Threads") <= before + 2)
    stream.close()
    return row


def pgn(plies):
    moves = ["Nf3 (Nc3)", "Nf6 (Nc6)", "Ng1 (Rg1)", "Ng8 (Rg8)"]
    return " ".join(moves[ply % 4] for ply in range(plies)) + " *"


def long_game(plies):
    def attack(server):
        start = time.monotonic()
        _, answer = server.post("pgn/read", {"text": pgn(plies)})
        seconds = time.monotonic() - start
        is_right = ("games" in answer) == (plies <= 20_000)
        return measured(server, seconds, int(not is_right), is_right)
    return attack


def large_games(server):
    """The largest texts, from everywhere at once: they take turns."""
    text = {"text": pgn(20_000)}
    seconds, failed = at_once(32, lambda _: server.post("pgn/read", text, timeout=300))
    return measured(server, seconds, failed, server.status("VmHWM") < 1 << 20)


def smaller(server, spare):
    """Another server of the same program, with so many MiB more than it has at rest."""
    limit = (server.status("VmSize") << 10) + (spare << 20)
    return Server(server.program, address_space=limit)


def little_memory(server):
    """The same with hardly any memory: requests may fail, the server may not."""
    text = {"text": pgn(20_000)}
    with smaller(server, 150) as small:
        seconds, failed = at_once(64, lambda _: small.post("pgn/read", text, timeout=300))
        return measured(small, seconds, failed, asks(small))


def pages(spare):
    """As many pages as there may be, which search, review and read games: some fail, the server goes on."""
    def attack(server):
        with smaller(server, spare) as small:
            streams = []

            def work(number):
                page = {"tab": f"page{number:04}", "id": 1}
                streams.append(small.listen(page["tab"]))
                path, body = (
                    ("search", {**page, "engine": {"threads": 3, "hash": 64}}),
                    ("review", {**page, "text": "1. e4 e5 2. Nf3 Nc6 *", "nodes": 5000, "threads": 2}),
                    ("pgn/read", {"text": pgn(8_000)}),
                )[number % 3]
                _, answer = small.post(path, body)
                if "error" in answer:
                    raise ValueError(answer["error"])

            seconds, failed = at_once(64, work)
            row = measured(small, seconds, failed, 0 < failed)
            for stream in streams:
                stream.close()
            # Streams find out when they next say that they live.
            time.sleep(15)
            return {**row, "passed": row["passed"] and asks(small)}
    return attack


MEMORY = {
    "a game of 20,000 plies with as many variations": long_game(20_000),
    "a game of 100,000 plies with as many variations": long_game(100_000),
    "32 of the first at once": large_games,
    "64 of the first at once, 150 MiB to spare": little_memory,
    "64 pages that search, review and read games, 150 MiB to spare": pages(150),
    "64 pages that search, review and read games, 400 MiB to spare": pages(400),
    "100 reviews at once": reviews,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program", help="the engine")
    parser.add_argument("attacks", nargs="*", help="only those that begin so")
    parser.add_argument("--lab", help="the program quietus-lab, for watches")
    parser.add_argument("--csv", help="write the results into this file")
    arguments = parser.parse_intermixed_args()
    rows = []

    def attack(name, program, run, *more):
        if arguments.attacks and not any(name.startswith(start) for start in arguments.attacks):
            return
        with Server(program, *more) as server:
            row = {"attack": name, **run(server)}
        print(", ".join(f"{key}: {value}" for key, value in row.items()), flush=True)
        rows.append(row)

    for name, run in connection_attacks():
        attack(name, arguments.program, lambda server, run=run: owner_during(server, run))
    for name, run in MEMORY.items():
        attack(name, arguments.program, run)
    if arguments.lab:
        attack("1000 watches", arguments.lab, watches, ".")
    if arguments.csv and rows:
        names = ["attack", "requests", "failed", "longest_ms", "threads", "peak_mib", "passed"]
        with open(arguments.csv, "w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, names, lineterminator="\n")
            table.writeheader()
            table.writerows(rows)
    sys.exit(0 if all(row["passed"] for row in rows) else 1)


if __name__ == "__main__":
    main()
