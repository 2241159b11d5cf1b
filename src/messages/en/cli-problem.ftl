# The collection: `atalaya problem` and what stands below it.

compose-atalaya-kept = atalaya: kept, { $first } to { $last }

copy-problem-copy-problem = Problem { $new }, a copy of problem { $old }.

delete-problem-deleted = Problem { $id } deleted.

export-format-cannot-hold = the format cannot hold '{ $what }': { $n ->
    [one] problem
   *[other] problems
 } { $told }
export-left-out = left out, for { $what }: { $n ->
    [one] problem
   *[other] problems
 } { $told }

import-piece-letters-games-pgn = --piece-letters is for games of a PGN file
import-holds-no-problems-read = { $file } holds no problems (read as { $format })
import-problems-were-imported-up = { $file }: { $count } of { $of } problems were imported, up to line { $line } (number { $id }); then: { $why }
import-another-positions-were-already = Another { $more } positions were there already, too.

list-template = template
list-nothing-here-list-does = Nothing here: the list does not go so far.
list-no-problems = No problems.
list-more-than = more than { $total }
list-of = { $shown } of { $total }
list-problems-2 = Problems { $first } to { $last } of { $total }
list-more-after = ; more with --after { $next }
list-more-page = ; more with --page { $next }

new-problem-kept-as-draft = Problem { $id }, kept as a draft; 'atalaya problem verify { $id }' verifies it.

show-problem = Problem
show-came-program = came with the program
show-author = Author
show-title = Title
show-source = Source
show-tags = Tags
show-owner = Owner
show-difficulty = Difficulty
show-played = Played
show-rating = Rating
show-created = Created
show-changed = Changed
show-nodes = Nodes
show-proof = Proof
show-also = Also

verify-problem-job = Problem { $problem }: job { $job }.
verify-problem-verdict-already = Problem { $problem }: it has its verdict already.
verify-problem = problem
verify-nothing-verify = There is nothing to verify.
verify-interrupted-draft-as-before = interrupted: it is a draft as before

problem-draft = draft
problem-verified = verified
problem-refuted = refuted
problem-task = { $side ->
    [white] White mates
   *[black] Black mates
 } { $moves ->
    [one] in { $moves } move (#{ $moves })
   *[other] in at most { $moves } moves (#{ $moves })
 }
problem-task-other = { $side ->
    [white] White
   *[black] Black
 } begins: { $asked }
problem-no-solution = refuted: a part of it has no solution
problem-sound = verified: as many solutions as intended
problem-short = verified: it can be solved in fewer moves
problem-other-number = verified: it has solutions, but not as many as intended
show-pieces = Pieces
show-options = Options
show-twins = Twins
show-intended = Intended
problem-fared = { $played ->
    [0] never
    [one] once, solved { $solved }
   *[other] { $played } times, solved { $solved }
 }
problem-draft-nobody-verified-yet = draft: nobody has verified it yet
problem-refuted-no-mate-fewer = refuted: there is no mate in { $moves } or fewer
problem-verified-solvable-fewer-least = verified: solvable in { $moves } or fewer; least is { $least }
problem-verified-mate = verified: mate in { $moves }
problem-key-only-one = key: { $key }, the only one
problem-key = key: { $key }
problem-cooked-keys = cooked: { $count } keys: { $keys }
problem-shorter-mates = shorter mates: { $short }
problem-same-position-as-problem = The same position as problem { $one }.
problem-same-position-as-problems = The same position as problems { $several }.

list-nothing-here = { $total ->
    [one] Nothing here: the list has { $total } problem.
   *[other] Nothing here: the list has { $total } problems.
 }
list-problems = { $total ->
    [one] { $total } problem
   *[other] { $total } problems
 }
export-problems = { $count ->
    [one] { $count } problem in { $file }
   *[other] { $count } problems in { $file }
 }
import-good = { $n ->
    [one] { $n } problem
   *[other] { $n } problems
 }
import-refused = { $n } refused
import-would-be = { $problems } to be imported
# $n: number of problems, for grammar
import-done = { $problems } imported
import-one = { $imported }, number { $id }
import-several = { $imported }, { $first } to { $last }
import-place = { $file }, line { $line }
import-place-and-column = { $file }, line { $line }, column { $column }
import-known = Problem { $id } (line { $line }): { $sentence }
