# Work on the collection: `atalaya jobs` and `atalaya worker`.

jobs-job-cancelled = Job { $job } is cancelled.
jobs-no-jobs = No jobs.
jobs-waiting = waiting
jobs-running = running
jobs-done = done
jobs-failed = failed
jobs-cancelled = cancelled
jobs-mate-looking-all-keys = mate in { $most }; looking for all keys
jobs-mate-fewer = mate in { $most } or fewer, not in { $refuted }
jobs-begun = begun
jobs-no-mate = no mate in { $refuted }
jobs-workers-went-away-without = its workers went away without a word, the last was { $worker }
jobs-each-attempt-failed-last = each attempt failed, the last with: { $error }
jobs-problem-changed = the problem has been changed
jobs-problem-cannot-read = the problem cannot be read: { $error }
jobs-undecided-time = undecided in time: { $so_far }
jobs-interrupted = interrupted
jobs-solvable-fewer-least-nodes = solvable in { $moves } or fewer; least is { $least } ({ $nodes } nodes, { $ms } ms)
jobs-no-solution-fewer-nodes = no solution in { $moves } or fewer ({ $nodes } nodes, { $ms } ms)

worker-problem = problem
worker-dropped-job-was-own = (dropped: the job was not its own any more, or the problem has changed)
worker-verified = verified
worker-refuted = refuted
worker-undecided = undecided
worker-failed = failed
worker-dropped = dropped
worker-parts-site = parts for the site
worker-nothing-do = Nothing to do.
