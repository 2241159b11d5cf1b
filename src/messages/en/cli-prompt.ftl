# What every prompt has in common.

prompt-takes-nothing-after-too = '{ $word }' takes nothing after it: '{ $rest }' is too much.
prompt-something-missing = Something is missing: { $usage }
prompt-neither-nor = '{ $text }' is neither { $first } nor { $last }.
prompt-is-not-or = '{ $text }' is not { $first } or { $last }.
prompt-understood-help-says-what = '{ $word }' is not understood; 'help' says what can be done

prompt-help = help
