// Serves VS Code for the Web with an extension: node serve.mjs CODE EXTENSION. CODE is the folder of the workbench, which is that of
// code-server without its server: nothing runs but in the browser. Files of this machine have URIs such as disk:/tmp/game.ishi.
// Prints the address.
import { createReadStream, readdirSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const [code, extension] = argv.slice(2);
const disk = join(dirname(fileURLToPath(import.meta.url)), 'disk');

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

const SETTINGS = {
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'files.autoSave': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'chat.disableAIFeatures': true,
};

/** The page of the workbench, for a browser that has asked for it by an address. */
async function page(host) {
  const extensions = ['/extension', '/extensions/disk'].map((path) => ({ scheme: 'http', authority: host, path }));
  const configuration = {
    additionalBuiltinExtensions: extensions,
    configurationDefaults: SETTINGS,
    enableWorkspaceTrust: false,
    productConfiguration: { enableTelemetry: false },
    // Code-server's own, without which its workbench does not start.
    userDataPath: '/',
    isEnabledFileDownloads: true,
    isEnabledFileUploads: true,
    isEnabledCoderGettingStarted: false,
    webviewEndpoint: `http://${host}/code/out/vs/workbench/contrib/webview/browser/pre`,
  };
  const values = {
    WORKBENCH_WEB_CONFIGURATION: JSON.stringify(configuration).replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
    WORKBENCH_WEB_BASE_URL: '/code',
    WORKBENCH_NLS_FALLBACK_URL: '/code/out/nls.messages.js',
  };
  const html = await readFile(join(code, 'out/vs/code/browser/workbench/workbench.html'), 'utf8');
  return html.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '');
}

/** Changes that undo those of code-server in the workbench: it always connects to a server, and keeps the user's settings there. */
const CHANGES = [
  [/,remoteAuthority:location\.host/g, ''],
  [/(get userRoamingDataHome\(\)\{return \w+\(\w+\.file\(this\.userDataPath\)\.with\(\{scheme:\w+\.)vscodeRemote/g, '$1vscodeUserData'],
];

/** The script of the workbench as that of VS Code for the Web. */
async function workbench() {
  let script = await readFile(join(code, 'out/vs/code/browser/workbench/workbench.js'), 'utf8');
  for (const [change, original] of CHANGES) {
    if (script.match(change)?.length !== 1) {
      throw new Error('the workbench has changed');
    }
    script = script.replace(change, original);
  }
  return script;
}

/** Requests of the file system of the tests. */
const DISK = {
  stat(path) {
    const stat = statSync(path);
    return JSON.stringify({ type: stat.isDirectory() ? 2 : 1, ctime: stat.ctimeMs, mtime: stat.mtimeMs, size: stat.size });
  },
  list: (path) => JSON.stringify(readdirSync(path, { withFileTypes: true }).map((entry) => [entry.name, entry.isDirectory() ? 2 : 1])),
  read: (path) => readFile(path),
  write(path, body) {
    writeFileSync(path, body);
    return '';
  },
};

const FOLDERS = { code, extension, extensions: dirname(disk) };

async function answer(request, response) {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const [, root, ...rest] = decodeURIComponent(url.pathname).split('/');
  if (root === '') {
    const html = await page(request.headers.host);
    response.writeHead(200, { 'content-type': TYPES['.html'] }).end(html);
  } else if (root === 'disk') {
    const body = [];
    for await (const chunk of request) {
      body.push(chunk);
    }
    const found = await DISK[rest.join('/')](url.searchParams.get('path'), Buffer.concat(body));
    response.writeHead(200).end(found);
  } else {
    const file = join(FOLDERS[root], normalize(join('/', ...rest)));
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
    response.writeHead(isFile ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': 'max-age=600' });
    if (file.endsWith('/workbench/workbench.js')) {
      response.end(await workbench());
    } else if (isFile) {
      createReadStream(file).pipe(response);
    } else {
      response.end();
    }
  }
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    response.writeHead(404).end(String(error));
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
