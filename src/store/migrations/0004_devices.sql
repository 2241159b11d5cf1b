-- Guests on more than one device. Times are milliseconds since 1970 (UTC).

-- The devices of guests beside the first, whose token stands in visitors.
CREATE TABLE visitor_devices (
    -- SHA-256 of the token, in hexadecimal.
    token TEXT {exact} NOT NULL PRIMARY KEY,
    visitor BIGINT NOT NULL REFERENCES visitors (id) ON DELETE CASCADE,
    created BIGINT NOT NULL
);
CREATE INDEX visitor_devices_by_visitor ON visitor_devices (visitor, created);

-- By which a guest goes on on another device, once: one code each.
CREATE TABLE return_codes (
    visitor BIGINT NOT NULL PRIMARY KEY REFERENCES visitors (id) ON DELETE CASCADE,
    -- SHA-256 of the code, in hexadecimal.
    code TEXT {exact} NOT NULL UNIQUE,
    until BIGINT NOT NULL
);
