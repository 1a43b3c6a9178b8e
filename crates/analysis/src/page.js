'use strict';
const moves = [...document.querySelectorAll('#moves button')];
const board = document.querySelector('#board svg');
// The first rectangle is the background, the others are the squares from a8 to h1.
const squares = [...board.querySelectorAll('rect')].slice(1);
const graph = document.querySelector('#graph');
let now = 0;
let flipped = false;

const place = square => squares[flipped ? 63 - square : square];

function addPiece(letter, square) {
  const piece = document.createElementNS(board.namespaceURI, 'use');
  piece.setAttribute('href', '#piece-' + letter);
  for (const name of ['x', 'y', 'width', 'height']) {
    piece.setAttribute(name, place(square).getAttribute(name));
  }
  board.append(piece);
}

function show(ply) {
  now = Math.max(0, Math.min(ply, moves.length - 1));
  const { board: placement, squares: marked, note } = moves[now].dataset;
  board.querySelectorAll('g, use').forEach(piece => piece.remove());
  let square = 0;
  for (const letter of placement.replaceAll('/', '')) {
    if (Number(letter)) {
      square += Number(letter);
    } else {
      addPiece(letter, square++);
    }
  }
  squares.forEach(rect => rect.classList.remove('last'));
  marked.split(' ').filter(Boolean).forEach(index => place(index).classList.add('last'));
  moves.forEach((move, index) => move.classList.toggle('now', index === now));
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
