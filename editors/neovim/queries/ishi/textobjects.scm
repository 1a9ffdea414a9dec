; For nvim-treesitter-textobjects.
(event) @class.outer

(variation) @block.outer

(variation
  (variation_line)
  .
  (_) @block.inner)

[
  (comment)
  (remark)
] @comment.outer

(comment_text) @comment.inner

(move) @statement.outer

[
  (location)
  (reference)
  (range)
  (labelled)
  (pass)
] @parameter.inner
