# El sitio, sus trabajadores y su arranque: `atalaya serve`, `atalaya worker`; completado y páginas de manual.

serve-port-alone = un puerto necesita una dirección: 127.0.0.1:{ $port } solo para esta máquina, 0.0.0.0:{ $port } también para otras
serve-address-expected = se esperaba una dirección en números y un puerto, como 127.0.0.1:8080
serve-cannot-listen = no se puede escuchar en { $address }: { $error }
serve-welcome = Atalaya está en { $link }
serve-on-this-machine = En esta máquina: { $link }
serve-cannot-lock = no se puede bloquear { $path }: { $error }
serve-database-taken = otro servidor tiene ya { $database }: varios necesitan PostgreSQL
serve-bad-filter = filtro incorrecto '{ $filter }' de --log: { $error }
serve-cannot-log = no se puede iniciar el registro: { $error }

worker-cannot-listen = no se pueden atender las interrupciones: { $error }

man-cannot-write = no se puede escribir en { $path }: { $error }
