-- Online play. Times are milliseconds since 1970 (UTC), truth values 0 and 1.

-- The server processes that share this database. One whose time is past is taken for dead, and others take
-- over its rooms.
CREATE TABLE processes (
    id TEXT {exact} NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL,
    -- How many pages are connected to it.
    sockets BIGINT NOT NULL DEFAULT 0
);

-- What one process does for all: the lobby.
CREATE TABLE duties (
    name TEXT {exact} NOT NULL PRIMARY KEY,
    owner TEXT {exact} NOT NULL
);

-- Who has come without an account.
CREATE TABLE visitors (
    id {id},
    -- SHA-256 of the token, in hexadecimal.
    token TEXT {exact} NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- The name as it is compared: two guests at a time would be taken for each other.
    folded TEXT {exact} NOT NULL UNIQUE,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE INDEX visitors_by_seen ON visitors (seen);

-- A game is what its events make of its start.
CREATE TABLE games (
    id TEXT {exact} NOT NULL PRIMARY KEY,
    variant TEXT NOT NULL,
    start TEXT NOT NULL,
    -- A JSON object.
    settings TEXT NOT NULL DEFAULT '{}',
    -- What people have agreed on: clock, times to wait; a JSON object.
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    rated BIGINT NOT NULL DEFAULT 0,
    visibility TEXT NOT NULL CHECK (visibility IN ('open', 'private')),
    state TEXT NOT NULL DEFAULT 'gathering'
        CHECK (state IN ('gathering', 'playing', 'over', 'aborted')),
    -- Who made it, as in game_seats.
    host TEXT NOT NULL,
    -- The process that has it in hand.
    owner TEXT {exact} NOT NULL,
    -- JSON list of seats, when it is over.
    winners TEXT,
    reason TEXT,
    ending TEXT,
    -- Whether the result is in the ratings.
    counted BIGINT NOT NULL DEFAULT 0,
    -- The rematch.
    next TEXT,
    created BIGINT NOT NULL,
    ended BIGINT
);
CREATE INDEX games_open ON games (owner) WHERE state IN ('gathering', 'playing');
CREATE INDEX games_by_state ON games (state, visibility, created);
CREATE INDEX games_uncounted ON games (id) WHERE state = 'over' AND counted = 0;

CREATE TABLE game_events (
    game TEXT {exact} NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    -- From 1.
    number BIGINT NOT NULL,
    -- JSON.
    event TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, number)
);

CREATE TABLE game_seats (
    game TEXT {exact} NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    -- u12: the user 12; g7: the guest 7; none for machines.
    who TEXT,
    name TEXT NOT NULL,
    -- A machine's level; none for people.
    level TEXT,
    user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    rating DOUBLE PRECISION,
    rating_after DOUBLE PRECISION,
    PRIMARY KEY (game, seat)
);
CREATE INDEX game_seats_by_user ON game_seats (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX game_seats_by_who ON game_seats (who) WHERE who IS NOT NULL;

-- How good a user is at a game.
CREATE TABLE game_ratings (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    variant TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    PRIMARY KEY (user_id, variant)
);
CREATE INDEX game_ratings_by_rating ON game_ratings (variant, rating DESC);

CREATE TABLE game_rating_history (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    variant TEXT NOT NULL,
    game TEXT {exact} NOT NULL,
    at BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, variant, at, game)
);

-- A picture chosen from the program's drawings.
CREATE TABLE profiles (
    user_id BIGINT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    picture TEXT NOT NULL
);

CREATE TABLE chat_messages (
    id {id},
    game TEXT {exact} NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    channel TEXT NOT NULL CHECK (channel IN ('players', 'spectators')),
    who TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX chat_messages_by_game ON chat_messages (game, id);

CREATE TABLE chat_reports (
    id {id},
    message BIGINT NOT NULL REFERENCES chat_messages (id) ON DELETE CASCADE,
    who TEXT NOT NULL,
    why TEXT NOT NULL,
    at BIGINT NOT NULL,
    UNIQUE (message, who)
);

-- Messages between processes that are too long for NOTIFY; they go after a minute.
CREATE TABLE bus_messages (
    id {id},
    body TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX bus_messages_by_time ON bus_messages (at);
