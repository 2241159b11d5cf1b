# Fairy pieces: `src/solve/fairy`.

# $code: Popeye's code of a piece, in small letters. The English names are Popeye's.
fairy-kind = { $code ->
    [k] king
    [q] queen
    [r] rook
    [b] bishop
    [s] knight
    [p] pawn
    [g] grasshopper
    [n] nightrider
    [pr] princess
    [em] empress
    [am] amazon
    [ro] rose
    [li] lion
    [ca] camel
    [z] zebra
    [l] locust
    [gi] giraffe
    [rf] root-50-leaper
    [bu] root-25-leaper
    [we] wazir
    [fe] fers
    [al] alfil
    [da] dabbaba
    [gn] gnu
    [an] antelope
    [sq] squirrel
    [wa] waran
    [cr] camelrider
    [zr] zebrarider
    [gr] gnurider
    [rh] rookhopper
    [bh] bishophopper
    [nh] nightrider-hopper
    [ch] camelrider hopper
    [zh] zebrarider hopper
    [gh] gnurider hopper
    [rl] rook-lion
    [bl] bishop-lion
    [nl] nightrider lion
    [le] leo
    [pa] pao
    [va] vao
    [na] nao
    [m] moose
    [ea] eagle
    [sw] sparrow
    [du] dummy
   *[other] ?
 }
# A man that is none of chess. $kind: the piece; $quality: neutral (it belongs to both sides), royal, both or none
fairy-man = { $quality ->
    [neutral] neutral { $kind }
    [royal] royal { $kind }
    [neutral-royal] neutral royal { $kind }
   *[none] { $kind }
 }
