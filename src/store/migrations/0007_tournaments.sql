-- Tournaments and classes. Times are milliseconds since 1970 (UTC), truth values 0 and 1.

CREATE TABLE tournaments (
    id TEXT {exact} NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('swiss', 'arena', 'exhibition')),
    name TEXT NOT NULL,
    variant TEXT NOT NULL,
    clock TEXT NOT NULL,
    rated BIGINT NOT NULL,
    -- Who made it, while there is one.
    host BIGINT REFERENCES users (id) ON DELETE SET NULL,
    -- Of a Swiss tournament.
    rounds BIGINT NOT NULL,
    -- Of an arena.
    minutes BIGINT NOT NULL,
    -- Seconds for the first move.
    first_move BIGINT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'running', 'over')),
    -- The round that is played; in an arena the number of pairings so far.
    round BIGINT NOT NULL DEFAULT 0,
    created BIGINT NOT NULL,
    began BIGINT,
    -- When an arena ends.
    ends BIGINT,
    -- When the next round is paired.
    next BIGINT,
    ended BIGINT
);
CREATE INDEX tournaments_by_state ON tournaments (state, created);
CREATE INDEX tournaments_by_host ON tournaments (host) WHERE host IS NOT NULL;

CREATE TABLE tournament_players (
    tournament TEXT {exact} NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    -- From 0; from the start on in the order of strength.
    place BIGINT NOT NULL,
    -- u12: the user 12; g7: the guest 7; none for machines.
    who TEXT {exact},
    name TEXT NOT NULL,
    -- A machine's level; none for people.
    level TEXT,
    user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    rating DOUBLE PRECISION,
    -- Whether the player is paired.
    is_in BIGINT NOT NULL DEFAULT 1,
    PRIMARY KEY (tournament, place),
    UNIQUE (tournament, who)
);
CREATE INDEX tournament_players_by_who ON tournament_players (who) WHERE who IS NOT NULL;
CREATE INDEX tournament_players_by_user ON tournament_players (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE tournament_games (
    tournament TEXT {exact} NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    round BIGINT NOT NULL,
    board BIGINT NOT NULL,
    white BIGINT NOT NULL,
    -- None for a bye.
    black BIGINT,
    -- The room; it has this name before it is there.
    game TEXT {exact},
    outcome TEXT CHECK (outcome IN ('white', 'black', 'draw')),
    -- When it was paired, and when it ended.
    at BIGINT NOT NULL,
    ended BIGINT,
    PRIMARY KEY (tournament, round, board)
);
CREATE UNIQUE INDEX tournament_games_by_game ON tournament_games (game) WHERE game IS NOT NULL;

CREATE TABLE classes (
    id TEXT {exact} NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    teacher BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created BIGINT NOT NULL
);
CREATE INDEX classes_by_teacher ON classes (teacher);

CREATE TABLE class_pupils (
    class TEXT {exact} NOT NULL REFERENCES classes (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the code by which the pupil sets a password, in hexadecimal; none when it is used up.
    code TEXT {exact} UNIQUE,
    code_until BIGINT,
    joined BIGINT NOT NULL,
    PRIMARY KEY (class, user_id)
);
CREATE INDEX class_pupils_by_user ON class_pupils (user_id);

CREATE TABLE class_tasks (
    class TEXT {exact} NOT NULL REFERENCES classes (id) ON DELETE CASCADE,
    problem_id BIGINT NOT NULL REFERENCES problems (id) ON DELETE CASCADE,
    due BIGINT NOT NULL,
    PRIMARY KEY (class, problem_id)
);
CREATE INDEX class_tasks_by_problem ON class_tasks (problem_id);
