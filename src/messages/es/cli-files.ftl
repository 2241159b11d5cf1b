# Ficheros, la salida estándar, la memoria y los hilos: lo que puede decir cualquier orden.

file-no-utf8 = no se puede leer { $name }: no es un texto en UTF-8
file-cannot-write = no se puede escribir { $path }: { $error }
file-exists = no se puede escribir { $path }: ya existe
file-no-folder = no se puede escribir { $path }: su carpeta no existe
output-cannot-write = no se puede escribir en la salida estándar: { $error }
thread-none = no se pudo iniciar ningún hilo
thread-refused = el sistema rechaza un hilo: { $error }

left-out-part = { $name }: { $what ->
    [game] partida
   *[line] línea
 } { $number }: { $part }
left-out-more = { $name }: { $more ->
    [one] se descarta { $more } parte más así
   *[other] se descartan { $more } partes más así
 }, de { $n } { $what ->
    [game] { $n ->
        [one] partida
       *[other] partidas
     }
   *[line] { $n ->
        [one] línea
       *[other] líneas
     }
 } en total

database-threads = no se pueden iniciar los hilos de la base de datos: { $error }
