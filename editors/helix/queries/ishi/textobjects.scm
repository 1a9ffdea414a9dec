; `]t` and `mat` go by types, which are events here; `]f` and `maf` by functions, which are variations.
(event) @class.around

(variation) @function.around

(comment) @comment.around
(comment_text)+ @comment.inside
(remark) @comment.around

(move) @entry.around

[
  (location)
  (reference)
  (range)
  (labelled)
  (pass)
] @parameter.inside
