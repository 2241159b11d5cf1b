-- One queue: the jobs of engine_jobs move to jobs, with their parts. Jobs in workers' hands stay there until
-- their leases are over.

DROP INDEX jobs_open;
DROP INDEX jobs_to_take;
DROP INDEX jobs_by_problem;

-- Of a job that is not about a problem: none. SQLite cannot take NOT NULL away from a column.
ALTER TABLE jobs RENAME COLUMN problem_id TO former_problem;
ALTER TABLE jobs ADD COLUMN problem_id BIGINT REFERENCES problems (id) ON DELETE CASCADE;
UPDATE jobs SET problem_id = former_problem;
ALTER TABLE jobs DROP COLUMN former_problem;

-- Name of a job of the site: a game, or a name that nobody guesses.
ALTER TABLE jobs ADD COLUMN subject TEXT {exact};
-- Users take turns by this: u12: the user 12; g7: the guest 7; else an address, or empty.
ALTER TABLE jobs ADD COLUMN owner TEXT {exact} NOT NULL DEFAULT '';
-- Work of the site to be done, JSON.
ALTER TABLE jobs ADD COLUMN body TEXT NOT NULL DEFAULT '';
-- Number of parts, and of those that have their results. Attempts are counted for each part.
ALTER TABLE jobs ADD COLUMN parts BIGINT NOT NULL DEFAULT 1;
ALTER TABLE jobs ADD COLUMN done BIGINT NOT NULL DEFAULT 0;
-- Round in which the job is taken: each owner has one job of a kind in each.
ALTER TABLE jobs ADD COLUMN turn BIGINT NOT NULL DEFAULT 0;

UPDATE jobs SET owner = 'u' || requested_by WHERE requested_by IS NOT NULL;

INSERT INTO jobs (kind, revision, subject, owner, body, parts, done, state, attempts, due, worker,
    leased_until, progress, fault, created, finished)
SELECT kind, 0, subject, owner, body, parts, done,
    CASE WHEN state <> 'open' THEN state WHEN leased_until IS NULL THEN 'waiting' ELSE 'running' END,
    CASE WHEN state = 'open' AND leased_until IS NOT NULL THEN lost + 1 ELSE lost END,
    due, worker, leased_until, progress,
    CASE WHEN fault = '' THEN '' ELSE '{"why":"failed","error":"'
        || replace(replace(replace(fault, '\', '\\'), '"', '\"'), '
', '\n') || '"}' END,
    created, finished
FROM engine_jobs ORDER BY due, id;

CREATE TABLE job_parts (
    job BIGINT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    -- From 0.
    number BIGINT NOT NULL,
    -- JSON.
    result TEXT NOT NULL,
    PRIMARY KEY (job, number)
);
INSERT INTO job_parts (job, number, result)
SELECT j.id, p.number, p.result FROM engine_job_parts p
JOIN engine_jobs e ON e.id = p.job JOIN jobs j ON j.kind = e.kind AND j.subject = e.subject;
DROP TABLE engine_job_parts;
DROP TABLE engine_jobs;

UPDATE jobs SET turn = r.turn FROM (
    SELECT id AS job, row_number() OVER (PARTITION BY owner, kind, priority ORDER BY due, id) AS turn
    FROM jobs WHERE state = 'waiting'
) AS r WHERE r.job = jobs.id;
-- When a running job may be taken by others: some time after its lease.
UPDATE jobs SET due = leased_until + 1000 * (attempts - 1) * (attempts - 1) WHERE state = 'running';

-- One job at a time for a kind of work on a problem as it stands, or of a name.
CREATE UNIQUE INDEX jobs_open ON jobs (kind, problem_id, revision) WHERE state IN ('waiting', 'running');
CREATE UNIQUE INDEX jobs_by_subject ON jobs (kind, subject);
CREATE INDEX jobs_to_take ON jobs (state, priority DESC, turn, id);
CREATE INDEX jobs_by_owner ON jobs (owner, kind, state, priority, turn);
CREATE INDEX jobs_by_problem ON jobs (problem_id);
CREATE INDEX jobs_finished ON jobs (finished) WHERE finished IS NOT NULL;
