-- Classes that accounts join by themselves.

-- The code by which they join; none while the class is closed to them.
ALTER TABLE classes ADD COLUMN code TEXT {exact};
CREATE UNIQUE INDEX classes_by_code ON classes (code);

-- 1 for a pupil whose account the teacher has not made: its password is the pupil's own.
ALTER TABLE class_pupils ADD COLUMN is_own BIGINT NOT NULL DEFAULT 0;
