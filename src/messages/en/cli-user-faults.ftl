# Faults of passwords, names and sessions: `atalaya user`.

password-no-terminal = cannot ask for a password on a terminal ({ $error }): expected --password-fd N
# $fd: a file descriptor, which is a number
password-descriptor = cannot read file descriptor { $fd }: { $error }
password-descriptor-bad = bad --password-fd { $fd }: on this system expected 0
# $number: number of a line
password-cannot-read = cannot read line { $number } of file descriptor { $fd }: { $error }
password-none = no password: there is no line { $number } of file descriptor { $fd }
password-too-long = bad password: line { $number } of file descriptor { $fd } is too long
password-no-utf8 = bad password: line { $number } of file descriptor { $fd } is not UTF-8

name-twice = the new name is asked for twice: expected NEW NEW
name-cannot-ask = cannot ask for the new name: { $error }

# $variable: an environment variable
session-no-file = no file for sessions: set { $variable }
session-open = { $path } has session tokens and may be read by others: chmod 600 it, and change your password if anybody else uses this machine
session-no-tokens = { $path } is no file of session tokens: { $error }
