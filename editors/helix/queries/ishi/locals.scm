; Marks, hidden stones and prisoners refer to moves by their numbers.
[
  (event)
  (variation)
] @local.scope

(move number: (number) @local.definition)
(reference) @local.reference
