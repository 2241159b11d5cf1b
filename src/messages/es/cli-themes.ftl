# Temas de los problemas.

themes = Temas:
themes-none = No se reconoce ningún tema.
themes-not-solved = Los temas no se conocen: la solución no se encontró dentro de los límites.
themes-not-examined = Solo se reconocen los temas de mates directos, mates ayudados y automates en N jugadas, sin elementos de fantasía.
themes-left-out-unsolved = { $count ->
    [one] { $count } problema no se ha resuelto dentro de los límites y queda fuera
   *[other] { $count } problemas no se han resuelto dentro de los límites y quedan fuera
 }
themes-left-out-not-examined = { $count ->
    [one] { $count } problema queda fuera, porque solo se reconocen los temas de mates directos, mates ayudados y automates en N jugadas, sin elementos de fantasía
   *[other] { $count } problemas quedan fuera, porque solo se reconocen los temas de mates directos, mates ayudados y automates en N jugadas, sin elementos de fantasía
 }
theme-name = { $theme ->
    [battery] Batería
    [royal-battery] Batería real
    [pin-mate] Mate de clavada
    [half-pin] Semiclavada
    [self-block] Autobloqueo
    [interference] Interferencia
    [grimshaw] Grimshaw
    [novotny] Novotny
    [switchback] Switchback (retorno)
    [round-trip] Rundlauf (circuito)
    [umnov] Umnov
    [zilahi] Zilahi
    [pure-mate] Mate puro
    [model-mate] Mate modelo
    [ideal-mate] Mate ideal
    [echo] Eco
    [chameleon-echo] Eco camaleón
    [changed-mates] Mates cambiados
    [transferred-mates] Mates transferidos
    [lacny] Lačný
    [mutate] Mutate
    [flight-giving-key] Clave que da fugas
    [star-flights] Fugas en estrella
    [cross-flights] Fugas en cruz
    [albino] Albino
    [pickaninny] Pickaninny
    [underpromotion] Promoción menor
    [allumwandlung] Allumwandlung
    [excelsior] Excelsior
   *[other] ?
}
