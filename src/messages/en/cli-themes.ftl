# Themes of problems.

themes = Themes:
themes-none = No theme is recognised.
themes-not-solved = The themes are not known: the solution was not found within the limits.
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
