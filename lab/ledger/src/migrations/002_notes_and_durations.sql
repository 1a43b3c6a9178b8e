-- Remarks, on their own or about another entry.
CREATE TABLE notes (
    id INTEGER PRIMARY KEY REFERENCES entries (id),
    about INTEGER REFERENCES entries (id)
) STRICT;

ALTER TABLE matches ADD COLUMN seconds REAL;
ALTER TABLE suites ADD COLUMN seconds REAL;
