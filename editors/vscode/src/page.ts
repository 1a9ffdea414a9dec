/** The pages of panels, whose scripts are in `webview/`. */
import * as vscode from 'vscode';

/** The script and style sheet of a page, and its title. */
interface Names {
  name: string;
  title: string;
}

/** A page, which may load nothing but its own script and style sheet, and pictures that are a part of it. */
export function page(webview: vscode.Webview, dist: vscode.Uri, { name, title }: Names): string {
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const uri = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
  const policy = `default-src 'none'; img-src data:; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${uri(`${name}.css`)}">
</head>
<body>
<script nonce="${nonce}" src="${uri(`${name}.js`)}"></script>
</body>
</html>`;
}
