-- Diagnostics that the server asks to be pulled again. By itself Neovim 0.12 then pulls those of the folder *instead* of those of its open
-- records, which would stay as they were before a change of the settings.
local M = {}

-- The ids of the clients whose folder was asked for, with `vim.lsp.buf.workspace_diagnostics()`.
local with_folder = {}

vim.api.nvim_create_autocmd('LspRequest', {
  group = vim.api.nvim_create_augroup('ishi.diagnostics', {}),
  callback = function(event)
    if event.data.request.method == 'workspace/diagnostic' then
      with_folder[event.data.client_id] = true
    end
  end,
})

--- Handles `workspace/diagnostic/refresh`: pulls the diagnostics of the open records, and those of the folder if they were asked for before.
function M.refresh(err, result, ctx)
  local client = vim.lsp.get_client_by_id(ctx.client_id)
  if not client or not vim.lsp.buf.workspace_diagnostics then
    return vim.lsp.handlers[ctx.method](err, result, ctx)
  end
  -- The problems of each identifier are a list of their own.
  local identifier = client.server_capabilities.diagnosticProvider.identifier
  for bufnr in pairs(client.attached_buffers) do
    -- A buffer that was wiped out may still be listed.
    if vim.api.nvim_buf_is_loaded(bufnr) then
      local document = vim.lsp.util.make_text_document_params(bufnr)
      local params = { identifier = identifier, textDocument = document }
      client:request('textDocument/diagnostic', params, nil, bufnr)
    end
  end
  if with_folder[client.id] then
    -- Neovim 0.12 fails here if a file with problems had a buffer that was wiped out.
    pcall(vim.lsp.buf.workspace_diagnostics, { client_id = client.id })
  end
  return vim.NIL
end

return M
