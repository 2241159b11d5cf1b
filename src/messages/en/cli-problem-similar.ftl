# `atalaya problem similar`: problems that are like a position.

similar-problem = { $percent } %: problem { $id }, { $task }
similar-turned = mirrored or turned
similar-shifted = shifted by { $files } files and { $ranks } ranks
similar-men = { $kind ->
    [moved] elsewhere there: { $men }
    [missing] not there: { $men }
   *[added] there alone: { $men }
 }
similar-same-men = the same men
similar-same = the same position
similar-none = No problem is like it: none has { $least } of a hundred men where they stand here.
similar-count = Problems that are like it: { $found }; printed: { $printed }.
