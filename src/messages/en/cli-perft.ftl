# Counting of move sequences (`atalaya perft`), the signature of the search (`atalaya bench`), positions to begin games
# from (`atalaya genfens`).

# $nps: positions each second
perft-nps = NPS: { $nps }
# $seconds: seconds, with a fraction
perft-broken-off = broken off after { $seconds } s of counting
perft-conflict = --{ $name } and --suite contradict each other
perft-chess960 = --chess960 is for chess only

# A file of positions with known counts: the words 'epd' and 'perft' stand in it.
# $fault: what is wrong in the line, or its position
perft-suite-line = { $name }, line { $line }: { $fault }
# $form: how a line is to look
perft-suite-bad-line = expected '{ $form }', found '{ $found }'
perft-suite-bad-perft = expected 'perft DEPTH COUNT', found '{ $found }'
perft-suite-no-epd = there is no 'epd' line before it
perft-suite-no-counts = { $name }, 'epd { $fen }' has no counts
perft-suite-empty = { $name } holds no line '{ $form }'
perft-suite-shallow = { $name } holds no count of depth { $max } or less
# $counted: the count
# $expected: the count of the file
perft-suite-mismatch = line { $line }: depth { $depth }: { $counted }, not { $expected }: { $fen }
perft-suite-totals = Positions: { $positions }, counts: { $checked }, mismatches: { $wrong }

# $number: number of the position, padded with spaces
# $nodes: positions looked at, padded with spaces
bench-position = { $number }: { $nodes } nodes  { $fen }
bench-depth = '{ $text }' is not a depth from 1 to 60
bench-broken-off = broken off after a part of the positions

genfens-no-value = genfens: '{ $word }' has no value
genfens-number = genfens: { $word } '{ $value }' is not a number from { $least } to { $most }
genfens-seed = genfens: { $word } '{ $value }' is not a whole number
genfens-unknown = genfens: '{ $word }' is not understood; expected seed, book, plies or most
# $count: positions that have been printed
genfens-broken-off = broken off after { $count } positions
