-- Levels of difficulty have other limits: 20, 35, 45 and 55 instead of 20, 40, 60 and 80.

UPDATE problems SET band = CASE
    WHEN difficulty < 20 THEN 1 WHEN difficulty < 35 THEN 2 WHEN difficulty < 45 THEN 3 WHEN difficulty < 55 THEN 4 ELSE 5
END WHERE band > 0;
