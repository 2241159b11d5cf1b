-- Half-point byes and acceleration of Swiss tournaments, and what the director need not ask again.

-- Whether both players of a pairing have made their first moves.
ALTER TABLE tournament_games ADD COLUMN has_begun BIGINT NOT NULL DEFAULT 0;

-- The most half-point byes of a player, and whether the first rounds are accelerated.
ALTER TABLE tournaments ADD COLUMN byes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tournaments ADD COLUMN accelerated BIGINT NOT NULL DEFAULT 0;

-- The round for which a player has asked for a bye last.
ALTER TABLE tournament_players ADD COLUMN bye BIGINT;
