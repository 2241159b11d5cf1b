# `atalaya problem similar`: problemas parecidos a una posición.

similar-problem = { $percent } %: problema { $id }, { $task }
similar-turned = reflejada o girada
similar-shifted = desplazada { $files } columnas y { $ranks } filas
similar-men = { $kind ->
    [moved] allí en otro sitio: { $men }
    [missing] no están allí: { $men }
   *[added] solo están allí: { $men }
 }
similar-same-men = las mismas piezas
similar-same = la misma posición
similar-none = Ningún problema se le parece: ninguno tiene { $least } de cada cien piezas donde están aquí.
similar-count = Problemas parecidos: { $found }; mostrados: { $printed }.
