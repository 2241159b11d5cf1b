# Users and tables: `atalaya user` and `atalaya ranking`.

user-new-name-again = The new name again:

ranking-nobody-played-such-game = Nobody has played such a game yet.

table-page-all = page { $page } of { $count }, { $total } in all
table-person = person
table-machine = machine

table-name = name
table-kind = kind
table-points = points
table-games = games
table-rating = rating
table-place = place
table-won = won
table-streak = streak
table-deviation = dev.
table-job = job
table-problem = problem
table-state = state
table-tries = tries
table-age = age
table-worker = worker
table-so-far = so far
table-number = no
table-task = task
table-difficulty = difficulty
table-solved = solved
table-owner = owner
table-author = author
table-title = title

user-signed-up = { $name } has signed up. To log in: atalaya user login '{ $name }'
user-logged-in = { $name } is logged in.
user-logged-out = { $name } is logged out.
user-renamed = { $old } is now called { $new }.
user-has-another-password = { $name } has another password; all other sessions have ended.
user-account-gone = The account of { $name } is gone.
user-password = Password:
user-password-again = The password again:
user-old-password = Old password:
user-new-password = New password:
user-new-password-again = The new one again:

user-administrator = { $name } is an administrator now
user-no-administrator = { $name } is no administrator any more
user-banned = { $name } is banned and logged out
user-unbanned = { $name } may log in again
user-reset = { $name } chooses another password, once within a day, by { $link }
table-day = day
table-who = who
table-what = what
table-about = about
table-why = why
table-command-line = command line
