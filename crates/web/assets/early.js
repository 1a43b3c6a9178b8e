// Runs before the first paint; the script of the page comes after it. What was kept for that paint, the theme
// and whether the first board is the one that will be shown, came with the page.

if (/^#(analyze|review|watch)/.test(location.hash)) document.documentElement.dataset.first = "nothing";

{
  const start = () => import("/quietus.js");
  new PerformanceObserver(start).observe({ type: "paint", buffered: true });
  // A page in the background is not painted.
  setTimeout(start, document.hidden ? 0 : 250);
}
