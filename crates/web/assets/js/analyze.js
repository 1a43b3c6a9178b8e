// Analyze: the engine looks at whatever position is on the board.

import { announce } from "./announce.js";
import { post } from "./api.js";
import { Board } from "./board.js";
import { toast } from "./dialog.js";
import { button, choice, download, h } from "./dom.js";
import { askPosition } from "./editor.js";
import { EvalBar, WdlBar } from "./evalbar.js";
import { GEOMETRIES, TITLES, gameOfFen, splitMove } from "./geometry.js";
import { GameInfo } from "./gameinfo.js";
import { Graph } from "./graph.js";
import { Lines } from "./lines.js";
import { CommentField } from "./comment.js";
import { moveInput } from "./moveinput.js";
import { MoveList } from "./movelist.js";
import { askGame, chooseGame, onDrop } from "./pgnform.js";
import { scoreText, short } from "./score.js";
import { startSearch, stopSearch } from "./search.js";
import { about } from "./server.js";
import { stepButtons, stepFrom, stepKeys } from "./steps.js";
import { load, save } from "./store.js";
import { Tree } from "./tree.js";
import { Verdicts } from "./verdicts.js";

const DEFAULTS = { isOn: true, lines: 3, threads: 1, hash: 64, showsNetwork: false, showsThreat: false };
const numbers = (...values) => values.map((value) => [value, String(value)]);

export class Analyze {
  constructor({ onReview, onPlay }) {
    Object.assign(this, { onReview, onPlay });
    this.options = { ...DEFAULTS, ...load("analyze.options", {}) };
    this.flipped = false;
    this.board = new Board({ onMove: (uci) => this.play({ uci }).catch(({ message }) => toast(message)) });
    this.bar = new EvalBar();
    this.wdl = new WdlBar();
    this.lines = new Lines({ onPreview: (moves) => this.preview(moves), onPlay: (moves) => this.playLine(moves) });
    this.moveList = new MoveList({ onSelect: (node) => this.go(node) });
    this.graph = new Graph({ onSelect: (node) => this.go(node) });
    this.input = moveInput((typed) => this.play({ typed }));
    this.toggle = button("", () => this.toggleEngine(), { className: "switch", role: "switch", "aria-label": "Engine" });
    this.networkSwitch = button("What the network sees", () => this.toggleNetwork(), { className: "switch", role: "switch" });
    this.threatSwitch = button("Threat", () => this.toggleThreat(), { className: "switch", role: "switch" });
    this.threat = h("p.threat", { hidden: true });
    this.verdicts = new Verdicts({ onPlay: (uci) => this.play({ uci }) });
    this.comment = new CommentField({ onChange: () => this.commented() });
    this.info = new GameInfo();
    this.facts = h("span.facts");
    this.fen = h("input.fen", { "aria-label": "FEN", spellcheck: false, onchange: () => this.loadFen(this.fen.value) });
    this.element = h("section.mode", { "aria-label": "Analyze" }, this.boardColumn(), this.panel());
    onDrop(this.element, (text) => this.take(chooseGame(text).then((chosen) => chosen?.json)));
    this.ready = this.restore();
  }

  boardColumn() {
    return h("div.boardcolumn", {},
      h("div.withbar", {}, this.bar.element, this.board.element),
      h("div.row.steps", {},
        stepButtons((delta) => this.step(delta)),
        h("div.row", {}, this.threatSwitch, this.networkSwitch, this.board.pieceSwitch, button("Flip board", () => this.flip()))));
  }

  panel() {
    const set = (key) => (value) => this.setOption(key, Number(value));
    const threads = choice("Threads", numbers(1, 2, 4, 8, 16), this.options.threads, set("threads"));
    about.then(({ threads: cores }) => {
      for (const option of threads.querySelectorAll("option")) option.disabled = Number(option.value) > cores;
    }, () => {});
    const settings = h("details", {}, h("summary", {}, "Engine settings"),
      h("div.fields", {},
        choice("Lines", numbers(1, 2, 3, 4, 5), this.options.lines, set("lines")),
        threads,
        choice("Hash, MiB", numbers(16, 64, 256, 1024, 4096), this.options.hash, set("hash"))));
    return h("div.panel", {},
      h("div.card", {}, h("div.row.enginehead", {}, this.toggle, this.facts), this.wdl.element, this.lines.element, this.threat, this.verdicts.element, settings),
      h("div.card.grow", {}, this.info.element, this.graph.element, this.moveList.element, this.input, this.comment.element,
        h("div.row", {},
          button("Delete from here", () => this.remove(), { className: "quiet" }),
          button("Make main line", () => this.promote(), { className: "quiet" }))),
      h("div.card", {}, h("label.field.wide", {}, h("span", {}, "FEN"), this.fen),
        h("div.row", {},
          button("Load PGN", () => this.askPgn()), button("Save PGN", () => this.savePgn()),
          button("Review", () => this.onReview(this.tree)),
          button("Play from here", () => this.onPlay(this.tree.game, this.tree.current.fen)),
          button("Set up position", () => this.setUp()),
          Object.keys(TITLES).map((game) => button(`New ${game}`, () => this.open(game))))));
  }

  async restore() {
    const stored = load("analyze", null);
    try {
      if (stored) {
        this.tree = await Tree.restore(stored.json);
        this.tree.current = this.tree.nodeAt(stored.place);
      }
    } catch (error) {
      toast(`The stored game cannot be opened: ${error.message}`);
    }
    this.tree ??= await Tree.start("chess");
    await this.show();
  }

  enter() {
    this.isActive = true;
    if (this.tree) this.show();
  }

  leave() {
    this.isActive = false;
    stopSearch();
  }

  /** Analyzes a game of its own, from where it stands. */
  async load(tree) {
    await this.ready;
    this.tree = Tree.fromJson(tree.toJson());
    this.tree.current = this.tree.nodeAt(tree.placeOf());
    await this.show();
  }

  async open(game, fen = "") {
    this.tree = await Tree.start(game, fen);
    await this.show();
  }

  async setUp() {
    const { game, current } = this.tree;
    const fen = await askPosition(game, current.fen);
    if (fen) await this.open(game, fen);
  }

  async loadFen(fen) {
    try {
      await this.open(gameOfFen(fen), fen);
    } catch (error) {
      toast(error.message);
    }
  }

  async play(move) {
    const node = await this.tree.play(move);
    announce(node.san);
    await this.go(node);
  }

  async playLine(moves) {
    let node = this.tree.current;
    for (const uci of moves) node = await this.tree.play({ uci }, node);
    await this.go(node);
  }

  async go(node) {
    this.tree.current = node;
    await this.show();
  }

  step(delta) {
    this.go(stepFrom(this.tree, delta));
  }

  flip() {
    this.flipped = !this.flipped;
    this.show();
  }

  remove() {
    const { current } = this.tree;
    if (!current.parent) return;
    this.tree.remove(current);
    this.show();
  }

  promote() {
    this.tree.promote(this.tree.current);
    this.show();
  }

  setOption(key, value) {
    this.options[key] = value;
    save("analyze.options", this.options);
    this.search();
  }

  toggleEngine() {
    this.setOption("isOn", !this.options.isOn);
  }

  toggleNetwork() {
    this.options.showsNetwork = !this.options.showsNetwork;
    save("analyze.options", this.options);
    this.showNetwork();
  }

  toggleThreat() {
    this.setOption("showsThreat", !this.options.showsThreat);
  }

  /** A comment was written. */
  commented() {
    this.moveList.show(this.tree);
    this.store();
  }

  /** Writes on each piece what it adds to the network's value, if that is wanted. */
  async showNetwork() {
    const { showsNetwork } = this.options;
    this.networkSwitch.setAttribute("aria-checked", String(showsNetwork));
    const node = this.tree.current;
    if (showsNetwork) node.network ??= await post("network", this.tree.line(node));
    if (this.tree.current !== node) return;
    this.board.show({ values: (showsNetwork && node.network?.pieces) || null });
  }

  /** Starts or stops the engine, as the switch says. */
  search() {
    const { isOn, threads, hash, showsThreat } = this.options;
    this.toggle.textContent = isOn ? "Engine on" : "Engine off";
    this.toggle.setAttribute("aria-checked", String(isOn));
    this.threatSwitch.setAttribute("aria-checked", String(showsThreat));
    const node = this.tree.current;
    const threat = showsThreat && !node.about?.check;
    const lines = threat ? 1 : this.options.lines;
    this.showInfo(node, node.info);
    if (!isOn || !this.isActive || node.about?.over) {
      stopSearch();
      return;
    }
    startSearch({
      line: this.tree.line(node), threat, engine: { lines, threads, hash },
      onInfo: (info) => {
        if (threat) [node.threat] = info.lines;
        // What was found before goes deeper than the first lines of a new search.
        else if (node.info?.lines.length >= lines && node.info.depth > info.depth) return;
        else this.found(node, info);
        if (this.tree.current === node) this.showInfo(node, node.info);
      },
      onError: (error) => toast(error.message),
    });
  }

  found(node, info) {
    node.info = info;
    [node.score] = info.lines;
  }

  showInfo(node, info) {
    const best = info?.lines[0];
    this.bar.show(best || node.score, this.flipped);
    this.wdl.show(best?.wdl, GEOMETRIES[this.tree.game].sides);
    this.facts.textContent = info ? `depth ${info.depth} · ${short(info.nps)} nps · ${short(info.nodes)} nodes` : "";
    if (!this.lines.element.matches(":hover")) this.lines.show(info?.lines || [], node.fen);
    this.graph.show(this.tree.lineThrough(), node);
    this.showThreat(node);
    if (!this.isPreviewing) this.board.show({ arrows: this.arrows(node) });
  }

  /** The line that the other side would play, in words. */
  showThreat({ threat }) {
    this.threat.hidden = !threat || !this.options.showsThreat;
    if (threat) this.threat.textContent = `Threat ${scoreText(threat)}: ${threat.san.slice(0, 6).join(" ")}`;
  }

  arrows({ info, threat }) {
    if (!this.options.isOn) return [];
    if (this.options.showsThreat) return threat ? [{ ...splitMove(threat.uci[0]), kind: "threat", width: 20 }] : [];
    if (!info) return [];
    const arrows = info.lines.map(({ uci: [uci] }, index) => ({
      ...splitMove(uci), kind: index ? "other" : "best", width: Math.max(8, 22 - 5 * index),
      label: info.lines.length > 1 ? String(index + 1) : "",
    }));
    return arrows.reverse();
  }

  /** Shows the position after some moves, without going there. */
  async preview(moves) {
    const node = this.tree.current;
    this.isPreviewing = Boolean(moves);
    if (!moves) {
      this.showBoard();
      this.showNetwork();
      return;
    }
    const line = this.tree.line(node);
    const about = await post("position", { ...line, moves: [...line.moves, ...moves] });
    if (!this.isPreviewing || this.tree.current !== node) return;
    this.board.show({ fen: about.fen, last: about.last[0], check: about.check, moves: [], arrows: [], values: null });
  }

  showBoard() {
    const { tree, flipped } = this;
    const node = tree.current;
    this.board.show({
      game: tree.game, fen: node.fen, flipped, last: node.uci, check: node.about?.check,
      moves: node.about?.moves || [], arrows: this.arrows(node),
    });
  }

  async show() {
    const { tree } = this;
    const node = tree.current;
    this.isPreviewing = false;
    const { networks } = await about;
    await tree.describe(node);
    if (this.tree !== tree || tree.current !== node) return;
    this.showBoard();
    this.info.show(tree);
    this.moveList.show(tree);
    this.input.showExample(tree.game);
    this.fen.value = node.fen;
    this.networkSwitch.hidden = !networks.includes(tree.game);
    this.search();
    this.showNetwork();
    this.comment.show(node);
    this.verdicts.show(tree, node).catch(() => {});
    this.store();
  }

  store() {
    save("analyze", { json: this.tree.toJson(), place: this.tree.placeOf() });
  }

  askPgn() {
    this.take(askGame());
  }

  /** Analyzes a game that is being read or chosen, if it comes to one. */
  async take(reading) {
    try {
      const game = await reading;
      if (!game) return;
      this.tree = Tree.fromJson(game);
      await this.show();
    } catch (error) {
      toast(error.message);
    }
  }

  async savePgn() {
    const { text } = await post("pgn/write", this.tree.toJson());
    download("quietus.pgn", "application/x-chess-pgn", text);
  }

  key(event) {
    const actions = {
      ...stepKeys((delta) => this.step(delta)), f: () => this.flip(), l: () => this.toggleEngine(), x: () => this.toggleThreat(),
      "/": () => this.input.focusField(), " ": () => this.playBest(),
    };
    return actions[event.key];
  }

  playBest() {
    const best = this.tree.current.info?.lines[0];
    if (best) this.play({ uci: best.uci[0] });
  }
}
