# Refusals of the moderation of a site.

banned = this name is banned until { $until }: { $why }
banned-for-good = this name is banned: { $why }
not-banned = { $name } is not banned
is-administrator = { $name } is an administrator, whom nobody bans
wrong-link = this link has been used, is older than a day, or was replaced: ask for another one
no-such-report = there is no open report { $id }
