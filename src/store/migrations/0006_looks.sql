-- How names look, by which those that would be taken for each other are refused. The program computes it when it is
-- first needed: NULL until then, and again after another name.
ALTER TABLE users ADD COLUMN look TEXT {exact};
ALTER TABLE users ADD COLUMN look_shown TEXT {exact};
ALTER TABLE visitors ADD COLUMN look TEXT {exact};
ALTER TABLE visitors ADD COLUMN look_shown TEXT {exact};
CREATE INDEX users_by_look ON users (look);
CREATE INDEX users_by_look_shown ON users (look_shown);
CREATE INDEX visitors_by_look ON visitors (look);
CREATE INDEX visitors_by_look_shown ON visitors (look_shown);
