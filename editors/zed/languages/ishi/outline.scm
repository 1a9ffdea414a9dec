(event_line
  keyword: (keyword) @context
  title: (title)? @name) @item

(variation_line
  keyword: (keyword) @context
  marker: (marker)? @name) @item

(diagram
  keyword: (keyword) @name) @item
