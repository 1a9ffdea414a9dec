[
  (event)
  (variation)
  (comment)
  (user_data)
] @fold
