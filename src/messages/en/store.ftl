# Texts of the crate `store`.

# Who somebody is.
name-taken = the name '{ $name }' is taken
name-reserved = nobody may be called '{ $name }'
name-alike = the name '{ $name }' looks like somebody else's
unknown-name = there is no user called '{ $name }'
wrong-password = the password is wrong
wrong-name-or-password = the name or the password is wrong
not-your-name = '{ $name }' is not the name of whoever is logged in
names-differ = the two new names are not the same
passwords-differ = the two new passwords are not the same
not-logged-in = nobody is logged in: 'atalaya user login NAME'
wrong-code = this code is not good, or not any more: make another where you play
no-such-guest = this guest is not here any more: choose a name
busy = too many people are signing in at once: wait a few seconds

# Problems.
no-such-problem = there is no problem { $id }
not-yours = problem { $id } is somebody else's; it may be copied
template = problem { $id } came with the program; it may be copied
already-played = problem { $id } has been played: it cannot be changed or deleted
changed = problem { $id } has been changed since this game began
play-recorded = this game has been counted already
# $wanted: number of problems that were asked for
# $found: number of problems that fit
too-few-problems = { $wanted ->
    [1] a verified problem was asked for
   *[other] { $wanted } verified problems were asked for
 }, and { $found ->
    [0] there is none
    [1] there is only 1
   *[other] there are only { $found }
 }

# Jobs.
no-such-job = there is no job { $id }
job-over = job { $id } has ended already
not-your-job = job { $id } is somebody else's
too-many-jobs = you have { $count } verifications waiting already: wait until one has ended

# The database.
database-silent = the database does not answer: try again

# Names. One is shown for a seat whose user has been deleted; nobody may have it.
deleted-user = deleted user
name-empty = the name is empty
name-long = the name has { $length } characters: it may have { $most } at most
name-unseen = the name has the character U+{ $code }, which cannot be seen
name-edge = the name '{ $name }' begins or ends with a space
name-spaces = the name '{ $name }' has several spaces in a row
name-no-letter = the name '{ $name }' begins with a loose mark or has no letter and no digit
name-mixed = the name '{ $name }' mixes letters of several scripts

# Passwords.
password-short = the password must have at least { $least } characters
password-long = the password may have { $most } characters at most
password-control = the password has a control character
bad-job-state = bad state '{ $text }': expected waiting, running, done, failed or cancelled
only-verified-played = only verified problems are played, not those of state { $state }

# Faults of the database.
database-address = bad database '{ $address }': expected sqlite:PATH or postgres://USER@HOST/NAME
# $variable: a variable of the environment
database-no-home = cannot open the database of this user: this user has no home folder; name one by --database or { $variable }
# $database: its address
# $why: what the system or the database says
database-open = cannot open the database { $database }: { $why }
# $database: its address
database-later = the database { $database } was made by a later version of Atalaya
# $error: what the database says
database-statement = the database refuses a statement: { $error }
# $why: what is damaged
database-damaged = damaged database: { $why }
