-- Puzzles of the site, and moderation. Times are milliseconds since 1970 (UTC), truth values 0 and 1; who: u12 is the user
-- 12, g7 the guest 7.

CREATE TABLE puzzles (
    id {id},
    -- The same for what is one puzzle: the position with its first move, or the twin key of a problem.
    key TEXT {exact} NOT NULL UNIQUE,
    source TEXT NOT NULL CHECK (source IN ('file', 'problem', 'mistake')),
    fen TEXT NOT NULL,
    -- The line in UCI's form, the opponent's move first; of a problem: empty.
    moves TEXT NOT NULL,
    -- Of a problem: the number of moves to mate in.
    mate BIGINT,
    -- Words with blanks between them.
    themes TEXT NOT NULL DEFAULT '',
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    -- First attempts for the rating.
    played BIGINT NOT NULL DEFAULT 0,
    solved BIGINT NOT NULL DEFAULT 0,
    -- Whose mistake it is, who alone gets it.
    owner TEXT {exact},
    -- Who has made it, and does not get it.
    maker TEXT {exact} NOT NULL DEFAULT '',
    -- Its name in the file, the number of the problem, or the game.
    origin TEXT NOT NULL DEFAULT '',
    -- By chance: the order in which puzzles are chosen.
    lot BIGINT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX puzzles_by_lot ON puzzles (lot) WHERE owner IS NULL;

CREATE TABLE puzzle_themes (
    theme TEXT {exact} NOT NULL,
    lot BIGINT NOT NULL,
    puzzle BIGINT NOT NULL REFERENCES puzzles (id) ON DELETE CASCADE,
    PRIMARY KEY (theme, lot, puzzle)
);

CREATE TABLE puzzle_ratings (
    who TEXT {exact} NOT NULL PRIMARY KEY,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    played BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    streak BIGINT NOT NULL,
    best_streak BIGINT NOT NULL
);

-- Somebody and a puzzle: the first attempt, which alone may count for the rating, and when it is posed again.
CREATE TABLE puzzle_tries (
    who TEXT {exact} NOT NULL,
    puzzle BIGINT NOT NULL REFERENCES puzzles (id) ON DELETE CASCADE,
    -- Whether the first attempt counts.
    rated BIGINT NOT NULL,
    -- The attempt under way: whether there is one, its moves, and a count of its changes.
    open BIGINT NOT NULL,
    line TEXT NOT NULL DEFAULT '',
    version BIGINT NOT NULL DEFAULT 0,
    begun BIGINT NOT NULL,
    -- Result of the first attempt, and the rating after it.
    solved BIGINT,
    ended BIGINT,
    rating DOUBLE PRECISION,
    deviation DOUBLE PRECISION,
    gained DOUBLE PRECISION,
    -- The card of the schedule (FSRS), JSON, and when it is due; none if it is not posed again.
    card TEXT,
    due BIGINT,
    PRIMARY KEY (who, puzzle)
);
-- Nobody has two at once that count: none is skipped for an easier one.
CREATE UNIQUE INDEX puzzle_tries_open ON puzzle_tries (who) WHERE rated = 1 AND solved IS NULL;
CREATE INDEX puzzle_tries_due ON puzzle_tries (who, due) WHERE due IS NOT NULL;
CREATE INDEX puzzle_tries_ended ON puzzle_tries (who, ended) WHERE rated = 1;

-- Finished games whose analysis has been looked through for somebody's mistakes.
CREATE TABLE puzzle_games (
    game TEXT {exact} NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    who TEXT {exact} NOT NULL,
    PRIMARY KEY (game, who)
);

-- Users who may moderate.
CREATE TABLE administrators (
    user_id BIGINT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    since BIGINT NOT NULL
);

CREATE TABLE bans (
    id {id},
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    why TEXT NOT NULL,
    begun BIGINT NOT NULL,
    -- None: for good.
    until BIGINT,
    -- When it was taken back.
    lifted BIGINT
);
CREATE INDEX bans_by_user ON bans (user_id) WHERE lifted IS NULL;

-- What people report: somebody's profile, a game, a line of chat.
CREATE TABLE reports (
    id {id},
    subject TEXT NOT NULL CHECK (subject IN ('profile', 'game', 'chat')),
    -- The same for what one reports once.
    about TEXT {exact} NOT NULL,
    -- The name that is reported, the game if there is one, and what was said.
    name TEXT NOT NULL,
    game TEXT,
    said TEXT NOT NULL DEFAULT '',
    -- Who reports.
    who TEXT {exact} NOT NULL,
    by_name TEXT NOT NULL,
    why TEXT NOT NULL,
    at BIGINT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'dismissed')),
    answer TEXT NOT NULL DEFAULT '',
    closed BIGINT,
    UNIQUE (subject, about, who)
);
CREATE INDEX reports_by_state ON reports (state, id);

INSERT INTO reports (subject, about, name, game, said, who, by_name, why, at)
SELECT 'chat', CAST(m.id AS TEXT), m.name, m.game, m.text, r.who, r.who, r.why, r.at
FROM chat_reports r JOIN chat_messages m ON m.id = r.message ORDER BY r.id;
DROP TABLE chat_reports;

-- Links by which a user chooses another password, once.
CREATE TABLE password_resets (
    -- SHA-256 of the token, in hexadecimal.
    token TEXT {exact} NOT NULL PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    until BIGINT NOT NULL,
    used BIGINT
);

CREATE TABLE moderation_log (
    id {id},
    at BIGINT NOT NULL,
    -- Name of the administrator; empty for the command line.
    by_name TEXT NOT NULL,
    what TEXT NOT NULL,
    about TEXT NOT NULL,
    why TEXT NOT NULL
);

-- Who may speak in a room, and words that are not said there.
CREATE TABLE chat_rules (
    game TEXT {exact} NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    speakers TEXT NOT NULL CHECK (speakers IN ('all', 'players', 'nobody')),
    words TEXT NOT NULL
);
