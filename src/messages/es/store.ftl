# Textos del crate `store`.

# Quién es alguien.
name-taken = el nombre '{ $name }' ya está en uso
name-reserved = nadie puede llamarse '{ $name }'
name-alike = el nombre '{ $name }' se confunde con el de otra persona
unknown-name = no hay ningún usuario que se llame '{ $name }'
wrong-password = la contraseña no es correcta
wrong-name-or-password = el nombre o la contraseña no son correctos
not-your-name = '{ $name }' no es el nombre de quien ha iniciado sesión
names-differ = los dos nombres nuevos no son iguales
passwords-differ = las dos contraseñas nuevas no son iguales
not-logged-in = nadie ha iniciado sesión: 'atalaya user login NOMBRE'
wrong-code = este código no vale, o ya no: pide otro en el dispositivo donde juegas
no-such-guest = este invitado ya no está aquí: elige un nombre
busy = hay demasiada gente entrando a la vez: espera unos segundos

# Problemas.
no-such-problem = no hay ningún problema { $id }
not-yours = el problema { $id } es de otra persona; se puede copiar
template = el problema { $id } vino con el programa; se puede copiar
already-played = el problema { $id } ya se ha jugado: no se puede cambiar ni borrar
changed = el problema { $id } ha cambiado desde que empezó esta partida
play-recorded = esta partida ya se ha contado
too-few-problems = { $wanted ->
    [1] se pidió un problema verificado
   *[other] se pidieron { $wanted } problemas verificados
 } y { $found ->
    [0] no hay ninguno
   *[other] solo hay { $found }
 }

# Trabajos.
no-such-job = no hay ningún trabajo { $id }
job-over = el trabajo { $id } ya ha terminado
not-your-job = el trabajo { $id } es de otra persona
too-many-jobs = ya tienes { $count } verificaciones pendientes: espera a que termine alguna

# La base de datos.
database-silent = la base de datos no responde: inténtalo de nuevo

# Nombres. El primero es el de un asiento cuyo usuario fue eliminado; nadie puede tenerlo.
deleted-user = usuario eliminado
name-empty = el nombre está vacío
name-long = el nombre tiene { $length } caracteres: puede tener { $most } como mucho
name-unseen = el nombre tiene el carácter U+{ $code }, que no se ve
name-edge = el nombre '{ $name }' empieza o termina con un espacio
name-spaces = el nombre '{ $name }' tiene varios espacios seguidos
name-no-letter = el nombre '{ $name }' empieza por una tilde suelta o no tiene letras ni cifras
name-mixed = el nombre '{ $name }' mezcla letras de varias escrituras

# Contraseñas.
password-short = la contraseña debe tener al menos { $least } caracteres
password-long = la contraseña puede tener { $most } caracteres como mucho
password-control = la contraseña tiene un carácter de control
bad-job-state = no hay ningún estado '{ $text }': se esperaba waiting, running, done, failed o cancelled
only-verified-played = solo se juegan problemas verificados, no los que están en estado { $state }

# Fallos de la base de datos.
database-address = base de datos incorrecta '{ $address }': se esperaba sqlite:RUTA o postgres://USUARIO@SERVIDOR/NOMBRE
database-no-home = no se puede abrir la base de datos de este usuario: no tiene carpeta personal; indique una con --database o { $variable }
database-open = no se puede abrir la base de datos { $database }: { $why }
database-later = la base de datos { $database } se hizo con una versión posterior de Atalaya
database-statement = la base de datos rechaza una orden: { $error }
database-damaged = base de datos dañada: { $why }
