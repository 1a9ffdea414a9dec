; Written from syntaxes/tree-sitter-ishi/queries/injections.scm by `scripts/generate`.
; The properties of a game in SGF that no line of a record says.
((user_data
  (user_line name: (text) @_name)
  (user_text) @injection.content)
  (#match? @_name "^[Ss][Gg][Ff]\\s*$")
  (#set! injection.language "sgf")
  (#set! injection.combined))
