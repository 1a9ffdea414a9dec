; Written from syntaxes/tree-sitter-ishi/queries/highlights.scm by `scripts/generate`.
; Colors, by the names of Helix.

(event_line keyword: (keyword) @keyword.directive)
(event_line title: (title) @markup.heading)

(header name: (keyword) @variable.other.member)
(header value: (text) @string)

(remark) @comment.line
((remark (text) @keyword.directive)
  (#match? @keyword.directive "^[Ii][Ss][Hh][Ii]:\\s*[Aa][Ll][Ll][Oo][Ww]"))

(move color: (black) @keyword)
(move color: (white) @type)
(stones color: (black) @keyword)
(stones color: (white) @type)
(number) @constant.numeric.integer
(size) @constant.numeric.integer
(location) @variable
(pass) @constant.builtin

(board_size keyword: (keyword) @keyword)
(setup keyword: (keyword) @keyword)
(diagram keyword: (keyword) @keyword)
(mark keyword: (keyword) @keyword)
(unmark keyword: (keyword) @keyword)
(hide keyword: (keyword) @keyword)
(prisoner keyword: (keyword) @keyword)

(all) @constant.builtin
(reference) @constant.numeric.integer
(range) @constant.numeric.integer
(label) @constant.character
(labelled "@" @punctuation.delimiter)

(variation_line keyword: (keyword) @keyword)
(variation_line marker: (marker) @label)
(end_variation keyword: (keyword) @keyword)

(comment_line keyword: (keyword) @keyword)
(comment_line title: (title) @markup.heading)
(comment_text) @string
(end_comment keyword: (keyword) @keyword)

(user_line keyword: (keyword) @keyword)
(user_line name: (text) @attribute)
(user_text) @attribute
(end_user keyword: (keyword) @keyword)

(sign) @constant.character.escape
(surplus) @comment
(unknown . (word) @error)
