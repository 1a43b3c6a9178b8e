-- Everything is an entry; what it is, is in the table of its kind under the same id.
CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;
CREATE INDEX entries_by_name ON entries (kind, name);

CREATE TABLE engines (
    id INTEGER PRIMARY KEY REFERENCES entries (id),
    version TEXT,
    hash TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    bench INTEGER
) STRICT;

CREATE TABLE nets (
    id INTEGER PRIMARY KEY REFERENCES entries (id),
    hash TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    parent TEXT,
    card TEXT NOT NULL
) STRICT;

CREATE TABLE datasets (
    id INTEGER PRIMARY KEY REFERENCES entries (id),
    hash TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    games INTEGER,
    positions INTEGER,
    settings TEXT NOT NULL
) STRICT;

CREATE TABLE matches (
    id INTEGER PRIMARY KEY REFERENCES entries (id),
    settings TEXT NOT NULL,
    llr REAL,
    verdict TEXT
) STRICT;

CREATE TABLE match_players (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    engine_id INTEGER REFERENCES engines (id),
    PRIMARY KEY (match_id, place)
) STRICT;

-- `cells` is the truth, as a JSON list: nine counts of pairs (loss, draw, win with White times the
-- same with Black), three of single games with White, three with Black. The other figures follow
-- from it; they are here to be asked for in SQL.
CREATE TABLE pairings (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    place INTEGER NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    cells TEXT NOT NULL,
    colors_guessed INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    pairs_ll INTEGER NOT NULL,
    pairs_ld INTEGER NOT NULL,
    pairs_middle INTEGER NOT NULL,
    pairs_wd INTEGER NOT NULL,
    pairs_ww INTEGER NOT NULL,
    elo REAL,
    elo_error REAL,
    PRIMARY KEY (match_id, place)
) STRICT;

CREATE TABLE suites (
    id INTEGER PRIMARY KEY REFERENCES entries (id),
    hash TEXT,
    player TEXT NOT NULL,
    engine_id INTEGER REFERENCES engines (id),
    settings TEXT NOT NULL,
    positions INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    points REAL NOT NULL,
    max_points REAL NOT NULL
) STRICT;

CREATE TABLE suite_themes (
    suite_id INTEGER NOT NULL REFERENCES suites (id),
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    positions INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    points REAL NOT NULL,
    max_points REAL NOT NULL,
    PRIMARY KEY (suite_id, place)
) STRICT;

CREATE TABLE ratings (
    id INTEGER PRIMARY KEY REFERENCES entries (id),
    settings TEXT NOT NULL,
    white_advantage REAL NOT NULL,
    draw_rate REAL NOT NULL
) STRICT;

CREATE TABLE rating_rows (
    rating_id INTEGER NOT NULL REFERENCES ratings (id),
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    elo REAL NOT NULL,
    error REAL,
    games INTEGER NOT NULL,
    score REAL NOT NULL,
    PRIMARY KEY (rating_id, place)
) STRICT;
