"""Scenes of play, analysis and review."""

import json
import re
import subprocess
import tempfile
import urllib.request
from pathlib import Path

from playwright.sync_api import expect

from web_harness import Scene, Server, check_accessibility, game

TABLES = Path(__file__).parent.parent / "crates/tablebase/tests/tables"


def first_move(test, scene):
    """The first legal move of the game on the page, in coordinates and as score sheets have it; none at its end."""
    stored = json.loads(scene.page.evaluate("localStorage.getItem('quietus.play')"))["json"]
    line = {"game": stored["game"], "fen": stored["fen"], "moves": [move["uci"] for move in stored["line"]]}
    headers = {"Content-Type": "application/json", "X-Quietus": "1"}
    request = urllib.request.Request(test.server.url + "api/position", json.dumps(line).encode(), headers)
    moves = json.load(urllib.request.urlopen(request))["moves"]
    return (len(line["moves"]), *moves[0]) if moves else None


def play_to_the_end(test, scene, move):
    """Plays the first legal move, whatever it is, until the engine has won. `move` is called with it."""
    status = scene.page.locator(".status")
    while True:
        expect(status).to_have_text(re.compile("Your move|1-0|0-1|1/2"))
        found = first_move(test, scene)
        if found is None:
            break
        count, uci, san = found
        move(uci, san)
        expect(scene.page.locator(".movelist .move").nth(count)).to_be_visible()
    expect(status).to_contain_text("checkmate")
    expect(status).to_contain_text("0-1")


def scene_whole_game_by_mouse(test):
    """A game of chess from its first move to mate."""
    with Scene(test, stored=game()) as scene:
        def move(uci, _):
            scene.click(uci[:2], uci[2:4])
            if len(uci) == 5:
                scene.page.get_by_role("dialog", name="Promote to").get_by_role("button").first.click()
        play_to_the_end(test, scene, move)


def scene_whole_game_by_keyboard(test):
    """Another one, typed, which also survives a reload."""
    with Scene(test, stored=game()) as scene:
        play_to_the_end(test, scene, lambda _, san: scene.type_move(san))
        count = scene.page.locator(".movelist .move").count()
        scene.page.reload()
        scene.moves(count)
        scene.status("0-1")


def scene_game_by_mouse(test):
    """Clicks and drags: the engine is to be mated in two moves at most."""
    mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
    with Scene(test, stored=game(mate)) as scene:
        scene.drag("a1", "a8")
        scene.status("checkmate")
        scene.status("1-0")
    with Scene(test, stored=game()) as scene:
        scene.click("e2", "e4")
        scene.moves(2)
        scene.drag("d2", "d4")
        scene.moves(4)
        scene.picture("web-play")


def scene_game_by_keyboard(test):
    """Fool's mate against oneself is not possible, so a mate in one by typing and by the cursor."""
    mate = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
    with Scene(test, stored=game(mate, side=1)) as scene:
        scene.type_move("Ke4")
        expect(scene.page.locator(".moveinput .problem")).not_to_be_empty()
        scene.type_move("Qh4#")
        scene.status("checkmate")
        expect(scene.page.locator("#live")).to_contain_text("0-1")
    with Scene(test, stored=game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")) as scene:
        board = scene.page.locator("svg.board")
        board.focus()
        # From e1 to a1, which is picked, and up to a8.
        for key in ["ArrowLeft"] * 4 + ["Enter"] + ["ArrowUp"] * 7 + ["Enter"]:
            board.press(key)
        scene.status("1-0")


def scene_promotion(test):
    with Scene(test, stored=game("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1")) as scene:
        scene.click("e7", "e8")
        dialog = scene.page.get_by_role("dialog", name="Promote to")
        expect(dialog.get_by_role("button")).to_have_count(4)
        expect(dialog.get_by_role("button").first).to_be_focused()
        scene.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        scene.click("e7", "e8")
        dialog.get_by_role("button", name="knight").click()
        expect(scene.page.locator(".movelist .move").first).to_contain_text("e8=N")


def scene_castling(test):
    with Scene(test, stored=game("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")) as scene:
        scene.click("e1", "g1")
        expect(scene.page.locator(".movelist .move").first).to_contain_text("O-O")
    # In Chess960 the king takes its rook.
    with Scene(test, stored=game("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1")) as scene:
        scene.click("f1", "g1")
        expect(scene.page.locator(".movelist .move").first).to_contain_text("O-O")


def scene_new_game(test):
    with Scene(test, stored=game()) as scene:
        scene.page.get_by_role("button", name="New game").click()
        scene.page.get_by_label("Your side").select_option("second")
        scene.page.get_by_role("combobox", name="Start").select_option("960")
        scene.page.get_by_label("Chess960 number").fill("0")
        scene.page.get_by_role("button", name="Play", exact=True).click()
        # Position 0 is BBQNNRKR, and the engine moves first.
        scene.moves(1)
        expect(scene.page.locator(".boardbox .unseen")).to_contain_text("bishop a8")
        scene.page.get_by_role("button", name="Resign").click()
        scene.status("resigns")
        scene.page.get_by_role("button", name="Take back").click()
        scene.status("Your move")


def scene_load_pgn(test):
    """A game goes on from a PGN, for the side that is to move."""
    with Scene(test, stored=game()) as scene:
        page = scene.page
        page.get_by_role("button", name="Load PGN").click()
        page.get_by_label("PGN", exact=True).fill("1. f3 e5 (1... d5) 2. g4 *")
        page.get_by_role("button", name="Load", exact=True).click()
        scene.moves(3)
        page.get_by_role("button", name="Start").click()
        scene.status("Looking back")
        page.get_by_role("button", name="End").click()
        scene.type_move("Qh4#")
        scene.status("0-1")


def scene_xiangqi(test):
    with Scene(test, stored=game(game="xiangqi")) as scene:
        scene.click("h2", "e2", columns=9, rows=10, first_rank=0)
        scene.moves(2)
        expect(scene.page.locator(".movelist .move").first).to_contain_text("C2=5")
        scene.type_move("b0c2")
        scene.moves(4)
        expect(scene.page.get_by_label("Type a move")).to_have_attribute("placeholder", re.compile("C2=5, h2e2"))
        scene.picture("web-xiangqi")
        # The chosen pieces outlive a reload.
        expect(scene.page.locator(".character")).to_have_count(0)
        scene.page.get_by_role("button", name="Pieces: symbols").click()
        scene.page.reload()
        expect(scene.page.get_by_role("button", name="Pieces: characters")).to_be_visible()
        expect(scene.page.locator(".piece .character")).to_have_count(scene.page.locator(".piece").count())


def scene_analysis(test):
    """It starts, follows and stops."""
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Analyze").click()
        expect(page.locator(".lines li")).to_have_count(3)
        scene.type_move("e4")
        scene.type_move("e5")
        first = page.locator(".lines .move").first
        expect(first).to_contain_text("2. ")
        first.hover()
        expect(page.locator(".arrow")).to_have_count(0)
        page.mouse.move(5, 5)
        expect(page.locator(".arrow")).to_have_count(3)
        page.get_by_label("Type a move").press("Escape")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".movelist .move[aria-current]")).to_have_text("e4")
        expect(page.locator(".lines .move").first).to_contain_text("1… ")
        network = page.get_by_role("switch", name="What the network sees")
        network.click()
        expect(page.locator(".value")).to_have_count(30)
        network.click()
        page.get_by_role("switch", name="Engine").click()
        page.wait_for_timeout(500)
        facts = page.locator(".facts").inner_text()
        page.wait_for_timeout(700)
        assert page.locator(".facts").inner_text() == facts, "the search goes on"
        page.reload()
        expect(page.locator(".movelist .move")).to_have_count(2)


def scene_threat_and_comments(test):
    """What the other side would do, and comments that are written into the PGN."""
    mate = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Analyze").click()
        fen = page.get_by_label("FEN")
        fen.fill(mate)
        fen.press("Enter")
        expect(page.locator(".lines .move").first).to_contain_text("3… ")
        fen.blur()
        page.keyboard.press("x")
        expect(page.locator("p.threat")).to_be_visible()
        expect(page.locator("p.threat")).to_contain_text("Qxf7#")
        expect(page.locator(".arrow.threat")).to_have_count(1)
        page.get_by_role("switch", name="Threat").click()
        expect(page.locator(".arrow.threat")).to_have_count(0)
        scene.type_move("Qe7")
        scene.moves(1)
        comment = page.get_by_label("Comment")
        comment.fill("guards f7 {well}")
        expect(page.locator(".movelist .comment")).to_have_text("guards f7 {well}")
        page.reload()
        expect(comment).to_have_value("guards f7 {well}")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save PGN").click()
        saved = Path(download.value.path()).read_text()
        assert "{guards f7 {well)}" in saved, saved


def scene_verdicts(test):
    """What tablebases and the book say."""
    book = bytes.fromhex("463b96181691fc9c" "031c" "0003" "00000000")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.bin"
        path.write_bytes(book)
        with test.serving(test.program, "--syzygy", TABLES, "--book", path), Scene(test) as scene:
            page = scene.page
            page.get_by_role("link", name="Analyze").click()
            expect(page.locator(".verdicts")).to_contain_text("Book")
            page.get_by_role("button", name="e4 100 %").click()
            expect(page.locator(".movelist .move")).to_have_text("e4")
            expect(page.locator(".verdicts")).to_be_hidden()
            fen = page.get_by_label("FEN")
            fen.fill("8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1")
            fen.press("Enter")
            expect(page.locator(".verdicts")).to_contain_text("Tablebase: win")


def scene_accessibility(test):
    """axe finds nothing in any mode, light or dark."""
    for scheme in ["light", "dark"]:
        with Scene(test, scheme=scheme, stored=game()) as scene:
            for mode in ["#play", "#analyze", "#review"]:
                scene.page.goto(test.server.url + mode)
                scene.page.wait_for_selector("main .mode" if mode != "#review" else "main section")
                if mode == "#analyze":
                    expect(scene.page.locator(".lines li")).to_have_count(3)
                    scene.page.get_by_role("switch", name="Engine").click()
                check_accessibility(scene, f"{mode}, {scheme}")


def scene_hostile_pgn(test):
    text = '[Event "<img src=x onerror=alert(1)>"]\n\n1. e4 {<script>alert(2)</script>} e5 (1... c5 {<b>x</b>}) *'
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Analyze").click()
        page.get_by_role("button", name="Load PGN").click()
        page.get_by_label("PGN", exact=True).fill("1. e5 *")
        page.get_by_role("button", name="Load", exact=True).click()
        expect(page.locator("dialog .problem")).to_contain_text("e5")
        page.get_by_label("PGN", exact=True).fill(text)
        page.get_by_role("button", name="Load", exact=True).click()
        expect(page.locator(".movelist .comment").first).to_have_text("<script>alert(2)</script>")
        assert page.locator("main b, main script, main img").count() == 0
        with page.expect_download() as download:
            page.get_by_role("button", name="Save PGN").click()
        saved = Path(download.value.path()).read_text()
        assert "<script>" in saved and "( 1... c5" in saved, saved
        page.reload()
        expect(page.locator(".movelist .variation")).to_have_text(re.compile("c5"))


def scene_reload(test):
    with Scene(test, stored=game()) as scene:
        scene.type_move("e4")
        scene.moves(2)
        before = scene.page.locator(".movelist").inner_text()
        scene.page.reload()
        scene.moves(2)
        assert scene.page.locator(".movelist").inner_text() == before


def scene_server_restarts(test):
    with Scene(test, stored=game()) as scene:
        scene.may_lose_connection = True
        scene.page.goto(test.server.url + "#analyze")
        expect(scene.page.locator(".lines li")).to_have_count(3)
        test.server.stop()
        expect(scene.page.locator("#connection")).to_be_visible()
        test.server = Server(test.program, port=test.server.port)
        expect(scene.page.locator("#connection")).to_be_hidden()
        scene.type_move("d4")
        expect(scene.page.locator(".lines .move").first).to_contain_text("1… ")


def scene_seven_tabs(test):
    """More than the six connections that a browser opens: hidden pages let go of theirs."""
    with Scene(test, stored=game()) as scene:
        hide = "Object.defineProperty(document, 'visibilityState', {get: () => '%s', configurable: true});" \
            "document.dispatchEvent(new Event('visibilitychange'))"
        pages = [scene.page]
        for _ in range(6):
            pages[-1].evaluate(hide % "hidden")
            pages.append(scene.open("#analyze"))
            expect(pages[-1].locator(".lines li")).to_have_count(3)
        pages[-1].evaluate(hide % "hidden")
        pages[1].evaluate(hide % "visible")
        expect(pages[1].locator("#connection")).to_be_hidden()
        # Two at a time have engines of their own.
        pages[2].evaluate(hide % "visible")
        for page in pages[1:3]:
            page.locator(".steps").click()
            expect(page.locator(".lines li")).to_have_count(3)


OPERA = """[White "Morphy"]
[Black "Duke and Count"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""


def golden(test):
    """Accuracy, loss and judgements of both sides in the famous game, by `quietus analyze`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "opera.pgn"
        path.write_text(OPERA)
        command = [test.program, "analyze", path, "--nodes", "20000", "--threads", "1", "--hash", "64"]
        report = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [re.search(rf"^{side} (.*)$", report, re.MULTILINE).group(1).split() for side in ("White", "Black")]


def scene_xiangqi_review(test):
    text = '[Game "Chinese Chess"]\n\n1. h2e2 h9g7 2. e2e6 a9a8 3. h0g2 a8a9 *'
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Review").click()
        page.get_by_label("PGN", exact=True).fill(text)
        page.get_by_label("Effort").select_option("20000")
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator(".summary tbody tr").first).to_contain_text("Red")
        expect(page.locator(".movelist > .move")).to_have_count(6)
        expect(page.locator(".boardbox.xiangqi")).to_be_visible()
        expect(page.get_by_role("button", name="Save as page")).to_be_hidden()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save PGN").click()
        assert "[%eval" in Path(download.value.path()).read_text()


def scene_review(test):
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Review").click()
        page.get_by_label("PGN", exact=True).fill("1. e5")
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator(".problem")).to_contain_text("e5")
        page.get_by_label("PGN", exact=True).fill(OPERA)
        page.get_by_label("Effort").select_option("20000")
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator(".summary tbody tr")).to_have_count(2, timeout=60000)
        rows = [cells.split() for cells in page.locator(".summary tbody tr").all_inner_texts()]
        # The numbers are those of the command line, to the digit.
        expected = golden(test)
        assert [[word for word in row if re.fullmatch(r"[\d.]+", word)] for row in rows] == expected, (rows, expected)
        assert float(expected[0][0]) > 85 > float(expected[1][0]), expected
        expect(page.locator(".opening")).to_contain_text("Philidor")
        expect(page.locator(".move.blunder, .move.mistake").first).to_be_visible()
        # The end of the graph is the mate.
        box = page.locator(".graph svg").bounding_box()
        page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 20)
        expect(page.locator(".movelist .move[aria-current]")).to_contain_text("Rd8#")
        page.locator(".move.blunder, .move.mistake").first.click()
        expect(page.locator(".note")).to_contain_text("Better was")
        scene.picture("web-review")
        for button, text in [("Save PGN", "[%eval"), ("Save as page", "<!doctype html")]:
            with page.expect_download() as download:
                page.get_by_role("button", name=button).click()
            saved = Path(download.value.path()).read_text().lower()
            assert text in saved, saved[:200]
        page.get_by_role("button", name="Analyze", exact=True).click()
        expect(page.locator(".lines li")).to_have_count(3)


def scene_levels(test):
    """A level answers, if the engine has levels."""
    with Scene(test, stored=game()) as scene:
        scene.page.get_by_role("button", name="New game").click()
        engine = scene.page.get_by_label("Engine")
        if not engine.locator("option", has_text="Level 600").count():
            print("levels: skipped, the engine has none")
            return
        engine.select_option("elo600")
        scene.page.get_by_role("button", name="Play", exact=True).click()
        scene.type_move("e4")
        scene.moves(2)
        expect(scene.page.locator(".strip").first).to_contain_text("level 600")


def scene_phone(test):
    with Scene(test, viewport=(360, 740), scheme="dark", stored=game()) as scene:
        for mode in ["#play", "#analyze"]:
            scene.page.goto(test.server.url + mode)
            scene.page.wait_for_selector("main .piece")
            width = scene.page.evaluate("document.documentElement.scrollWidth")
            assert width == 360, f"{mode} is {width} pixels wide"
        expect(scene.page.locator(".lines li")).to_have_count(3)
        scene.picture("web-phone")


def scene_pictures(test):
    """A position worth a picture."""
    if not test.screenshots:
        return
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Analyze").click()
        for move in "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4".split():
            scene.type_move(move)
            page.wait_for_timeout(700)
        page.wait_for_timeout(2500)
        scene.picture("web-analyze")
