-- Games that ended before both had moved count as not played. Earlier ones count as played.

UPDATE tournament_games SET has_begun = 1 WHERE outcome IS NOT NULL;
