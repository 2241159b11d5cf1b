# Proofs of rounds of Kamisado and the files that have them: `src/solve/kamisado`.

# Reasons why there is no result.
kamisado-search-stopped = the search was stopped before it knew
kamisado-search-contradicts = the search contradicts itself, so it does not know

# Faults of a certificate as a file. The words 'deadlock', 'mutual', 'cycle', 'wins' and 'loses' stand in it.
# $expected: the first line of every certificate
# $found: the first line of the file
certificate-heading = this is no certificate: the first line should be '{ $expected }', not '{ $found }'
# $name: the first word of a line
certificate-head = the line '{ $name } …' is missing
# $line: the line, or the value in it
# $expected: which values it may have
certificate-value = '{ $line }': expected { $expected ->
    [deadlock] deadlock mutual or deadlock cycle
    [claim] wins or loses, and a number of plies
   *[plies] a number of plies
 }
certificate-line = '{ $line }' is not a line 'position: reply move; reply move; …'
certificate-two-lines = there are two lines for { $position }

# Reasons why a certificate proves nothing. A reply is a move of the loser.
certificate-missing = nothing is said about { $position }
certificate-uncovered = the reply { $reply } in { $position } is not covered
certificate-reply-twice = the reply { $reply } in { $position } is given twice
# $why: which rule a move breaks, one of the three sentences below
certificate-illegal = in { $position }: { $why }
# $reply: the reply that the moves follow, or 'start' for the start
# $fault: what is wrong with the moves
certificate-turn = the moves after { $reply ->
    [start] the start
   *[other] { $reply }
 } in { $position } { $fault ->
    [late] go on after the end of the round
    [loser] move for the loser
    [lost] lose the round
   *[turn] leave the winner to move
 }
# $claimed: plies that the certificate claims
# $found: plies of the longest line
certificate-too-long = it claims { $claimed } plies, but a line of { $found } is left
certificate-unreached = { $position } is never reached
certificate-circle = { $position } leads back to itself
