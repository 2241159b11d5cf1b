nav-tournaments = Torneos
tournaments-title = Torneos
tournaments-lead = Arenas, torneos suizos y simultáneas, de personas y máquinas.
tournaments-running = En juego
tournaments-open = Para unirse
tournaments-over = Terminados
tournaments-none-running = Ahora mismo, ninguno.
tournaments-none-open = Ninguno. Quien tiene una cuenta puede crear uno abajo.
tournaments-none-over = Todavía ninguno.
tournament-new = Nuevo torneo
tournament-name = Nombre del torneo
tournament-kind = Tipo
tournament-swiss = Suizo
tournament-arena = Arena
tournament-exhibition = Simultánea
tournament-clock = Reloj
tournament-clock-help = Minutos y segundos por jugada, como 5+3; o segundos por turno, como 30/turn.
tournament-rounds = Rondas (suizo)
tournament-minutes = Minutos (arena)
tournament-first-move = Segundos para la primera jugada
tournament-byes = Descansos de medio punto por jugador (suizo)
tournament-accelerated = acelerado
tournament-accelerated-help = Acelerado (suizo): la mitad más fuerte se enfrenta entre sí en la primera mitad de las rondas
tournament-rated = puntuado
tournament-rated-help = Puntuado: solo se unen personas con cuenta, y sus partidas entre ellas cuentan
tournament-make = Crear el torneo
tournament-sign-in = Para crear un torneo hace falta una cuenta.
tournament-so-many-rounds = { $count ->
    [one] { $count } ronda
   *[other] { $count } rondas
}
tournament-so-many-minutes = { $count ->
    [one] { $count } minuto
   *[other] { $count } minutos
}
tournament-so-many-seconds = { $count ->
    [one] { $count } segundo
   *[other] { $count } segundos
}
tournament-state-open = Inscripción abierta
tournament-state-running = En juego
tournament-state-over = Terminado
tournament-ends = Termina en
tournament-next = Siguiente ronda en
tournament-first-move-rule = Quien no hace la primera jugada en { $time } pierde la partida y no se le empareja hasta que se una de nuevo.
tournament-watch = Mirar
tournament-my-game = A mi partida
tournament-boards = Todos los tableros
tournament-join = Unirse
tournament-join-account = Entrar para unirse
tournament-withdraw = Retirarse
tournament-start = Empezar
tournament-count = Cuántas
tournament-add-machines = Añadir máquinas
tournament-players = Participantes
tournament-standings = Clasificación
tournament-report = Informe para otros programas (TRF)
tournament-nobody = Aún no se ha unido nadie.
tournament-out = se retiró
tournament-streak = puntos dobles
tournament-round = Ronda { $round }
tournament-games = Partidas
tournament-bye = Descansa: 1 punto
tournament-bye-ask = Descansar la próxima ronda por medio punto
tournament-bye-drop = Jugar la próxima ronda
tournament-half-bye = Descansa: ½ punto
tournament-no-bye = No te queda ningún descanso de medio punto, o no hay más rondas.
tournament-back = Al torneo
tournament-unknown = No hay tal torneo.
tournament-bad-name = Un nombre tiene de 1 a { $most } caracteres.
tournament-bad-kind = Un torneo es 'arena', 'swiss' o 'exhibition', no '{ $kind }'.
tournament-bad-number = { $name }: un número de { $low } a { $high }, no '{ $text }'.
tournament-bad-clock = Un torneo necesita un reloj que acabe sus partidas el mismo día: 5+3, o 30/turn.
tournament-bad-level = No hay ningún nivel '{ $level }'.
tournament-too-many = Tienes tantos torneos sin terminar como se puede tener. Empieza o termina uno antes.
tournament-too-many-joined = Estás en tantos torneos como se puede estar. Retírate de uno antes.
tournament-machines-most = Un torneo tiene de 1 a { $most } máquinas.
tournament-full = El torneo tiene { $most } participantes, los que puede tener.
tournament-closed = Ya nadie puede unirse a este torneo ni cambiarlo.
tournament-account = Un torneo puntuado es para personas con cuenta.
tournament-not-in = No estás en este torneo.
tournament-not-host = Eso solo puede hacerlo quien creó el torneo.
tournament-few = Un torneo necesita dos participantes. Añade máquinas, o espera a más gente.
tournament-host-out = No estás entre los participantes de tu simultánea.
exhibition-waiting = { $count ->
    [one] { $count } tablero espera una jugada.
   *[other] { $count } tableros esperan una jugada.
}
exhibition-next = Siguiente tablero que espera
exhibition-waits = espera una jugada
