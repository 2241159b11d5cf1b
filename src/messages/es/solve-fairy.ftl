# Piezas de fantasía: `src/solve/fairy`.

fairy-kind = { $code ->
    [k] rey
    [q] dama
    [r] torre
    [b] alfil
    [s] caballo
    [p] peón
    [g] saltamontes
    [n] jinete nocturno
    [pr] princesa
    [em] emperatriz
    [am] amazona
    [ro] rosa
    [li] león
    [ca] camello
    [z] cebra
    [l] langosta
    [gi] jirafa
    [rf] saltador de raíz 50
    [bu] saltador de raíz 25
    [we] wazir
    [fe] fers
    [al] alfil árabe
    [da] dabbaba
    [gn] ñu
    [an] antílope
    [sq] ardilla
    [wa] varano
    [cr] jinete de camello
    [zr] jinete de cebra
    [gr] jinete de ñu
    [rh] saltador de torre
    [bh] saltador de alfil
    [nh] saltador de jinete nocturno
    [ch] saltador de jinete de camello
    [zh] saltador de jinete de cebra
    [gh] saltador de jinete de ñu
    [rl] león de torre
    [bl] león de alfil
    [nl] león de jinete nocturno
    [le] leo
    [pa] pao
    [va] vao
    [na] nao
    [m] alce
    [ea] águila
    [sw] gorrión
    [du] dummy
   *[other] ?
 }
fairy-man = { $quality ->
    [neutral] { $kind } neutral
    [royal] { $kind } real
    [neutral-royal] { $kind } real neutral
   *[none] { $kind }
 }
