"""Scenes of play."""

import json
import re
import urllib.request

from playwright.sync_api import expect

from harness import Scene, game


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
        scene.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
        scene.status("Your move")
        scene.page.get_by_role("button", name="Resign").click()
        scene.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        scene.status("resigns")
        scene.page.get_by_role("button", name="Take back").click()
        scene.status("Your move")
        # In xiangqi Red begins, and there is no Chess960.
        scene.page.get_by_role("button", name="New game").click()
        scene.page.get_by_role("combobox", name="Game").select_option("xiangqi")
        expect(scene.page.get_by_label("Your side").locator("option").first).to_have_text("Red")
        expect(scene.page.get_by_role("combobox", name="Start")).to_have_value("standard")


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
