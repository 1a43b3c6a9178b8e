// Runs before the first paint: the chosen theme, and how much of the first board is what will be shown.
// The script of the page comes after that paint.

try {
  const root = document.documentElement;
  const stored = (name) => localStorage.getItem(`quietus.${name}`) || "";
  if (stored("theme")) root.dataset.theme = JSON.parse(stored("theme"));
  const game = stored("play");
  const isBoard = !/^#(analyze|review|watch)/.test(location.hash) && !game.includes('"game":"xiangqi"');
  root.dataset.first = isBoard ? (game ? "board" : "position") : "nothing";
} catch {
  // Without a store, all is as it was first.
}

{
  const start = () => import("/quietus.js");
  new PerformanceObserver(start).observe({ type: "paint", buffered: true });
  // A page in the background is not painted.
  setTimeout(start, document.hidden ? 0 : 250);
}
