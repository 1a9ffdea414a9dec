/** The page of a board, whose script is in `webview/`. */
import * as vscode from 'vscode';

/** The page, which may load nothing but its own script and style sheet, and the picture that it makes for the clipboard. */
export function page(webview: vscode.Webview, dist: vscode.Uri): string {
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const uri = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  const policy = `default-src 'none'; img-src data:; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Go Board</title>
<link rel="stylesheet" href="${uri('page.css')}">
</head>
<body>
<script nonce="${nonce}" src="${uri('page.js')}"></script>
</body>
</html>`;
}
