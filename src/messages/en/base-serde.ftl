# Sentences of serde about data that cannot be read. The English ones are its own, to the letter.
serde-eof-list = EOF while parsing a list
serde-eof-object = EOF while parsing an object
serde-eof-string = EOF while parsing a string
serde-eof-value = EOF while parsing a value
serde-colon = expected `:`
serde-comma-list = expected `,` or `]`
serde-comma-object = expected `,` or `{ "}" }`
serde-quote = expected `"`
serde-ident = expected ident
serde-value = expected value
serde-escape = invalid escape
serde-number = invalid number
serde-number-range = number out of range
serde-unicode = invalid unicode code point
serde-control = control character (\u0000-\u001F) found while parsing a string
serde-key-string = key must be a string
serde-surrogate = lone leading surrogate in hex escape
serde-hex-escape = unexpected end of hex escape
serde-trailing-comma = trailing comma
serde-trailing-characters = trailing characters
serde-recursion = recursion limit exceeded
serde-no-fields = there are no fields
serde-no-number = invalid digit found in string

serde-place = { $why } at line { $line } column { $column }
serde-quoted = `{ $name }`
serde-missing-field = missing field { $name }
serde-duplicate-field = duplicate field { $name }
serde-unknown-field = unknown field { $name }, { $expected }
serde-unknown-variant = unknown variant { $name }, { $expected }
serde-expected = expected { $names }
serde-expected-one-of = expected one of { $names }
serde-invalid-type = invalid type: { $found }, expected { $kind }
serde-invalid-value = invalid value: { $found }, expected { $kind }
serde-invalid-length = invalid length { $length }, expected { $kind }

# Values that were found.
serde-found-integer = integer `{ $value }`
serde-found-float = floating point `{ $value }`
serde-found-boolean = boolean `{ $value }`
serde-found-string = string { $value }

# Kinds of data.
# $kind: the name that serde has for it
serde-kind-string = { $kind }
# $kind: the name that serde has for it
serde-kind-sequence = { $kind }
# $kind: the name that serde has for it
serde-kind-map = { $kind }
# $kind: the name that serde has for it
serde-kind-boolean = { $kind }
# $kind: the name that serde has for it
serde-kind-float = { $kind }
# $kind: the name that serde has for it
serde-kind-unit = { $kind }
# $kind: the name that serde has for it
serde-kind-integer = { $kind }
