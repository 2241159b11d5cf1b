# Mates: the notation of solutions, the checker of proofs, and what cannot be asked of the prover: `src/solve/mate`.

# Words in the notation of a solution, behind moves and between them.
mate-tree-but = but
mate-tree-dual = dual
mate-tree-refutes = refutes.
mate-tree-threat = threat:
mate-tree-zugzwang = zugzwang.

# What cannot be asked of the prover.
# $most: greatest number of moves
# $given: what was asked for instead
mate-inquiry-moves = expected a number of moves from 1 to { $most }, or its negative, not { $given }
# 'find' is a word of the program.
mate-inquiry-find = keys and solutions need the least number of moves, which 'find' does not look for
mate-inquiry-mated = the side to move is to be mated, so it has no keys and no solution

# Why there is no solution to show.
mate-solution-keys = the keys are not all known
mate-solution-stopped = the limits ended the search before the solution was complete
# $most: number of moves, some hundred thousand
mate-solution-too-long = the solution has more than { $most } moves

# Why no proof can be written.
mate-certificate-stopped = the limits ended the search before the proof was complete
mate-certificate-untrue = the claim is not true
# $most: number of lines, some millions
mate-certificate-too-long = the proof needs more than { $most } lines

# What a certificate (a proof as a file) claims, as part of a sentence: proved: the side to move mates in at most 3.
# $n: number of moves
mate-claim-mate = the side to move mates in at most { $n }
mate-claim-mated = the side to move is mated in at most { $n }
mate-claim-none = the side to move does not mate in { $n }
mate-claim-survives = the side to move is not mated in { $n }

# Why a certificate proves nothing.
# $line: its number in the file
# $text: what stands there
# $expected: one of the messages below whose key begins with mate-expected
mate-check-form = line { $line } of the certificate is '{ $text }'; expected { $expected }
# $position: as in EPD
mate-check-missing = the certificate does not say what to play in { $position }
mate-check-unreached = line { $line } of the certificate, '{ $text }', is never reached
# $position: as in EPD
# $reason: one of the messages below whose key begins with mate-reason
mate-check-fails = the certificate's claim fails in { $position }: { $reason }

# What is expected in a line of a certificate. What stands between quotes is written so in the file.
mate-expected-version = 'atalaya mate certificate 1'
mate-expected-fen = 'fen ' and a position
mate-expected-rules = 'rules problem' or 'rules fifty'
mate-expected-claim = 'claim mate N', 'claim mated N', 'claim none N' or 'claim survives N'
mate-expected-claimed = 'mate N', 'mated N', 'none N' or 'survives N' with N from 0 to 127
mate-expected-position = a legal position
mate-expected-castling = a position whose castling letters have their king and rook at home; those of Chess960 name the files of the rooks
mate-expected-line = 'a' or 'd', a length, a move and a position

# Why the claim of a certificate fails in a position.
mate-reason-mate = it is mate
mate-reason-stalemate = it is stalemate
mate-reason-fifty = the game is drawn by the fifty-move rule
mate-reason-no-moves-left = it is not mate, and no moves are left
mate-reason-mate-in-one = every reply allows a mate in one
mate-reason-too-many-moves = it may have more moves than the checker has room for
# $m: a move
mate-reason-illegal = { $m } is not legal
mate-reason-mates = { $m } mates
