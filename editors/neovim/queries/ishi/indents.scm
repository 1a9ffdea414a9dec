(variation) @indent.begin

(end_variation) @indent.branch @indent.end

; The lines of a block of text stay as they are.
[
  (comment)
  (user_data)
] @indent.ignore
