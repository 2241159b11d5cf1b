# `atalaya problem compose search`: men added to a position.

search-added = added: { $added }
search-key = key { $key }, duals: { $duals }
search-themes = themes: { $names }
search-whole = Placements examined: { $examined } of { $placements }{ $why ->
    [no] : searched whole.
    [limit] ; there were as many problems as are wanted (--limit).
    [time] ; the time was up.
   *[interrupt] . Interrupted: the search is incomplete.
 }
search-random = Placements drawn at random: { $examined }, of { $placements } that there are (seed { $seed }){ $why ->
    [no] .
    [limit] ; there were as many problems as are wanted (--limit).
    [time] ; the time was up.
   *[interrupt] . Interrupted: the search is incomplete.
 }
search-tally = No position: { $illegal }. Sound: { $sound }; printed: { $printed }.
search-undecided = Not decided within { $nodes } positions each: { $undecided }.
