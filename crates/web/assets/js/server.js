// What the server can do, asked once.

import { post } from "./api.js";

/** { name, threads, elo, opponents, tables, book, networks, watches, starts }; `elo` is the range of levels, if there are any. */
export const about = post("about", {});
// Whoever needs it hears of an error.
about.catch(() => {});
