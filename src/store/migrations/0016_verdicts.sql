-- What a verdict rests on: the version of the program that found it, empty if it is not known, and the rules that are not those
-- of chess, by Popeye's names, with commas between them.

ALTER TABLE verifications ADD COLUMN version TEXT NOT NULL DEFAULT '';
ALTER TABLE verifications ADD COLUMN rules TEXT NOT NULL DEFAULT '';
