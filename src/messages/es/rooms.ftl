# Textos del crate `rooms`.

# Cómo ha terminado una partida.
# $count: no hace falta
winners = victoria de { $winners }.
ended-agreement = Tablas por acuerdo.
ended-claimed = Tablas por triple repetición, reclamadas por { $by }.
ended-resignation = Rendición de { $by }: { $won }
ended-time-draw = Tiempo agotado ({ $by }), pero nadie más puede ganar: tablas.
ended-time = Tiempo agotado ({ $by }): { $won }
ended-absence-draw = Ausencia de { $by }, pero nadie más puede ganar: tablas.
ended-absence = Ausencia de { $by }: { $won }
ended-shared = Comparten el primer puesto { $winners } ({ $reason }).
ended-rules = Fin de la partida ({ $reason }): { $won }

# Por qué se rechaza lo que alguien quiere.
no-such-seat = no hay asiento { $seat }: la partida tiene { $seats }
seat-taken = el asiento { $seat } está ocupado
seat-empty = el asiento { $seat } está libre
seat-kept = el asiento { $seat } espera a que vuelva { $name }
seat-out = el asiento { $seat } está fuera de la partida
seat-away = el asiento { $seat } está ausente y primero tiene que volver
name-unseen = el nombre { $name } tiene caracteres de control
not-begun = la partida no ha empezado
begun = la partida ya ha empezado: un jugador puede rendirse o abandonarla
# $reason: no hace falta
already-over = la partida ya ha terminado
already-ready = el asiento { $seat } ya está preparado
not-your-turn = no es el turno del asiento { $seat } sino del { $turn }
# $seat: no hace falta
answer-first = primero hay que aceptar o rechazar las tablas
offer-out-of-turn = las tablas se ofrecen en el turno propio, y es el del asiento { $turn }
no-draws = en este juego no hay tablas
# $seat: no hace falta
already-offered = en este turno ya se han ofrecido tablas
# $seat: no hace falta
already-asked = ya se ha pedido deshacer esta jugada
# $seat: no hace falta
unanswered = todavía falta una respuesta
no-offer = nadie ha ofrecido tablas
no-takeback = nadie pide deshacer una jugada
# $seat: no hace falta
not-asked = no hay nada que responder
# $seat: no hace falta
nothing-to-take-back = no hay nada que deshacer
nobody-absent = nadie lleva ausente el tiempo necesario
not-repeated = no hay triple repetición por la que reclamar tablas

# Fallos del registro de una partida.
# $error: la frase en inglés del registro, no hace falta
variant-unknown = la variante '{ $variant }' no se juega aquí
