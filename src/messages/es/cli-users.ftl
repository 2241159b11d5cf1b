# Usuarios y tablas: `atalaya user` y `atalaya ranking`.

user-new-name-again = Otra vez el nombre nuevo:

ranking-nobody-played-such-game = Nadie ha jugado todavía una partida así.

table-page-all = página { $page } de { $count }, { $total } en total
table-person = persona
table-machine = máquina

table-name = nombre
table-kind = clase
table-points = puntos
table-games = partidas
table-rating = rating
table-place = puesto
table-won = ganadas
table-streak = racha
table-deviation = desv.
table-job = trabajo
table-problem = problema
table-state = estado
table-tries = veces
table-age = edad
table-worker = trabajador
table-so-far = hasta ahora
table-number = nº
table-task = tarea
table-difficulty = dificultad
table-solved = resuelto
table-owner = de
table-author = autor
table-title = título

user-signed-up = { $name } tiene cuenta desde ahora. Para iniciar sesión: atalaya user login '{ $name }'
user-logged-in = { $name } ha iniciado sesión.
user-logged-out = { $name } ha cerrado la sesión.
user-renamed = { $old } se llama ahora { $new }.
user-has-another-password = { $name } tiene otra contraseña; sus otras sesiones se han cerrado.
user-account-gone = La cuenta de { $name } ya no existe.
user-password = Contraseña:
user-password-again = Otra vez la contraseña:
user-old-password = Contraseña actual:
user-new-password = Contraseña nueva:
user-new-password-again = Otra vez la nueva:

user-administrator = { $name } administra ahora el sitio
user-no-administrator = { $name } ya no administra el sitio
user-banned = { $name } tiene un bloqueo, y sus sesiones se han cerrado
user-unbanned = { $name } puede volver a iniciar sesión
user-reset = { $name } elige otra contraseña, una vez en el plazo de un día, con { $link }
table-day = día
table-who = quién
table-what = qué
table-about = sobre
table-why = motivo
table-command-line = línea de órdenes
