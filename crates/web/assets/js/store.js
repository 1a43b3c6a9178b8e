// What outlives a reload, kept by the browser.

const PREFIX = "quietus.";

/** What was stored under a name, or a default. */
export function load(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Keeps a word for the first paint of the next load. It is a cookie, which the server puts into the page: a new
 * process would have to wait for the store.
 */
export function keepForPaint(name, word) {
  document.cookie = `${PREFIX}${name}=${word}; max-age=31536000; samesite=strict`;
}

/** Stores something; without room it is only not remembered. */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Private windows and full disks.
  }
}
