// Says what happens to those who do not see it.

/** Has a screen reader say a text. */
export function announce(text) {
  const live = document.getElementById("live");
  // The same text twice is news, too.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}
