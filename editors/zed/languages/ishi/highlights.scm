; Written from syntaxes/tree-sitter-ishi/queries/highlights.scm by `scripts/generate`.
; Colors, by the names of Zed.

(event_line keyword: (keyword) @keyword)
(event_line title: (title) @title)

(header name: (keyword) @property)
(header value: (text) @string)

(remark) @comment
((remark (text) @keyword)
  (#match? @keyword "^[Ii][Ss][Hh][Ii]:\\s*[Aa][Ll][Ll][Oo][Ww]"))

(move color: (black) @keyword)
(move color: (white) @type)
(stones color: (black) @keyword)
(stones color: (white) @type)
(number) @number
(size) @number
(location) @variable
(pass) @constant

(board_size keyword: (keyword) @keyword)
(setup keyword: (keyword) @keyword)
(diagram keyword: (keyword) @keyword)
(mark keyword: (keyword) @keyword)
(unmark keyword: (keyword) @keyword)
(hide keyword: (keyword) @keyword)
(prisoner keyword: (keyword) @keyword)

(all) @constant
(reference) @number
(range) @number
(label) @string.special
(labelled "@" @punctuation.delimiter)

(variation_line keyword: (keyword) @keyword)
(variation_line marker: (marker) @label)
(end_variation keyword: (keyword) @keyword)

(comment_line keyword: (keyword) @keyword)
(comment_line title: (title) @title)
(comment_text) @string
(end_comment keyword: (keyword) @keyword)

(user_line keyword: (keyword) @keyword)
(user_line name: (text) @attribute)
(user_text) @attribute
(end_user keyword: (keyword) @keyword)

(sign) @string.escape
(surplus) @comment
(unknown . (word) @hint)
