"""Scenes that measure contrast: of all texts, also under the pointer and pressed, and of what is on the boards."""

from playwright.sync_api import expect

from harness import Scene, game

LEAST = 4.5

# The contrast of every text that can be seen, as [ratio, text, tag]; of one element, or of all.
MEASURE = """(root) => {
    const parse = (color) => {
        const [r, g, b, a = 1] = color.match(/[\\d.]+/g).map(Number);
        return { rgb: color.startsWith("color(") ? [r * 255, g * 255, b * 255] : [r, g, b], a };
    };
    const over = (top, below) => top.rgb.map((value, index) => value * top.a + below[index] * (1 - top.a));
    const ground = (element) => {
        const layers = [];
        for (; element; element = element.parentElement) {
            const layer = parse(getComputedStyle(element).backgroundColor);
            layers.push(layer);
            if (layer.a === 1) break;
        }
        return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
    };
    const luminance = (rgb) => {
        const [r, g, b] = rgb.map((value) => value / 255)
            .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const isShown = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
        && element.getClientRects().length && !element.closest(".unseen, :disabled, .evalbar, svg.board, .board");
    const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const found = [];
    for (const element of [root, ...root.querySelectorAll("*")]) {
        if (!hasText(element) || !isShown(element)) continue;
        const style = getComputedStyle(element);
        const below = ground(element.closest("svg")?.parentElement || element);
        const ink = over(parse(element instanceof SVGElement ? style.fill : style.color), below);
        const [dark, light] = [luminance(ink), luminance(below)].sort((a, b) => a - b);
        found.push([(light + 0.05) / (dark + 0.05), element.textContent.trim().slice(0, 40), element.className.baseVal ?? element.className]);
    }
    return found;
}"""

SQUARES = """() => {
    const style = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
    return [style(".coordinate", "fill"), style(".chess-light", "fill"), style(".chess-dark", "stroke")];
}"""


def luminance(color):
    parts = [float(part) / 255 for part in color[color.index("(") + 1:-1].split(",")[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def check(found, where):
    low = [text for text in found if text[0] < LEAST]
    assert found and not low, (where, low)


def check_pointer(page, where):
    """Each button and link, under the pointer and pressed."""
    for control in page.locator("button:visible, a:visible, .opponent:visible").all():
        if control.evaluate("(element) => element.disabled || !element.textContent.trim()"):
            continue
        control.scroll_into_view_if_needed()
        box = control.bounding_box()
        if box is None:
            continue
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        check(control.evaluate(MEASURE) or [[LEAST, "", ""]], f"{where}, hover")
        page.mouse.down()
        check(control.evaluate(MEASURE) or [[LEAST, "", ""]], f"{where}, pressed")
        # Let go elsewhere, so that nothing is chosen.
        page.mouse.move(2, 2)
        page.mouse.up()


def check_page(page, where):
    check(page.locator("body").evaluate(MEASURE), where)
    # Colors under the pointer are those of all widths.
    if page.viewport_size["width"] > 1000:
        check_pointer(page, where)


def scene_contrast(test):
    """At least 4.5 : 1 everywhere."""
    for scheme in ["light", "dark"]:
        for width in [1400, 360]:
            with Scene(test, viewport=(width, 860), scheme=scheme, stored=game()) as scene:
                page = scene.page
                where = f"{scheme}, {width}"
                scene.type_move("e4")
                scene.moves(2)
                check_page(page, f"play, {where}")
                page.get_by_role("button", name="New game").click()
                expect(page.locator(".opponent").first).to_be_visible()
                check(page.locator("dialog").evaluate(MEASURE), f"opponents, {where}")
                page.keyboard.press("Escape")
                page.get_by_role("link", name="Analyze").click()
                expect(page.locator(".lines li")).to_have_count(3)
                page.get_by_role("switch", name="Engine").click()
                check_page(page, f"analyze, {where}")
                page.get_by_role("link", name="Review").click()
                page.get_by_role("button", name="A sample game").click()
                page.get_by_label("Effort").select_option("20000")
                page.get_by_role("button", name="Review", exact=True).click()
                expect(page.locator(".moments button").first).to_be_visible(timeout=60000)
                page.locator(".moments button").first.click()
                check_page(page, f"review, {where}")


def scene_contrast_of_coordinates(test):
    """Coordinates can be read on both kinds of squares of all boards."""
    for scheme in ["light", "dark"]:
        with Scene(test, scheme=scheme) as scene:
            for board in ["slate", "wood", "green", "paper"]:
                scene.page.evaluate("(board) => { document.documentElement.dataset.board = board; }", board)
                ink, *squares = scene.page.evaluate(SQUARES)
                for square in squares:
                    assert contrast(ink, square) >= LEAST, (scheme, board, ink, square, contrast(ink, square))


def scene_contrast_of_switches(test):
    """A switch can be read, on and off, with and without the pointer on it."""
    for scheme in ["light", "dark"]:
        with Scene(test, scheme=scheme) as scene:
            page = scene.page
            page.get_by_role("link", name="Analyze").click()
            expect(page.locator(".lines li")).to_have_count(3)
            switch = page.get_by_role("switch", name="Engine")
            for state in ["true", "false"]:
                page.mouse.move(5, 5)
                expect(switch).to_have_attribute("aria-checked", state)
                check(switch.evaluate(MEASURE), f"{scheme}, {state}")
                switch.hover()
                check(switch.evaluate(MEASURE), f"{scheme}, {state}, hover")
                switch.click()


def scene_widths(test):
    """Every page fits 360, 768 and 1400 pixels."""
    for width in [360, 768, 1400]:
        for scheme in ["light", "dark"]:
            with Scene(test, viewport=(width, 800), scheme=scheme, stored=game()) as scene:
                for mode in ["play", "analyze", "review"]:
                    scene.page.goto(f"{test.server.url}#{mode}")
                    scene.page.wait_for_selector("main .piece")
                    found = scene.page.evaluate("document.documentElement.scrollWidth")
                    assert found == width, f"{mode} is {found} pixels wide, not {width}"
                    scene.picture(f"{mode}-{width}-{scheme}")
