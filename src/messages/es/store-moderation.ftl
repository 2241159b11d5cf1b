# Negativas de la moderación de un sitio.

banned = este nombre está bloqueado hasta el { $until }: { $why }
banned-for-good = este nombre está bloqueado: { $why }
not-banned = { $name } no tiene ningún bloqueo
is-administrator = { $name } administra el sitio, y nadie puede bloquear su cuenta
wrong-link = este enlace ya se ha usado, tiene más de un día o se ha sustituido: pide otro
no-such-report = no hay ningún aviso abierto { $id }
