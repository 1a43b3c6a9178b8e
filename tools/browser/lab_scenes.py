"""Scenes of `quietus-lab serve`: what the lab does and has done."""

import json
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from harness import Scene, Server, check_accessibility, tab_to

ROOT = Path(__file__).parents[2]
# A network that a test trains in seconds.
TRAINING = ["--width", "32", "--batch-size", "256", "--epochs", "4000", "--checkpoints", "8", "--backend", "cpu",
            "--features", "piece_square", "--name", "tiny"]


def needs_lab(scene):
    """A scene that is skipped without the lab's program."""
    def run(test):
        if not test.lab:
            print(f"{scene.__name__}: skipped, it needs --lab")
            return
        with tempfile.TemporaryDirectory() as folder:
            scene(test, Path(folder))
    return run


@contextmanager
def running(*command):
    """A program that is ended with the scene."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def row(scene, text):
    return scene.page.locator(".reportrow", has_text=text)


@needs_lab
def scene_watch(test, folder):
    """A report appears, is shown, and shown anew when it is written."""
    report = folder / "match.html"
    report.write_text("<title>m</title><p>10 games</p><script>document.body.textContent = 'x'</script>")
    with test.serving(test.lab, folder), Scene(test) as scene:
        # Scripts of reports do not run, which the browser says.
        scene.may_block_scripts = True
        scene.page.get_by_role("link", name="Watch").click()
        frame = scene.page.frame_locator("iframe.report")
        expect(frame.locator("p")).to_have_text("10 games")
        expect(scene.page.locator(".live")).to_have_count(1)
        time.sleep(2.5)
        report.write_text("<title>m</title><p>12 games</p>")
        expect(frame.locator("p")).to_have_text("12 games")


def engines(test, nodes):
    """Two players of a match."""
    player = [test.program, f"nodes={nodes}", "option.Hash=4"]
    return ["-e", *player, "name=new", "-e", *player, "name=old", "-c", "2", "--plain"]


@needs_lab
def scene_live_match(test, folder):
    """An SPRT appears while it runs; the page survives a reload and a new server."""
    sprt = [test.lab, "sprt", *engines(test, 5000), "--elo1", "20", "--out", folder / "sprt"]
    with test.serving(test.lab, folder), running(*sprt), Scene(test) as scene:
        scene.may_lose_connection = True
        page = scene.page

        def moves():
            board = page.locator(".board.mini").first
            label = board.get_attribute("aria-label")
            expect(board).not_to_have_attribute("aria-label", label)

        page.get_by_role("link", name="Watch").click()
        expect(page.locator(".board.mini")).to_have_count(2)
        moves()
        expect(page.locator(".tiles")).to_contain_text("LLR")
        expect(page.locator(".tiles")).to_contain_text("0, 20 normalized Elo")
        expect(page.locator(".tiles")).to_contain_text("Limits5000 nodes/move")
        expect(page.locator(".tiles")).to_contain_text("8 random plies")
        # The curves need two pairs.
        expect(page.locator(".chart")).to_have_count(2, timeout=120000)
        expect(page.locator(".tiles")).to_contain_text("Pairs by points, 0 to 2")
        scene.picture("web-watch")
        check_accessibility(scene, "a match")
        page.reload()
        expect(page.locator(".chart")).to_have_count(2)
        port = test.server.port
        test.server.stop()
        expect(page.locator("#connection")).to_be_visible()
        test.server = Server(test.lab, folder, port=port)
        expect(page.locator("#connection")).to_be_hidden()
        moves()


@needs_lab
def scene_finished_match(test, folder):
    """A match that has ended is still there, and in the ledger; so is a gate."""
    ledger = folder / "ledger.sqlite"
    match = [test.lab, "match", *engines(test, 200), "-r", "2", "--out", folder / "match", "--ledger", ledger]
    subprocess.run(match, check=True, capture_output=True)
    played = {"limits": "8000 nodes/move", "wins": 5, "draws": 3, "losses": 2, "elo": 107.5, "elo_error": None, "verdict": "H1 accepted"}
    candidate = {"name": "n1", "status": "passed", "reason": None, "nnue_scale": 97, "matches": [played]}
    gate = {"baseline": {"name": "default"}, "candidates": [candidate], "winner": "n1"}
    (folder / "gate.json").write_text(json.dumps(gate))
    with test.serving(test.lab, folder), Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Watch").click()
        row(scene, "Gate").click()
        expect(page.locator(".sortable tbody tr")).to_contain_text("+107.5 (10 games), H1 accepted")
        row(scene, "match").click()
        expect(page.locator(".runtitle .age")).to_have_text("ended")
        expect(page.locator(".tiles")).to_contain_text("4 of 4")
        expect(page.locator(".board.mini")).to_have_count(0)
        # Its games are replayed in Analyze, the last one first.
        page.get_by_role("button", name="Finished games").click()
        games = page.get_by_label("Games", exact=True)
        expect(games.locator("option")).to_have_count(4)
        games.select_option("1")
        page.get_by_role("button", name="Choose", exact=True).click()
        expect(page.locator(".gameinfo")).to_contain_text("Quietus match")
        page.get_by_role("button", name="End").click()
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".movelist .move[aria-current]")).to_have_count(1)
        page.get_by_role("link", name="Watch").click()
        row(scene, "Ledger").click()
        expect(page.locator(".sortable tbody tr").first).to_contain_text("new")


def match_state(name, verdict, elos):
    """The state of a match that has ended, as it writes it."""
    curve = [[pairs + 1, elo, 5.0, None] for pairs, elo in enumerate(elos)]
    standing = {"first": "new", "second": "old", "wins": 9, "draws": 3, "losses": 4, "elo": elos[-1], "error": 5.0, "los": 0.9,
                "pentanomial": [1, 2, 3, 2, 0]}
    test = {"scale": "normalized Elo", "elo0": 0, "elo1": 5, "lower": -2.94, "upper": 2.94}
    return {"kind": "match", "name": name, "game": "chess", "limits": "8+0.08", "openings": "UHO.epd", "test": test, "pairs": len(elos),
            "total_pairs": 100, "seconds_left": 0, "standings": [standing], "curve": curve, "verdict": verdict, "is_over": True, "games": []}


@needs_lab
def scene_verdicts_and_comparison(test, folder):
    """A decided test has a badge, and several runs share a chart."""
    for name, verdict, elos in [("a", "H1 accepted", [1, 5, 9]), ("b", "H0 accepted", [2, -1, -3]), ("c", None, [0, 1, 0])]:
        (folder / name).mkdir()
        (folder / name / "live.json").write_text(json.dumps(match_state(f"test {name}", verdict, elos)))
    with test.serving(test.lab, folder), Scene(test, viewport=(1400, 900)) as scene:
        page = scene.page
        page.get_by_role("link", name="Watch").click()
        for name, badge in [("a", "H1 accepted"), ("b", "H0 accepted"), ("c", "inconclusive")]:
            row(scene, f"test {name}").click()
            expect(page.locator(".badge")).to_have_text(badge)
            expect(page.locator(".tiles")).to_contain_text("1, 2, 3, 2, 0")
            check_accessibility(scene, badge)
        page.get_by_role("button", name="Finished games").click()
        expect(page.locator(".toast")).to_contain_text("no game has been written yet")
        row(scene, "Compare runs").click()
        expect(page.locator(".chart .series.series2")).to_have_count(1)
        expect(page.locator(".keys li")).to_have_count(3)
        page.get_by_role("checkbox", name="test b").uncheck()
        expect(page.locator(".keys li")).to_have_count(2)
        page.reload()
        expect(page.locator(".keys li")).to_have_count(2)
        check_accessibility(scene, "the comparison")
        # The keyboard alone watches, too.
        page.reload()
        expect(page.locator(".keys li")).to_have_count(2)
        tab_to(page, "test b · bnow")
        page.keyboard.press("Enter")
        expect(page.locator(".badge")).to_have_text("H0 accepted")
        tab_to(page, "Compare runs")
        page.keyboard.press("Enter")
        tab_to(page, "test b · b")
        page.keyboard.press("Space")
        expect(page.locator(".keys li")).to_have_count(3)
        scene.picture("web-compare")


@needs_lab
def scene_queue(test, folder):
    """With a token runs are started, stopped and resumed from the page, one after another."""
    with test.serving(test.lab, folder), Scene(test) as scene:
        scene.page.get_by_role("link", name="Watch").click()
        expect(row(scene, "Networks")).to_be_visible()
        expect(row(scene, "Queue")).to_have_count(0)
    match = " ".join(str(word) for word in engines(test, 2000)) + f" -r 40 --out {folder / 'run'}"
    with test.serving(test.lab, folder, "--token", "abcdefgh12"), Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Watch").click()
        row(scene, "Queue").click()
        command, jobs = page.get_by_label("Command"), page.locator(".job")

        def start(text):
            command.fill(text)
            command.press("Enter")

        start("serve")
        expect(page.locator(".toast")).to_contain_text("server would never end")
        start(f"match {match}")
        start("ledger --nonsense")
        expect(jobs).to_have_count(2)
        expect(jobs.nth(0)).to_contain_text("running")
        expect(jobs.nth(1)).to_contain_text("waiting")
        check_accessibility(scene, "the queue")
        scene.picture("web-queue")
        expect(row(scene, "Quietus match")).to_be_visible()
        page.get_by_role("button", name="Stop run 1").click()
        expect(jobs.nth(0)).to_contain_text("ended", timeout=60000)
        expect(jobs.nth(1)).to_contain_text("exit code 2", timeout=60000)
        expect(jobs.nth(1)).to_contain_text("--nonsense")
        page.get_by_role("button", name="Clear run 2").click()
        expect(jobs).to_have_count(1)
        row(scene, "Quietus match").click()
        page.get_by_role("button", name="Resume").click(timeout=60000)
        expect(jobs.nth(1)).to_contain_text("match --resume")
        row(scene, "Quietus match").click()
        expect(page.locator(".tiles")).to_contain_text("80 of 80", timeout=120000)


@needs_lab
def scene_live_training(test, folder):
    """A training appears while it runs, with its curves."""
    data, run = folder / "games.qgames", folder / "run"
    subprocess.run([test.lab, "datagen", "--out", data, "--nodes", "100", "--verify", "0", "--games", "20", "--threads", "1", "--bench", "1"],
                   check=True, capture_output=True)
    train = [test.lab, "train", "--data", data, "--output", run, *TRAINING]
    with test.serving(test.lab, folder), running(*train), Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Watch").click()
        expect(page.locator(".tiles")).to_contain_text("positions/s", timeout=60000)
        expect(page.locator(".tiles")).to_contain_text("Time left")
        steps = page.locator(".tiles div", has_text="Steps")
        before = steps.inner_text()
        expect(steps).not_to_have_text(before)
        expect(page.locator(".chart .series0").first).to_be_visible(timeout=60000)


@needs_lab
def scene_networks(test, folder):
    """Test loss and Elo are charts, each generation a row, and a network can be looked into."""
    del folder
    with test.serving(test.lab, ROOT / "nets"), Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Watch").click()
        row(scene, "Networks").click()
        expect(page.locator(".chart")).to_have_count(2)
        rows = page.locator(".sortable tbody tr")
        first = rows.filter(has_text="g1w128r0.1").last
        expect(first).to_contain_text("+307.1 ± 125.8")
        # Each game has a lineage of its own, which begins anew.
        expect(first.locator("td").first).to_have_text("1")
        expect(page.locator(".chart .series1").first).to_be_attached()
        expect(page.locator(".keys").first).to_contain_text("from x0w128")
        assert rows.count() >= 12
        scene.picture("web-networks")
        page.get_by_role("button", name="Look inside").last.click()
        frame = page.frame_locator("iframe[title=Network]")
        expect(frame.locator("svg image").first).to_be_visible()
        check_accessibility(scene, "networks")


@needs_lab
def scene_ledger(test, folder):
    """The tables of the ledger are sorted by their heads."""
    ledger = folder / "ledger.sqlite"
    for name, result in [("b", "1-0"), ("a", "1/2-1/2")]:
        pgn = folder / f"{name}.pgn"
        pgn.write_text(f'[White "x"]\n[Black "y"]\n[Result "{result}"]\n\n1. e4 e5 {result}\n\n')
        subprocess.run([test.lab, "ledger", "--ledger", ledger, "add", "match", pgn, "--name", name], check=True, capture_output=True)
    with test.serving(test.lab, folder), Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Watch").click()
        row(scene, "Ledger").click()
        names = page.locator(".sortable tbody td:nth-child(2)")
        for expected in [["a", "b"], ["b", "a"]]:
            page.get_by_role("button", name="Name", exact=True).first.click()
            expect(names).to_have_text(expected)
        check_accessibility(scene, "the ledger")


@needs_lab
def scene_ladder(test, folder):
    """The last rating list is a ladder, which its heads sort."""
    results = [("Alpha", "Beta", "1-0"), ("Beta", "Alpha", "1/2-1/2"), ("Beta", "Gamma", "1-0"), ("Gamma", "Beta", "1/2-1/2"),
               ("Alpha", "Gamma", "1-0"), ("Gamma", "Alpha", "1/2-1/2")]
    pgn = folder / "games.pgn"
    pgn.write_text("".join(f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n1. e4 e5 {result}\n\n'
                           for white, black, result in 4 * results))
    subprocess.run([test.lab, "rate", pgn, "--ledger", folder / "ledger.sqlite"], check=True, capture_output=True)
    with test.serving(test.lab, folder), Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Watch").click()
        row(scene, "Ledger").click()
        ladder = page.get_by_role("region", name="Rating ladder")
        players = ladder.locator("tbody td:nth-child(2)")
        expect(players).to_have_text(["Alpha", "Beta", "Gamma"])
        expect(ladder.locator(".rung")).to_have_count(3)
        ladder.get_by_role("button", name="Elo").click()
        expect(players).to_have_text(["Gamma", "Beta", "Alpha"])
        ladder.get_by_role("button", name="Score").click()
        ladder.get_by_role("button", name="Score").click()
        expect(players.first).to_have_text("Alpha")
        check_accessibility(scene, "the ladder")
        scene.picture("web-ladder")
