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

/** Stores something; without room it is only not remembered. */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Private windows and full disks.
  }
}
