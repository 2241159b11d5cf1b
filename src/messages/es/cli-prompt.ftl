# Lo que todas las preguntas tienen en común.

prompt-takes-nothing-after-too = '{ $word }' no lleva nada detrás, y '{ $rest }' sobra.
prompt-something-missing = Falta algo: { $usage }
prompt-neither-nor = '{ $text }' no es { $first } ni { $last }.
prompt-is-not-or = '{ $text }' no es { $first } ni { $last }.
prompt-understood-help-says-what = '{ $word }' no se entiende; 'ayuda' dice lo que se puede hacer

prompt-help = ayuda
