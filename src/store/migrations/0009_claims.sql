-- When a user's draws by threefold repetition are claimed without being asked.
ALTER TABLE users ADD COLUMN claims TEXT NOT NULL DEFAULT 'short' CHECK (claims IN ('never', 'short', 'always'));
