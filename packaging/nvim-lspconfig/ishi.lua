---@brief
---
--- {repository}
---
--- `ishi lsp`, the language server for Go game records in the Ishi Standard Format.

---@type vim.lsp.Config
return {{
  cmd = {{ 'ishi', 'lsp' }},
  filetypes = {{ 'ishi' }},
  root_markers = {{ 'ishi.toml', '.git' }},
}}
