# Ejercicios: las páginas.

puzzles-title = Ejercicios
puzzle-nav = Ejercicios
puzzle-themes = Temas
puzzle-mistakes = Mis errores
puzzle-history = Historial
puzzle-name = Los ejercicios tienen una puntuación propia: elige un nombre o inicia sesión primero.
puzzle-name-first = elige un nombre o inicia sesión primero
puzzle-theme = Tema:
puzzle-all-themes = todos los temas
puzzle-rating = Puntuación
puzzle-streak = Seguidos:
puzzle-best = Racha más larga:
puzzle-next = Siguiente ejercicio
puzzle-due-now = { $count ->
    [one] Hay un ejercicio para repasar
   *[other] Hay { $count } ejercicios para repasar
}
puzzle-first-counts = Solo tu primer intento en un ejercicio cuenta para la puntuación. Ningún ejercicio se elige dos veces para ella.
puzzle-themes-none = Todavía no hay ejercicios. Quien administra el sitio los carga con «atalaya puzzle import».
puzzle-mistakes-lead = Posiciones de tus partidas en las que una jugada era claramente la mejor y jugaste otra, y ejercicios que fallaste. Vuelven antes o después según los resuelvas.
puzzle-due-count = { $count ->
    [0] No hay nada para hoy.
    [one] Hay uno para hoy.
   *[other] Hay { $count } para hoy.
}
puzzle-later = { $count ->
    [one] Uno vendrá más adelante, el { $date }.
   *[other] { $count } vendrán más adelante, el primero el { $date }.
}
puzzle-due-go = Resolver lo de hoy
puzzle-look = Buscar errores en mis últimas partidas
puzzle-from = De
puzzle-from-stream = un ejercicio
puzzle-from-game = mi partida
puzzle-since = Desde
puzzle-curve = Puntuación después de cada ejercicio
puzzle-solved-of = { $solved } de { $played } resueltos
puzzle-history-none = Todavía ninguno: resuelve un ejercicio y aparecerá aquí.
puzzle-date = Día
puzzle-result = Resultado
puzzle-its-rating = Ejercicio
puzzle-was-solved = resuelto
puzzle-was-missed = fallado
puzzle-none = aquí no queda ningún ejercicio que no hayas tenido ya
puzzle-none-due = no hay nada para repasar
puzzle-not-yours = este ejercicio no se te ha dado
puzzle-elsewhere = este intento siguió en otra página, o ya terminó
