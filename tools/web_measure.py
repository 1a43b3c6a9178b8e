#!/usr/bin/env python3
"""Measures the page of `quietus serve`: the numbers of docs/log/web.md.

    tools/web_measure.py target/release/quietus [paint | move | analysis | growth]... [--minutes N]

Needs what tools/web_test.py needs, and Linux: times of processes are read from /proc.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import time
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from web_harness import Server, game
from web_test import FLAGS

TICKS = os.sysconf("SC_CLK_TCK")


def median(values, unit):
    return (f"median {statistics.median(values):.1f} {unit} ({min(values):.1f} to {max(values):.1f}, "
            f"{len(values)} times, load {os.getloadavg()[0]:.1f})")


def cpu_seconds(pid):
    """CPU time of the threads of a process, by name."""
    times = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        name, _, fields = (task / "stat").read_text().partition("(")[2].rpartition(")")
        user, system = fields.split()[11:13]
        times[name] = times.get(name, 0) + (int(user) + int(system)) / TICKS
    return times


def resident(pid):
    """Memory of a process, in MiB."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def measure_paint(browser, server, _):
    """First contentful paint of a load without a cache, and the board with all its pieces."""
    paints, boards = [], []
    for _ in range(15):
        context = browser.new_context()
        page = context.new_page()
        page.goto(server.url)
        page.wait_for_selector("main .piece")
        boards.append(page.evaluate("performance.now()"))
        page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        context.close()
    print(f"first paint: {median(paints, 'ms')}; the board: {median(boards, 'ms')}")


# Notes when a move was made, and when the answer was in the list of moves.
WATCH_ANSWER = """() => new Promise((resolve) => {
  const list = document.querySelector('.movelist');
  const count = () => list.querySelectorAll('.move').length;
  const start = count();
  let made = null;
  new MutationObserver((_, observer) => {
    if (made === null && count() === start + 1) made = performance.now();
    if (count() < start + 2) return;
    observer.disconnect();
    resolve(performance.now() - made);
  }).observe(list, { childList: true, subtree: true });
  const field = document.querySelector('.moveinput input');
  field.value = document.body.dataset.move;
  field.form.requestSubmit();
})"""


def measure_move(browser, server, _):
    """From one's own move to the engine's in the list, less its 100 ms of thinking."""
    moves = "a3 b3 c3 d3 e3 f3 g3 h3 Nd2 Bb2".split()
    context = browser.new_context()
    context.add_init_script(f"if (!localStorage.getItem('quietus.play')) localStorage.setItem('quietus.play', {game()!r})")
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_selector("main .piece")
    times = []
    for move in moves:
        page.evaluate("(move) => { document.body.dataset.move = move; }", move)
        try:
            times.append(page.evaluate(WATCH_ANSWER) - 100)
        except Exception as error:
            print(f"{move}: {error}")
            break
    context.close()
    print(f"answer beyond thinking: {median(times, 'ms')}")


def uci_nodes(program, seconds):
    """Nodes a CPU second of a search by UCI, with the options of the page."""
    process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    commands = ["setoption name Hash value 64", "setoption name MultiPV value 3", "setoption name UCI_ShowWDL value true",
                "position startpos", "go infinite"]
    process.stdin.write("\n".join(commands) + "\n")
    process.stdin.flush()
    time.sleep(seconds)
    cpu = sum(cpu_seconds(process.pid).values())
    output, _ = process.communicate("stop\nquit\n")
    nodes = max(int(line.split(" nodes ")[1].split()[0]) for line in output.splitlines() if " nodes " in line)
    return nodes / cpu


def page_nodes(browser, server, seconds):
    """The same of the page's analysis, and the share of threads that do not search."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.url + "#analyze")
    page.wait_for_selector(".lines li")
    before = cpu_seconds(server.process.pid)
    page.wait_for_timeout(seconds * 1000)
    after = cpu_seconds(server.process.pid)
    spent = {name: after[name] - before.get(name, 0) for name in after}
    context.close()
    total = sum(spent.values())
    others = sum(time for name, time in spent.items() if name in ("http", "events", "engine", "quietus"))
    return others / total, spent


def measure_analysis(browser, server, arguments):
    """What the page's analysis costs the engine."""
    shares = []
    for _ in range(5):
        share, spent = page_nodes(browser, server, 10)
        shares.append(100 * share)
        print(json.dumps({name: round(time, 2) for name, time in spent.items()}))
    print(f"CPU time of all but the search: {median(shares, '%')}")
    del arguments


def measure_growth(browser, server, arguments):
    """Memory of the page and of the server while somebody analyzes in a hurry."""
    context = browser.new_context()
    page = context.new_page()
    client = context.new_cdp_session(page)
    client.send("Performance.enable")
    page.goto(server.url + "#analyze")
    page.wait_for_selector(".lines li")
    for move in "e4 e5 Nf3 Nc6 Bb5 a6".split():
        page.get_by_label("Type a move").fill(move)
        page.get_by_label("Type a move").press("Enter")
        expect(page.get_by_label("Type a move")).to_have_value("")
    page.get_by_label("Type a move").blur()
    end = time.monotonic() + 60 * arguments.minutes
    steps = 0
    while True:
        client.send("HeapProfiler.collectGarbage")
        metrics = {metric["name"]: metric["value"] for metric in client.send("Performance.getMetrics")["metrics"]}
        print(f"{steps} positions: JS heap {metrics['JSHeapUsedSize'] / 2**20:.2f} MiB, "
              f"{metrics['Nodes']:.0f} DOM nodes, {metrics['JSEventListeners']:.0f} listeners, server {resident(server.process.pid):.1f} MiB",
              flush=True)
        if time.monotonic() > end:
            break
        until = min(end, time.monotonic() + 60)
        while time.monotonic() < until:
            page.keyboard.press("ArrowLeft" if steps // 6 % 2 == 0 else "ArrowRight")
            page.wait_for_timeout(60)
            steps += 1
    context.close()


def main():
    measures = {name.removeprefix("measure_"): measure for name, measure in globals().items() if name.startswith("measure_")}
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program", help="the engine")
    parser.add_argument("measures", nargs="*", choices=[*measures, []], help="only these")
    parser.add_argument("--minutes", type=float, default=10, help="how long to look for growth")
    arguments = parser.parse_args()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        server = Server(arguments.program)
        try:
            for name in arguments.measures or measures:
                measures[name](browser, server, arguments)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
