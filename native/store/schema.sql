-- Everything that Hoard keeps, version 4; README.md says what is promised about it.
-- Every table is STRICT: a value of another type than its column's, or out of its range, is damage, which the check of
-- the pages finds. The ranges are wide: sums of such numbers can be shown.
-- Times are UTC, "2026-11-22T05:30:00Z"; lists and objects are JSON.

CREATE TABLE people (
    id TEXT PRIMARY KEY,        -- '' is the first person; 'guest' stands only in a guest's own tables
    name TEXT NOT NULL,
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 1e6),     -- in the list
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
    -- The number of its last save; another number: another program has saved it.
    written INTEGER NOT NULL CHECK (written BETWEEN 0 AND 1e15),
    date TEXT NOT NULL,         -- when it was written last; of one that counts, when it ended
    -- The result of a match that counts, from the view of the one person who played it; else NULL.
    seat INTEGER CHECK (seat BETWEEN 0 AND 9),
    seats TEXT,                 -- JSON
    against TEXT,               -- the other players, sorted and joined by "+"
    met INTEGER CHECK (met BETWEEN 0 AND 1e6),          -- the levels among them, as bits in the order of OPPONENTS
    level INTEGER CHECK (level BETWEEN -1 AND 99),      -- the level that tells whom to suggest next; -1: none
    share REAL CHECK (share BETWEEN 0 AND 1),           -- of the win: 1 won, 0 lost, between them shared
    scores TEXT,                -- JSON
    score REAL CHECK (abs(score) <= 1e9),
    margin REAL CHECK (abs(margin) <= 1e9),             -- the score minus the best other score
    moves INTEGER CHECK (moves BETWEEN 0 AND 1e6),
    seconds REAL CHECK (seconds BETWEEN 0 AND 1e9),
    assisted INTEGER CHECK (assisted IN (0, 1)),
    given INTEGER CHECK (given IN (0, 1)),              -- its opponents came with the deal of the day
    length TEXT,                -- 'short', 'long'; '': another, or unknown
    -- What was found out about it later.
    loss REAL CHECK (abs(loss) <= 1e9),                 -- mean value lost by a move
    accuracy REAL CHECK (accuracy BETWEEN 0 AND 100),
    loss_opening REAL CHECK (abs(loss_opening) <= 1e9),
    loss_middle REAL CHECK (abs(loss_middle) <= 1e9),
    loss_ending REAL CHECK (abs(loss_ending) <= 1e9),
    opening REAL CHECK (opening BETWEEN 0 AND 100),     -- the accuracy in each of the three
    middle REAL CHECK (middle BETWEEN 0 AND 100),
    ending REAL CHECK (ending BETWEEN 0 AND 100),
    slip REAL CHECK (abs(slip) <= 1e9),                 -- the total cost of each kind of error
    mistake REAL CHECK (abs(mistake) <= 1e9),
    blunder REAL CHECK (abs(blunder) <= 1e9),
    low REAL CHECK (abs(low) <= 1e9),                   -- the lowest value of the person's position
    par REAL CHECK (abs(par) <= 1e9),                   -- the mean of Dragon's scores in the person's seat
    marks TEXT,                 -- a sign for each of the person's moves
    graded INTEGER NOT NULL DEFAULT 0 CHECK (graded IN (0, 1)), -- 1: its moves are judged, or never can be
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
    cost REAL NOT NULL CHECK (abs(cost) <= 1e9),
    PRIMARY KEY (match, motif)
) STRICT, WITHOUT ROWID;

CREATE TABLE luck (             -- what a match came to beyond its deal and its play: share - deal * kept
    match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    deal REAL CHECK (deal BETWEEN 0 AND 1),     -- Dragon's mean share of the win with these cards in the person's seat
    tables INTEGER CHECK (tables BETWEEN 0 AND 1e6),    -- the matches that this is the mean of
    kept REAL CHECK (abs(kept) <= 1e9)  -- the part of it that the person's moves kept
) STRICT;

CREATE TABLE attempts (         -- tries at puzzles
    id INTEGER PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people,
    name TEXT NOT NULL,         -- the same on every machine
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    rating REAL CHECK (abs(rating) <= 1e9), -- of the puzzle, at that time
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
    helped INTEGER NOT NULL CHECK (helped IN (0, 1)),   -- 1: earned with help; earning it without is another row
    date TEXT NOT NULL,
    match TEXT NOT NULL,        -- its name; '': many matches earned it together
    fresh INTEGER NOT NULL CHECK (fresh IN (0, 1)),     -- not looked at yet
    PRIMARY KEY (person, treasure, helped)
) STRICT, WITHOUT ROWID;

CREATE TABLE duplicates (       -- duplicate matches against Dragon that are finished
    person TEXT NOT NULL REFERENCES people,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    net REAL NOT NULL CHECK (abs(net) <= 1e9),  -- points more than Dragon over all deals
    date TEXT NOT NULL,
    PRIMARY KEY (person, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE contests (         -- the duplicate match that is played now, or was last
    person TEXT PRIMARY KEY REFERENCES people,
    contest TEXT NOT NULL       -- JSON
) STRICT, WITHOUT ROWID;

INSERT INTO people VALUES ('', '', 0, NULL);
