-- Everything that Hoard keeps, version 3; README.md says what is promised about it.
-- Every table is STRICT: a value of another type than its column's is damage, which the check of the pages finds.
-- Times are UTC, "2026-11-22T05:30:00Z"; lists and objects are JSON.

CREATE TABLE people (
    id TEXT PRIMARY KEY,        -- '' is the first person; 'guest' stands only in a guest's own tables
    name TEXT NOT NULL,
    place INTEGER NOT NULL,     -- in the list
    gone TEXT                   -- when they were removed; their data stays
) STRICT, WITHOUT ROWID;

CREATE TABLE common (           -- of no single person. 'now': the id of whoever plays; 'log': see database.py
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    person TEXT NOT NULL REFERENCES people,
    key TEXT NOT NULL,
    part TEXT NOT NULL,         -- of a setting that has parts: an action, a game; else ''
    value TEXT NOT NULL,        -- JSON
    PRIMARY KEY (person, key, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE records (          -- of matches, in a table of their own: pages read many matches but few records
    id INTEGER PRIMARY KEY,
    record TEXT NOT NULL        -- JSON, see ../RECORDS.md
) STRICT;

CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people,
    name TEXT NOT NULL,         -- the same on every machine: game, time, seed, four random characters
    game TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'finished')),
    record INTEGER REFERENCES records,  -- NULL: only the result is known
    written INTEGER NOT NULL,   -- the number of the last save of it; another number: another program has saved it
    date TEXT NOT NULL,         -- when it was written last; of one that counts, when it ended
    -- The result of a match that counts, from the view of the one person who played it; else NULL.
    seat INTEGER,
    seats TEXT,                 -- JSON
    against TEXT,               -- the other players, sorted and joined by "+"
    met INTEGER,                -- the levels among them, as bits in the order of OPPONENTS
    level INTEGER,              -- the level that tells whom to suggest next; -1: none
    share REAL,                 -- of the win: 1 won, 0 lost, between them shared
    scores TEXT,                -- JSON
    score REAL,
    margin REAL,                -- the score minus the best other score
    moves INTEGER,
    seconds REAL,
    assisted INTEGER,
    given INTEGER,              -- its opponents came with the deal of the day
    length TEXT,                -- 'short', 'long'; '': another, or unknown
    -- What was found out about it later.
    loss REAL,                  -- mean value lost by a move
    accuracy REAL,              -- 0 to 100
    loss_opening REAL, loss_middle REAL, loss_ending REAL,
    opening REAL, middle REAL, ending REAL,     -- the accuracy in each of the three
    slip REAL, mistake REAL, blunder REAL,      -- the total cost of each kind of error
    low REAL,                   -- the lowest value of the person's position
    par REAL,                   -- the mean of Dragon's scores in the person's seat
    marks TEXT,                 -- a sign for each of the person's moves
    graded INTEGER NOT NULL DEFAULT 0,  -- 1: its moves are judged, or never can be
    UNIQUE (person, name)
) STRICT;
CREATE INDEX matches_written ON matches (person, state, written, game, record);
CREATE INDEX matches_dated ON matches (person, date, id, share, assisted, met, seconds, length) WHERE share IS NOT NULL;
CREATE INDEX matches_of_game ON matches (   -- covering: totals are computed from it alone
    person, game, date, id, share, assisted, met, seconds, length, score, margin, accuracy, loss, low,
    opening, middle, ending, slip, mistake, blunder
) WHERE share IS NOT NULL;
CREATE INDEX matches_ungraded ON matches (person, id) WHERE graded = 0 AND share IS NOT NULL;
CREATE INDEX matches_record ON matches (record);

CREATE TABLE motifs (           -- what mistakes cost, by the motif of their reason
    match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    motif TEXT NOT NULL,
    cost REAL NOT NULL,
    PRIMARY KEY (match, motif)
) STRICT, WITHOUT ROWID;

CREATE TABLE luck (             -- what a match came to beyond its deal and its play: share - deal * kept
    match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    deal REAL,                  -- Dragon's mean share of the win with these cards in the person's seat
    tables INTEGER,             -- the matches that this is the mean of
    kept REAL                   -- the part of it that the person's moves kept
) STRICT;

CREATE TABLE attempts (         -- tries at puzzles
    id INTEGER PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people,
    name TEXT NOT NULL,         -- the same on every machine
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    solved INTEGER NOT NULL,
    rating REAL,                -- of the puzzle, at that time
    date TEXT NOT NULL,
    UNIQUE (person, name)
) STRICT;
CREATE INDEX attempts_dated ON attempts (person, game, date, id, solved);
CREATE INDEX attempts_of_puzzle ON attempts (person, game, puzzle, date, id, solved, rating);

CREATE TABLE puzzles (          -- found on this machine
    id INTEGER PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people,
    game TEXT NOT NULL,
    name TEXT NOT NULL,         -- computed from the position and the task
    puzzle TEXT NOT NULL,       -- JSON, as `mine` prints it
    UNIQUE (person, game, name)
) STRICT;

CREATE TABLE lessons (          -- steps and courses that are done
    person TEXT NOT NULL REFERENCES people,
    lesson TEXT NOT NULL,
    date TEXT NOT NULL,
    PRIMARY KEY (person, lesson)
) STRICT, WITHOUT ROWID;

CREATE TABLE dailies (          -- first tries at deals of the day
    person TEXT NOT NULL REFERENCES people,
    day TEXT NOT NULL,
    game TEXT NOT NULL,
    match TEXT NOT NULL,        -- its name
    date TEXT NOT NULL,
    PRIMARY KEY (person, day, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE treasures (
    person TEXT NOT NULL REFERENCES people,
    treasure TEXT NOT NULL,
    helped INTEGER NOT NULL,    -- 1: earned with help; earning it without is another row
    date TEXT NOT NULL,
    match TEXT NOT NULL,        -- its name; '': many matches earned it together
    fresh INTEGER NOT NULL,     -- not looked at yet
    PRIMARY KEY (person, treasure, helped)
) STRICT, WITHOUT ROWID;

CREATE TABLE duplicates (       -- duplicate matches against Dragon that are finished
    person TEXT NOT NULL REFERENCES people,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    net REAL NOT NULL,          -- points more than Dragon over all deals
    date TEXT NOT NULL,
    PRIMARY KEY (person, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE contests (         -- the duplicate match that is played now, or was last
    person TEXT PRIMARY KEY REFERENCES people,
    contest TEXT NOT NULL       -- JSON
) STRICT, WITHOUT ROWID;

INSERT INTO people VALUES ('', '', 0, NULL);
