-- The problem collection. Times are milliseconds since 1970 (UTC), truth values 0 and 1.
-- {id}: a key that the database counts up and never gives twice. {exact}: text compared byte by byte.

CREATE TABLE users (
    id {id},
    kind TEXT NOT NULL CHECK (kind IN ('person', 'machine')),
    name TEXT NOT NULL,
    -- The name as it is compared: two users with one of these would be taken for each other.
    folded TEXT {exact} NOT NULL UNIQUE,
    -- PHC string; none for machines, which nobody logs in as.
    password TEXT,
    created BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL DEFAULT 1500,
    deviation DOUBLE PRECISION NOT NULL DEFAULT 350,
    volatility DOUBLE PRECISION NOT NULL DEFAULT 0.06,
    points BIGINT NOT NULL DEFAULT 0,
    games BIGINT NOT NULL DEFAULT 0,
    wins BIGINT NOT NULL DEFAULT 0,
    streak BIGINT NOT NULL DEFAULT 0,
    best_streak BIGINT NOT NULL DEFAULT 0
);
-- The ranking.
CREATE INDEX users_by_points ON users (points DESC, rating DESC, folded) WHERE games > 0;

CREATE TABLE sessions (
    -- SHA-256 of the token, in hexadecimal: who reads the database cannot log in with it.
    token TEXT {exact} NOT NULL PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires);

CREATE TABLE problems (
    id {id},
    -- Whose it is: nobody's if its owner has gone, or if it came with the program.
    owner_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    template BIGINT NOT NULL DEFAULT 0,
    fen TEXT NOT NULL,
    -- The same for positions that are one problem: see problems/twin.rs.
    twin TEXT {exact} NOT NULL,
    attacker TEXT NOT NULL CHECK (attacker IN ('white', 'black')),
    stipulation TEXT NOT NULL,
    moves BIGINT NOT NULL,
    -- Men on the board, kings included.
    pieces BIGINT NOT NULL,
    author TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL DEFAULT '',
    source TEXT NOT NULL DEFAULT '',
    -- What other programs' files said beyond that, as a JSON object.
    extra TEXT NOT NULL DEFAULT '{}',
    state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'verified', 'refuted')),
    -- Counts the changes of what the verdict is about: a verdict belongs to one revision.
    revision BIGINT NOT NULL DEFAULT 1,
    least BIGINT,
    -- A JSON list: [{"move": "a1a6", "san": "Ra6", "mate_in": 2}, …]
    keys TEXT NOT NULL DEFAULT '[]',
    unique_key BIGINT NOT NULL DEFAULT 0,
    certificate_hash TEXT,
    nodes BIGINT,
    -- 0 (trivial) to 100, and in fifths 1 to 5; 0 while unknown.
    difficulty DOUBLE PRECISION NOT NULL DEFAULT 0,
    band BIGINT NOT NULL DEFAULT 0,
    rating DOUBLE PRECISION NOT NULL DEFAULT 1500,
    deviation DOUBLE PRECISION NOT NULL DEFAULT 350,
    volatility DOUBLE PRECISION NOT NULL DEFAULT 0.06,
    played BIGINT NOT NULL DEFAULT 0,
    solved BIGINT NOT NULL DEFAULT 0,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    -- The words of problem_words as one text, an author's after a slash, others after a space.
    words TEXT {exact} NOT NULL DEFAULT ''
);
CREATE INDEX problems_by_owner ON problems (owner_id, id);
CREATE INDEX problems_by_twin ON problems (twin);
-- What came with the program is there once, whoever opens the database first.
CREATE UNIQUE INDEX problems_templates ON problems (twin) WHERE template = 1;
CREATE INDEX problems_by_template ON problems (template, id);
CREATE INDEX problems_by_state ON problems (state, id);
-- For each order that a list may have: it is read in this order where many problems fit.
CREATE INDEX problems_by_moves ON problems (moves, id);
CREATE INDEX problems_by_difficulty ON problems (difficulty, id);
CREATE INDEX problems_by_pieces ON problems (pieces, id);
CREATE INDEX problems_by_played ON problems (played, id);
CREATE INDEX problems_by_changed ON problems (changed, id);
CREATE INDEX problems_by_band ON problems (band, id);
-- All that lists ask and go by: they read this instead of the table, where few problems fit.
CREATE INDEX problems_listed ON problems (moves, band, state, attacker, unique_key, template, pieces,
    played, difficulty, changed, owner_id, id);

CREATE TABLE problem_tags (
    problem_id BIGINT NOT NULL REFERENCES problems (id) ON DELETE CASCADE,
    folded TEXT {exact} NOT NULL,
    tag TEXT NOT NULL,
    -- In the order they were given.
    place BIGINT NOT NULL,
    PRIMARY KEY (folded, problem_id)
);
CREATE INDEX problem_tags_by_problem ON problem_tags (problem_id, folded);

-- The words of title, author, source and tags, folded, for the search by text: those that few problems
-- have are found here, for those that many have each problem is asked (problems.words).
CREATE TABLE problem_words (
    word TEXT {exact} NOT NULL,
    -- Whether it is a word of the author.
    author BIGINT NOT NULL,
    problem_id BIGINT NOT NULL REFERENCES problems (id) ON DELETE CASCADE,
    PRIMARY KEY (word, problem_id, author)
);
CREATE INDEX problem_words_by_problem ON problem_words (problem_id, word, author);

-- The solver's proofs, as far as they are small enough to keep.
CREATE TABLE certificates (
    problem_id BIGINT NOT NULL PRIMARY KEY REFERENCES problems (id) ON DELETE CASCADE,
    revision BIGINT NOT NULL,
    proof TEXT NOT NULL
);

CREATE TABLE jobs (
    id {id},
    kind TEXT NOT NULL,
    problem_id BIGINT NOT NULL REFERENCES problems (id) ON DELETE CASCADE,
    revision BIGINT NOT NULL,
    requested_by BIGINT REFERENCES users (id) ON DELETE SET NULL,
    state TEXT NOT NULL DEFAULT 'waiting'
        CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
    priority BIGINT NOT NULL DEFAULT 0,
    attempts BIGINT NOT NULL DEFAULT 0,
    most_attempts BIGINT NOT NULL DEFAULT 5,
    -- Not before.
    due BIGINT NOT NULL,
    -- The most time that it may take; none: as long as it takes.
    time_ms BIGINT,
    worker TEXT,
    -- Until when the worker has it; after that any other may take it.
    leased_until BIGINT,
    -- JSON: how far it has come, and why it ended without a result; empty: nothing yet.
    progress TEXT NOT NULL DEFAULT '',
    fault TEXT NOT NULL DEFAULT '',
    created BIGINT NOT NULL,
    finished BIGINT
);
-- One job at a time for a kind of work on a problem as it stands.
CREATE UNIQUE INDEX jobs_open ON jobs (kind, problem_id, revision) WHERE state IN ('waiting', 'running');
CREATE INDEX jobs_to_take ON jobs (state, priority DESC, due, id);
CREATE INDEX jobs_by_problem ON jobs (problem_id);

-- Every verdict that was given, one for each revision of a problem.
CREATE TABLE verifications (
    problem_id BIGINT NOT NULL REFERENCES problems (id) ON DELETE CASCADE,
    revision BIGINT NOT NULL,
    job_id BIGINT,
    worker TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL,
    nodes BIGINT NOT NULL,
    time_ms BIGINT NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (problem_id, revision)
);

-- Games over problems. A seat without a user was that of one who has gone.
CREATE TABLE plays (
    id {id},
    -- The game's own name, where it has one: one of a name is counted once.
    duel TEXT {exact} UNIQUE,
    problem_id BIGINT NOT NULL REFERENCES problems (id) ON DELETE CASCADE,
    moves BIGINT NOT NULL,
    band BIGINT NOT NULL,
    attacker_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    defender_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    -- 'mate', 'held' (no mate in time), 'resigned', 'time', 'abandoned'
    result TEXT NOT NULL,
    winner TEXT NOT NULL CHECK (winner IN ('attacker', 'defender')),
    plies BIGINT NOT NULL,
    hints BIGINT NOT NULL DEFAULT 0,
    attacker_ms BIGINT NOT NULL,
    defender_ms BIGINT NOT NULL,
    attacker_points BIGINT NOT NULL,
    defender_points BIGINT NOT NULL,
    -- Which match it belongs to, if it was one of k problems.
    match_name TEXT,
    -- The room's record: the game, its clocks and players.
    record TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX plays_by_problem ON plays (problem_id, id);
CREATE INDEX plays_by_attacker ON plays (attacker_id, problem_id);
CREATE INDEX plays_by_defender ON plays (defender_id, problem_id);
CREATE INDEX plays_by_moves ON plays (moves, band);

-- The machines that take part: the material alpha-beta, and the engine with the solver.
INSERT INTO users (kind, name, folded, created) VALUES ('machine', 'M1', 'm1', 0), ('machine', 'M2', 'm2', 0);
