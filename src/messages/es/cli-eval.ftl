# La evaluación estática de una posición (`atalaya eval`) y su diagrama (`atalaya diagram`).

eval-expected = se esperaba { $first }, { $second } o { $third }
diagram-no-fonts = este sistema no tiene fuentes con las que escribir en un PNG; un SVG no las necesita
diagram-latex-chess = --latex es para el ajedrez, y esto es { $game }
