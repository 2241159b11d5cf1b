-- Bans of guests, too: each ban has a user or a guest.
CREATE TABLE all_bans (
    id {id},
    user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
    visitor BIGINT REFERENCES visitors (id) ON DELETE CASCADE,
    why TEXT NOT NULL,
    begun BIGINT NOT NULL,
    -- None: for good.
    until BIGINT,
    -- When it was taken back.
    lifted BIGINT,
    CHECK ((user_id IS NULL) <> (visitor IS NULL))
);
INSERT INTO all_bans (user_id, why, begun, until, lifted) SELECT user_id, why, begun, until, lifted FROM bans ORDER BY id;
DROP TABLE bans;
ALTER TABLE all_bans RENAME TO bans;
CREATE INDEX bans_by_user ON bans (user_id) WHERE lifted IS NULL;
CREATE INDEX bans_by_visitor ON bans (visitor) WHERE lifted IS NULL;
