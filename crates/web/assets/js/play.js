// Play: a game against the engine.

import { announce } from "./announce.js";
import { post } from "./api.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { ask, toast } from "./dialog.js";
import { button, download, h } from "./dom.js";
import { GEOMETRIES, sideToMove, splitMove } from "./geometry.js";
import { drawMaterial } from "./material.js";
import { moveInput } from "./moveinput.js";
import { MoveList } from "./movelist.js";
import { FIRST_STRENGTH, askNewGame, clockOf } from "./newgame.js";
import { askGame } from "./pgnform.js";
import { countResult, outcomeOf } from "./results.js";
import { startSearch, stopSearch } from "./search.js";
import { playSound } from "./sound.js";
import { stepButtons, stepFrom, stepKeys } from "./steps.js";
import { keepForPaint, load, save } from "./store.js";
import { opponentOf, opponentsKnown, portrait, strengthLimits, strengthText } from "./strength.js";
import { Tree } from "./tree.js";

/** The engine takes a draw when it is not better, and some moves have been played. */
const DRAW_PLY = 30;
const DRAW_SCORE = 15;
const HINT_TIME = 700;

const FIRST_GAME = { game: "chess", fen: "", side: 0, strength: FIRST_STRENGTH, clock: "none" };

export class Play {
  constructor({ onAnalyze, onReview }) {
    this.onAnalyze = onAnalyze;
    this.onReview = onReview;
    this.board = new Board({
      onMove: (uci) => this.boardMove(uci).catch(({ message }) => toast(message)),
      onCancel: () => this.setPremove(null),
    });
    this.moveList = new MoveList({ onSelect: (node) => this.look(node) });
    this.clock = new Clock({ onFlag: (side) => this.flag(side) });
    this.input = moveInput((typed) => this.typed(typed));
    this.status = h("p.status", { role: "status" });
    this.strips = [h("div.strip"), h("div.strip")];
    this.buttons = {
      takeBack: button("Take back", () => this.takeBack()),
      hint: button("Hint", () => this.hint()),
      draw: button("Offer draw", () => this.offerDraw()),
      resign: button("Resign", () => this.resign()),
    };
    this.reviewButton = button("Review this game", () => this.reviewGame(), { className: "primary" });
    this.element = h("section.mode.play", { "aria-label": "Play" },
      h("div.boardcolumn", {}, this.strips[0], this.board.element, this.strips[1]),
      h("div.panel", {},
        h("div.card", {}, this.status, this.reviewButton, this.moveList.element,
          h("div.row.steps", {}, stepButtons((delta) => this.step(delta)), button("Flip board", () => this.flip())),
          this.input, h("div.row.actionbar", {}, Object.values(this.buttons))),
        h("div.row", {},
          button("New game", () => this.newGame(), { className: "primary" }),
          button("Load PGN", () => this.loadPgn()),
          button("Save PGN", () => this.savePgn()),
          button("Analyze", () => this.analyzeGame()),
          this.board.pieceSwitch)));
    this.ready = Promise.all([this.restore(), opponentsKnown]);
  }

  async restore() {
    const stored = load("play", null);
    try {
      if (stored) await this.begin(stored.settings, stored);
    } catch (error) {
      toast(`The stored game cannot be opened: ${error.message}`);
    }
    this.isNew = !this.tree;
    if (this.isNew) await this.begin(FIRST_GAME);
  }

  /** Begins a game, or goes on with a stored one. */
  async begin(settings, stored = null) {
    const { game, fen, side, clock } = settings;
    const tree = stored ? await Tree.restore(stored.json) : await Tree.start(game, fen);
    tree.current = tree.lineThrough(tree.root).at(-1);
    this.settings = settings;
    this.tree = tree;
    this.head = tree.current;
    this.ending = stored?.ending || null;
    this.counted = stored?.counted || null;
    this.premove = null;
    this.score = null;
    this.hintArrow = null;
    this.flipped = side === 1;
    this.clock.set(clockOf(clock));
    if (stored?.time && this.clock.time) this.clock.time = stored.time;
    await this.proceed();
  }

  get line() {
    return this.tree.line(this.head);
  }

  get turn() {
    return sideToMove(this.head.fen);
  }

  get isHumansTurn() {
    return !this.ending && this.turn === this.settings.side;
  }

  enter() {
    this.isActive = true;
    if (this.tree) this.proceed();
    // Who comes for the first time chooses an opponent first.
    if (this.isNew) this.newGame();
    this.isNew = false;
  }

  leave() {
    this.isActive = false;
    stopSearch();
    this.clock.run(null);
  }

  /** After a move: ends the game, or lets the next side move. */
  async proceed() {
    const about = await this.tree.describe(this.head);
    const { premove } = this;
    if (premove && this.isHumansTurn) {
      this.premove = null;
      const legal = about.moves.find(([uci]) => uci === premove || uci === `${premove}q`);
      if (legal) {
        await this.move({ uci: legal[0] });
        return;
      }
    }
    if (about.over && !this.ending) this.end(about.over.result, about.over.reason);
    if (!this.ending && this.head.ply >= 2) this.clock.run(this.turn);
    if (!this.ending && !this.isHumansTurn && this.isActive) this.think();
    this.show();
  }

  think() {
    const { strength } = this.settings;
    const left = this.clock.left();
    const { increment = 0 } = this.clock.control || {};
    const { elo, movetime } = strengthLimits(strength);
    const limits = { movetime };
    if (left) limits.clock = { time: left.map((time) => Math.max(1, Math.floor(time))), increment: [increment, increment] };
    const { head } = this;
    startSearch({
      line: this.line, engine: { elo }, limits,
      onInfo: ({ lines: [best] }) => { this.score = best; },
      onBest: (best) => {
        if (this.head === head && best) this.move({ uci: best[0] });
      },
      onError: (error) => toast(error.message),
    });
  }

  /** A move made on the board: if it comes before its turn, it waits for it. */
  async boardMove(uci) {
    if (this.isHumansTurn) await this.humanMove({ uci });
    else if (!this.ending) this.setPremove(uci);
  }

  setPremove(uci) {
    this.premove = uci;
    this.show();
  }

  async humanMove(move) {
    if (!this.isHumansTurn) throw new Error("It is not your turn.");
    await this.move(move);
  }

  /** A typed move, or a command. */
  async typed(text) {
    // What is typed while another game begins belongs to that game.
    await this.ready;
    const commands = {
      resign: () => this.resign(), draw: () => this.offerDraw(), hint: () => this.hint(),
      back: () => this.takeBack(), new: () => this.newGame(), flip: () => this.flip(),
    };
    const command = commands[text.toLowerCase()];
    if (command) command();
    else await this.humanMove({ typed: text });
  }

  async move(move) {
    const mover = this.turn;
    const before = this.head;
    const node = await this.tree.play(move, before);
    this.clock.press(mover);
    this.head = node;
    this.tree.current = node;
    this.hintArrow = null;
    const side = GEOMETRIES[this.settings.game].sides[mover];
    announce(`${side}: ${node.san}${node.about.check ? ", check" : ""}`);
    playSound(this.soundOf(before, node));
    await this.proceed();
    this.store();
  }

  soundOf(before, node) {
    const pieces = ({ fen }) => GEOMETRIES[this.settings.game].pieces(fen).size;
    if (node.about.over) return "end";
    if (node.about.check) return "check";
    return pieces(node) < pieces(before) ? "capture" : "move";
  }

  end(result, reason) {
    this.ending = { result, reason };
    this.premove = null;
    this.count(outcomeOf(result, this.settings.side));
    this.tree.result = result;
    this.clock.run(null);
    stopSearch();
    announce(`${reason}. ${result}`);
    this.store();
    this.show();
  }

  flag(side) {
    const winner = GEOMETRIES[this.settings.game].sides[1 - side];
    this.end(side ? "1-0" : "0-1", `${winner} wins on time`);
  }

  /** Counts the game for the results against this opponent; nothing takes it away again. */
  count(outcome) {
    if (this.settings.isLoaded) return;
    if (this.counted) countResult(this.settings, this.counted, -1);
    this.counted = outcome;
    if (outcome) countResult(this.settings, outcome);
  }

  async resign() {
    if (this.ending) return;
    const { tree } = this;
    const isSure = await ask("Resign this game?", [], "Resign");
    // Meanwhile the clock may have ended it.
    if (!isSure || this.ending || this.tree !== tree) return;
    const { side, game } = this.settings;
    this.end(side ? "1-0" : "0-1", `${GEOMETRIES[game].sides[side]} resigns`);
  }

  offerDraw() {
    if (!this.isHumansTurn) return;
    const { side } = this.settings;
    const own = this.score ? (this.score.cp ?? 10000 * this.score.mate) * (side ? 1 : -1) : 1000;
    if (this.head.ply >= DRAW_PLY && own <= DRAW_SCORE) this.end("1/2-1/2", "Draw by agreement");
    else toast("The engine plays on.");
  }

  /** Takes back to the last own decision. */
  takeBack() {
    const { side } = this.settings;
    let node = this.head;
    if (this.ending && !node.about.over) {
      this.ending = null;
    } else {
      do node = node.parent;
      while (node && sideToMove(node.fen) !== side);
    }
    if (!node) return;
    stopSearch();
    this.ending = null;
    this.premove = null;
    this.count(null);
    this.tree.result = "*";
    if (node !== this.head) node.children = [];
    this.head = node;
    this.tree.current = node;
    this.hintArrow = null;
    this.clock.run(null);
    announce("Taken back");
    this.proceed();
    this.store();
  }

  hint() {
    if (!this.isHumansTurn) return;
    const { head } = this;
    startSearch({
      line: this.line, limits: { movetime: HINT_TIME },
      onBest: (best) => {
        if (this.head !== head || !best) return;
        this.hintArrow = { ...splitMove(best[0]), kind: "hint", width: 22 };
        announce(`Hint: ${best[1]}`);
        this.show();
      },
    });
  }

  newGame() {
    this.changeGame(async () => {
      const settings = await askNewGame(this.settings.game);
      return settings && [settings];
    });
  }

  /** Goes on with a game of a PGN, for the side that is to move. */
  loadPgn() {
    this.changeGame(async () => {
      const json = await askGame();
      if (!json) return null;
      const { game, fen, result } = json;
      json.line.forEach((move) => { move.variations = []; });
      const side = sideToMove(json.line.at(-1)?.fen || fen);
      const ending = result === "*" ? null : { result, reason: "The game is over" };
      return [{ ...this.settings, game, fen, side, isLoaded: true }, { json, ending }];
    });
  }

  /** Plays on from a position, for the side that is to move. */
  async playFrom(game, fen) {
    await this.ready;
    this.isNew = false;
    this.changeGame(async () => [{ ...this.settings, game, fen, side: sideToMove(fen), isLoaded: true }]);
    await this.ready;
  }

  /** Begins the game that `choose` gives as arguments of `begin`, if any. */
  changeGame(choose) {
    const change = async () => {
      const chosen = await choose();
      if (!chosen) return;
      stopSearch();
      await this.begin(...chosen);
      this.store();
    };
    this.ready = change().catch((error) => toast(error.message));
  }

  /** Looks at an earlier move without taking anything back. */
  look(node) {
    this.tree.current = node;
    this.show();
  }

  flip() {
    this.flipped = !this.flipped;
    this.show();
  }

  step(delta) {
    this.look(stepFrom(this.tree, delta));
  }

  key(event) {
    const actions = {
      ...stepKeys((delta) => this.step(delta)), f: () => this.flip(),
      "/": () => this.input.focusField(), " ": () => this.hint(),
    };
    return actions[event.key];
  }

  tags() {
    const { side, strength } = this.settings;
    const engine = strengthText(strength);
    const names = side ? [engine, "Player"] : ["Player", engine];
    const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    return [["Event", "Game in the browser"], ["Date", date], ["Round", "-"], ["White", names[0]], ["Black", names[1]]];
  }

  analyzeGame() {
    this.tree.tags = this.tags();
    this.onAnalyze(this.tree);
  }

  reviewGame() {
    this.tree.tags = this.tags();
    this.onReview(this.tree);
  }

  async savePgn() {
    this.tree.tags = this.tags();
    const { text } = await post("pgn/write", this.tree.toJson());
    download("quietus.pgn", "application/x-chess-pgn", text);
  }

  store() {
    const { settings, ending, counted } = this;
    save("play", { settings, ending, counted, json: this.tree.toJson(), time: this.clock.left() });
    keepForPaint("first", settings.game === "chess" ? "board" : "nothing");
  }

  /** Names, material and clocks above and below the board. */
  sideNames() {
    const { side, strength, game } = this.settings;
    const name = (own) => (own === side ? "You" : strengthText(strength));
    const face = (own) => (own === side ? null : portrait(opponentOf(strength)));
    const order = this.flipped ? [0, 1] : [1, 0];
    const letters = [...GEOMETRIES[game].pieces(this.tree.current.fen).values()];
    order.forEach((own, index) => {
      this.strips[index].replaceChildren(
        h(`span.dot.${own ? "second" : "first"}.${game}`), face(own) || "", h("span.name", {}, name(own)),
        drawMaterial(game, letters, own), this.clock.faces[own]);
    });
  }

  statusText() {
    if (this.ending) return `${this.ending.reason}. ${this.ending.result}`;
    if (this.tree.current !== this.head) return "Looking back. Press → to return.";
    const check = this.head.about.check ? "Check! " : "";
    const { name = "Quietus" } = opponentOf(this.settings.strength) || {};
    return check + (this.isHumansTurn ? "Your move." : `${name} is thinking…`);
  }

  show() {
    const { tree, flipped, settings } = this;
    const node = tree.current;
    const about = node.about || {};
    const isLive = node === this.head;
    this.board.show({
      game: settings.game, fen: node.fen, flipped, last: node.uci, check: about.check,
      moves: isLive && this.isHumansTurn ? about.moves : [],
      premover: isLive && !this.ending && !this.isHumansTurn ? settings.side : null, premove: this.premove,
      arrows: isLive && this.hintArrow ? [this.hintArrow] : [],
    });
    this.sideNames();
    this.moveList.show(tree);
    this.input.showExample(settings.game);
    this.status.textContent = this.statusText();
    this.reviewButton.hidden = !this.ending;
    const { takeBack, hint, draw, resign } = this.buttons;
    takeBack.disabled = !this.head.parent;
    hint.disabled = !this.isHumansTurn;
    draw.disabled = !this.isHumansTurn;
    resign.disabled = Boolean(this.ending);
  }
}
