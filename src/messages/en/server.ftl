# Texts of the site that are in no page: refusals, and what is told of rooms.
# The words of pages and scripts are in server-pages.ftl and server-scripts.ftl.

# Who may ask.
sign-in-first = sign in first
logged-in = you are logged in with an account
account-elsewhere = you are signed in with an account: elsewhere sign in with name and password
no-language = '{ $lang }' is no language of this site: expected { $known }
no-claims = '{ $word }' is no choice for draws by repetition: expected { $known }
no-theme = '{ $theme }' is no theme: expected auto, light or dark
foreign-origin = this request is not from a page of this site

# Faults of what is asked. What comes from a library is in English: a translation says around it what it is about.
no-state = '{ $asked }' is no state: expected playing, gathering or over
no-picture = '{ $name }' is no picture: expected { $known }
invalid = { $why }
invalid-page = { $why }
# $moves: the number of moves as the page has it
no-stipulation = { $error }
problems-most = { $problems }: expected a number from 1 to { $most }
database-fault = The database does not answer: try again.

# Games as PGN.
pgn-byte = this is no PGN: it holds a byte { $byte }
pgn-none = there is no game in this text
pgn-several = there is more than one game: another begins in line { $line }
pgn-long = a game of { $plies } plies: { $most } at most
pgn-result = Result by the file: { $result }{ $why }.
no-finished-chess = That is no finished game of chess.

# Connections of pages.
session-ended = your session has ended
flood = too many messages
restart-soon = the server restarts: come back in a moment
too-slow = the connection is too slow
text-only = text only
too-many-messages = too many messages at once
malformed = { $why }

# Games to be made.
no-name = choose a name first
rated-account = a rated game takes an account
rated-position = a rated game begins at the beginning
rated-people = a rated game is between people
pairs-of-two = pairs are for games of two: open a room
cannot-begin = { $why }
over-before-it-begins = this game would be over before it begins
too-many-games = too many games at once
too-many-unfinished = you have too many unfinished games
# $level: the level as the page has it
no-machine = { $error }
too-many-seats = { $named } seats are named: the game has { $players }
one-seat-each = one person has one seat
no-seat-for-host = no seat is left for the one who opens the room

# Rooms.
no-such-room = there is no such room
room-busy = the room is overloaded
room-moved = try again
room-closed = this room is closed
room-full = the room takes no more spectators
no-seat-free = no seat is free
not-host = whoever has made the room alone may seat machines
no-level = this is no level: easy, medium, hard, expert, or 0 to 10
spectator = you are watching this game
rated-takeback = nothing is taken back in a rated game
not-over = the game is not over
rated-restart = a rated game is played to its end
database-silent = the database does not answer
not-saved = it could not be saved: try again
halted-unsaved = Nothing can be saved at the moment: what was done last is not saved yet, and is tried again. The clocks stand.
halted = Nothing can be saved at the moment: the clocks stand, and the game goes on as soon as it can.

# Chat.
chat-line = a message has 1 to 300 characters, and no control characters
report-reason = a reason has 300 characters at most, and no control characters
no-such-message = there is no such message

# Problems to be solved.
guest-name = guest
no-such-attempt = This attempt is not here any more: begin again.
attempt-elsewhere = This attempt has gone on in another page: here it is.
attempt-over = The attempt is over.
thinking-failed = the server could not think

# Refusals of requests by their status.
status-json = The data of this request is no JSON.
status-bad-request = The address or the data of this request cannot be understood.
status-not-found = There is nothing at this address.
status-method = This cannot be asked for at this address.
status-timeout = The request has taken too long.
status-too-large = The data is too long: 256 KiB at most.
status-address-too-long = The address is too long: 8 KiB at most.
status-head-too-large = The headers of this request are too many or too long: 64 and 32 KiB at most.
status-media-type = The data of this request must be JSON (Content-Type: application/json).
status-fields = The data of this request does not have the fields that are expected.
status-database = The database does not answer: try again.
status-fault = Something has gone wrong at the server: try again.
status-refused = This request cannot be answered.

# Messages of pages that cannot be understood.
message-too-long = a message of { $length } bytes: { $most } at most
message-no-json = no JSON: { $why }
message-no-object = a message is an object
message-version = version { $version }: this server speaks { $own }
message-no-version = "v": { $own } is missing

too-many-requests-wait = Too many requests: wait a little.
too-many-requests = too many requests: wait a little
attempt-machine = A machine is to move.
attempt-no-machine = No machine is to move.
compose-no-problem = line { $line }: { $why }
compose-nothing-read = There is no problem in the text.
compose-more-read = Only the first { $most } problems are offered.
compose-left-out = '{ $format }' does not hold this problem: { $what }.
compose-not-held = not in it: { $what }

# The configuration of a site, by its operator. Names of settings are typed.
config-cannot-read = cannot read { $path }: { $why }
config-origin = the origin { $origin } is not https, where --secure says that browsers come by TLS
# $name: the name of a setting
config-zero = { $name } is 0: expected a number from 1

# $text: what was given as a network of trusted proxies
trusted-no-network = '{ $text }' is not a network: expected one like 10.0.0.0/8
