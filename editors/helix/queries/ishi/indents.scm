(variation) @indent

(end_variation) @outdent
