(event) @class.around

(variation) @function.around

(comment) @comment.around

(remark) @comment.around
