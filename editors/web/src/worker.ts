/** The Web Worker: hands messages to the server in WebAssembly, and calls to the functions of its modules. */
import initFiles, { encode, exportSgf, open } from 'ishi-worker-files';
import initServer, { Server } from 'ishi-worker-server';

import { type Call, type FileFunctions, type Load, MODULE_OF, type Result, type ServerFunctions } from './protocol.ts';

const post = (message: string | Result) => self.postMessage(message);

const filesFunctions: FileFunctions = {
  open(bytes, isSgf) {
    const { text, encoding, format, losses } = open(bytes, isSgf);
    return { text, encoding, format, losses };
  },
  encode,
  exportSgf(text, base) {
    const { bytes, losses } = exportSgf(text, base);
    return { bytes, losses };
  },
};

const serverFunctions = (server: Server): ServerFunctions => ({
  setSettings: (...file) => server.setSettings(...file),
  refuseSettings: (...file) => server.refuseSettings(...file),
  removeSettings: (uri) => server.removeSettings(uri),
});

function answer(functions: object, { id, name, parameters }: Call): Result {
  try {
    return { id, value: (functions as Record<typeof name, (...all: unknown[]) => unknown>)[name](...parameters) };
  } catch (error) {
    // A function refuses with a string. All else is the end of the module.
    if (typeof error === 'string') {
      return { id, refusal: error };
    }
    throw error;
  }
}

// Who has started the worker hears of an error of the worker, but not of a promise that is not waited for.
self.addEventListener('unhandledrejection', ({ reason }) => {
  setTimeout(() => {
    throw reason;
  });
});

let server: Promise<Server>;
let files: Promise<FileFunctions>;

self.addEventListener('message', ({ data }: MessageEvent<Load | string | Call>) => {
  if (typeof data === 'string') {
    void server.then((started) => started.receive(data));
  } else if ('server' in data) {
    server = initServer({ module_or_path: data.server }).then(() => new Server(post));
  } else if ('files' in data) {
    files = initFiles({ module_or_path: data.files }).then(() => filesFunctions);
  } else {
    const functions = MODULE_OF[data.name] === 'files' ? files : server.then(serverFunctions);
    void functions.then((found) => post(answer(found, data)));
  }
});
