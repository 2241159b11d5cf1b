# Files of puzzles.

csv-utf-8 = it is not UTF-8
csv-no-number = '{ $text }' is no number ({ $what })
csv-no-column = there is no column { $name }
csv-more-than-one-column = there is more than one column { $name }
csv-fields-first-line-names = there are { $count } fields, and the first line names { $named }
csv-line-fields-no = the line has { $count } fields, and no { $name }
csv-quotation-mark-no-partner = a quotation mark has no partner
csv-carriage-return-within-line = there is a carriage return within the line
csv-puzzle-opponents-move-least = a puzzle has the opponent's move and at least one of the solver's
