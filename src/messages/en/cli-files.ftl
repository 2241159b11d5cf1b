# Files, the standard output, memory and threads: what every command can say.

file-no-utf8 = cannot read { $name }: it is no text in UTF-8
# $error: of the operating system
file-cannot-write = cannot write { $path }: { $error }
file-exists = cannot write { $path }: it is there already
file-no-folder = cannot write { $path }: its folder is not there
output-cannot-write = cannot write to the standard output: { $error }
thread-none = no thread could be started
thread-refused = the system refuses a thread: { $error }

# Parts of positions in a file that are dropped, each in its own line.
# $name: the file
# $what: 'line' or 'game', which the number counts
# $part: which part is dropped, and why
left-out-part = { $name }: { $what ->
    [game] game
   *[line] line
 } { $number }: { $part }
# $more: number of parts that are not told one by one
# $n: number of lines or games that have dropped parts
left-out-more = { $name }: { $more } more such parts are dropped, of { $n } { $what ->
    [game] { $n ->
        [one] game
       *[other] games
     }
   *[line] { $n ->
        [one] line
       *[other] lines
     }
 } in all

# $error: what the operating system says
database-threads = cannot start the threads for the database: { $error }
