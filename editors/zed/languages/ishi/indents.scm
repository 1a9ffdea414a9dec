(variation
  (end_variation)? @end) @indent
