-- Problems with any stipulation: their fairy pieces, conditions, options and twins as a JSON object, and the numbers of
-- solutions that were found as a JSON list. What was kept before are direct mates.
ALTER TABLE problems ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';
ALTER TABLE problems ADD COLUMN solutions TEXT NOT NULL DEFAULT '[]';
-- 1 for an ordinary direct mate: only these are played and rated.
ALTER TABLE problems ADD COLUMN direct BIGINT NOT NULL DEFAULT 1;
