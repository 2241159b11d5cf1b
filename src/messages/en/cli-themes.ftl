# Themes of problems.

themes = Themes:
themes-none = No theme is recognised.
themes-not-solved = The themes are not known: the solution was not found within the limits.
themes-not-examined = Themes are recognised only in mates, helpmates and selfmates in N moves, without fairy elements.
themes-left-out-unsolved = { $count ->
    [one] { $count } problem was not solved within the limits, and is left out
   *[other] { $count } problems were not solved within the limits, and are left out
 }
themes-left-out-not-examined = { $count ->
    [one] { $count } problem is left out, because themes are recognised only in mates, helpmates and selfmates in N moves, without fairy elements
   *[other] { $count } problems are left out, because themes are recognised only in mates, helpmates and selfmates in N moves, without fairy elements
 }
theme-name = { $theme ->
    [battery] Battery
    [royal-battery] Royal battery
    [pin-mate] Pin-mate
    [half-pin] Half-pin
    [self-block] Self-block
    [interference] Interference
    [grimshaw] Grimshaw
    [novotny] Novotny
    [switchback] Switchback
    [round-trip] Round trip (Rundlauf)
    [umnov] Umnov
    [zilahi] Zilahi
    [pure-mate] Pure mate
    [model-mate] Model mate
    [ideal-mate] Ideal mate
    [echo] Echo
    [chameleon-echo] Chameleon echo
    [changed-mates] Changed mates
    [transferred-mates] Transferred mates
    [lacny] Lačný
    [mutate] Mutate
    [flight-giving-key] Flight-giving key
    [star-flights] Star flights
    [cross-flights] Cross flights
    [albino] Albino
    [pickaninny] Pickaninny
    [underpromotion] Underpromotion
    [allumwandlung] Allumwandlung
    [excelsior] Excelsior
   *[other] ?
}
