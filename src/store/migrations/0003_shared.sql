-- What pages have under way, for whichever process is asked. Times are milliseconds since 1970 (UTC).

-- Problems being solved by people.
CREATE TABLE solving_attempts (
    -- A name that nobody guesses.
    id TEXT {exact} NOT NULL PRIMARY KEY,
    -- u12: the user 12; g7: the guest 7; else an address.
    owner TEXT {exact} NOT NULL,
    -- Counted up by each change: of two at once the second is refused.
    version BIGINT NOT NULL DEFAULT 0,
    -- The game's record, JSON.
    record TEXT NOT NULL,
    -- What the solver has said of it, JSON.
    told TEXT NOT NULL,
    -- What it has brought the visitor, when it is over.
    points BIGINT,
    seen BIGINT NOT NULL
);
CREATE INDEX solving_attempts_by_seen ON solving_attempts (seen);
CREATE INDEX solving_attempts_by_owner ON solving_attempts (owner, seen);

-- Work for engines, done part by part by whoever takes it.
CREATE TABLE engine_jobs (
    id {id},
    -- 'analysis', 'contest', 'composing'
    kind TEXT NOT NULL,
    -- What it is called by: a game, or a name that nobody guesses.
    subject TEXT {exact} NOT NULL,
    -- As in solving_attempts.
    owner TEXT {exact} NOT NULL,
    -- What is to be done, JSON.
    body TEXT NOT NULL,
    parts BIGINT NOT NULL,
    -- So many parts have their results.
    done BIGINT NOT NULL DEFAULT 0,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'failed', 'cancelled')),
    -- The job that was worked at longest ago is taken first.
    due BIGINT NOT NULL,
    -- How often it was taken, and how often in a row without a result.
    taken BIGINT NOT NULL DEFAULT 0,
    lost BIGINT NOT NULL DEFAULT 0,
    worker TEXT,
    -- Until when that worker has it; after that any other may take it.
    leased_until BIGINT,
    -- How far the part in hand has come, JSON; empty: nothing yet.
    progress TEXT NOT NULL DEFAULT '',
    -- Why it has failed.
    fault TEXT NOT NULL DEFAULT '',
    created BIGINT NOT NULL,
    finished BIGINT,
    UNIQUE (kind, subject)
);
CREATE INDEX engine_jobs_to_take ON engine_jobs (due, id) WHERE state = 'open';
CREATE INDEX engine_jobs_by_owner ON engine_jobs (owner) WHERE state = 'open';
CREATE INDEX engine_jobs_finished ON engine_jobs (finished) WHERE state <> 'open';

CREATE TABLE engine_job_parts (
    job BIGINT NOT NULL REFERENCES engine_jobs (id) ON DELETE CASCADE,
    -- From 0.
    number BIGINT NOT NULL,
    -- JSON.
    result TEXT NOT NULL,
    PRIMARY KEY (job, number)
);
