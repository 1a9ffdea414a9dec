; Written from syntaxes/tree-sitter-ishi/queries/highlights.scm by `scripts/generate`.
; Colors, by the names of Neovim.

(event_line keyword: (keyword) @keyword.directive)
(event_line title: (title) @markup.heading @spell)

(header name: (keyword) @property)
(header value: (text) @string @spell)

(remark) @comment @spell
((remark (text) @keyword.directive @nospell)
  (#match? @keyword.directive "^[Ii][Ss][Hh][Ii]:\\s*[Aa][Ll][Ll][Oo][Ww]"))

(move color: (black) @keyword)
(move color: (white) @type)
(stones color: (black) @keyword)
(stones color: (white) @type)
(number) @number
(size) @number
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
(reference) @number
(range) @number
(label) @character
(labelled "@" @punctuation.delimiter)

(variation_line keyword: (keyword) @keyword)
(variation_line marker: (marker) @label)
(end_variation keyword: (keyword) @keyword)

(comment_line keyword: (keyword) @keyword)
(comment_line title: (title) @markup.heading @spell)
(comment_text) @string @spell
(end_comment keyword: (keyword) @keyword)

(user_line keyword: (keyword) @keyword)
(user_line name: (text) @attribute)
(user_text) @attribute @nospell
(end_user keyword: (keyword) @keyword)

(sign) @string.special
(surplus) @comment
(unknown . (word) @comment.error)
