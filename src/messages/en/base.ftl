# Texts of the crate `base`.

# Name of this language, in itself.
language = English
# Name of this language, in English.

# Words in a row.
# $first: the words but the last, with commas between
# $last: the last word
list-and = { $first } and { $last }
list-or = { $first } or { $last }

clock-bad = '{ $text }' is not a clock; expected minutes and seconds for each move, as in 5+3, moves per period, as in 40/90+30, seconds for each turn, as in 30/turn, or none

memory-too-little = a table of { $mb } MB does not fit in memory
