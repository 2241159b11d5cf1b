# Trabajo en la colección: `atalaya jobs` y `atalaya worker`.

jobs-job-cancelled = El trabajo { $job } está cancelado.
jobs-no-jobs = Ningún trabajo.
jobs-waiting = en espera
jobs-running = en curso
jobs-done = hecho
jobs-failed = fallido
jobs-cancelled = cancelado
jobs-mate-looking-all-keys = mate en { $most }; buscando todas las claves
jobs-mate-fewer = mate en { $most } o menos, no en { $refuted }
jobs-begun = empezado
jobs-no-mate = no hay mate en { $refuted }
jobs-workers-went-away-without = los trabajadores se fueron sin decir nada; el último, { $worker }
jobs-each-attempt-failed-last = todos los intentos fallaron; el último: { $error }
jobs-problem-changed = el problema ha cambiado
jobs-problem-cannot-read = el problema no se puede leer: { $error }
jobs-undecided-time = sin decidir a tiempo: { $so_far }
jobs-interrupted = interrumpido
jobs-solvable-fewer-least-nodes = se puede en { $moves } o menos; lo mínimo es { $least } ({ $nodes } nodos, { $ms } ms)
jobs-no-solution-fewer-nodes = sin solución en { $moves } o menos ({ $nodes } nodos, { $ms } ms)

worker-problem = problema
worker-dropped-job-was-own = (descartado: el trabajo ya no era suyo, o el problema ha cambiado)
worker-verified = verificados
worker-refuted = refutados
worker-undecided = sin decidir
worker-failed = fallidos
worker-dropped = descartados
worker-parts-site = partes para el sitio
worker-nothing-do = Nada que hacer.
