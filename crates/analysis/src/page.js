'use strict';
const moves = [...document.querySelectorAll('#moves button')];
const board = document.querySelector('#board svg');
// Ten ranks are numbered from 0 to 9.
const rows = moves[0].dataset.board.split('/').length;
const [columns, topRank] = rows === 10 ? [9, 9] : [8, 8];
const size = board.viewBox.baseVal.width / columns;
const graph = document.querySelector('#graph');
let now = 0;
let flipped = false;

function add(name, column, row, key, value) {
  const element = document.createElementNS(board.namespaceURI, name);
  const [x, y] = flipped ? [columns - 1 - column, rows - 1 - row] : [column, row];
  const attributes = { x: x * size, y: y * size, width: size, height: size, [key]: value };
  Object.entries(attributes).forEach(pair => element.setAttribute(...pair));
  board.append(element);
}

function addPieces(rank, row) {
  let column = 0;
  for (const letter of rank) {
    if (Number(letter)) {
      column += Number(letter);
    } else {
      add('use', column++, row, 'href', '#piece-' + letter);
    }
  }
}

function show(ply) {
  now = Math.max(0, Math.min(ply, moves.length - 1));
  const { board: placement, move, note } = moves[now].dataset;
  board.querySelectorAll('g, use, .last').forEach(element => element.remove());
  for (const [file, rank] of move.match(/[a-i]\d/g) ?? []) {
    add('rect', 'abcdefghi'.indexOf(file), topRank - rank, 'class', 'last');
  }
  placement.split('/').forEach(addPieces);
  moves.forEach((button, index) => button.classList.toggle('now', index === now));
  moves[now].scrollIntoView({ block: 'nearest' });
  document.querySelector('#note').textContent = note;
  graph.querySelector('i').style.left = 100 * now / Math.max(1, moves.length - 1) + '%';
}

function flip() {
  flipped = !flipped;
  show(now);
}

moves.forEach((move, index) => move.addEventListener('click', () => show(index)));
document.querySelector('#back').addEventListener('click', () => show(now - 1));
document.querySelector('#forward').addEventListener('click', () => show(now + 1));
document.querySelector('#flip').addEventListener('click', flip);
graph.addEventListener('click', event => {
  const box = graph.getBoundingClientRect();
  show(Math.round((event.clientX - box.left) / box.width * (moves.length - 1)));
});
document.addEventListener('keydown', event => {
  const steps = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: moves.length };
  if (event.key in steps) {
    event.preventDefault();
    show(steps[event.key]);
  } else if (event.key === 'f') {
    flip();
  }
});
show(0);
