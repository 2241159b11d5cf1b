-- Levels of difficulty (before: fifths) have other limits: 20, 35, 45 and 55 instead of 20, 40, 60 and 80.

UPDATE problems SET band = CASE
    WHEN difficulty < 20 THEN 1 WHEN difficulty < 35 THEN 2 WHEN difficulty < 45 THEN 3 WHEN difficulty < 55 THEN 4 ELSE 5
END WHERE band > 0;

-- Games are counted by level, too: by that of their problem now, for nothing else is known of then.
UPDATE plays SET band = (SELECT band FROM problems WHERE problems.id = plays.problem_id)
WHERE EXISTS (SELECT 1 FROM problems WHERE problems.id = plays.problem_id AND problems.band > 0);
