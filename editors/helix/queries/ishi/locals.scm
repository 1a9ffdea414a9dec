; Written from syntaxes/tree-sitter-ishi/queries/locals.scm by `scripts/generate`.
; The numbers of moves are defined by the moves, and marks, hidden stones and prisoners refer to them.
(event) @local.scope
(variation) @local.scope
(move number: (number) @local.definition)
(reference) @local.reference
