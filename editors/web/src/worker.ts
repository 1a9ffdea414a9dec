/** The Web Worker: hands messages to the server in WebAssembly, and calls to the functions of its modules. */
import { encode, exportSgf, initSync as initFiles, open } from 'ishi-worker-files';
import { initSync as initServer, Server } from 'ishi-worker-server';

import type { Call, Functions, Load, Result } from './protocol.ts';

const post = (message: string | Result) => self.postMessage(message);

let server: Server;

const functions: Functions = {
  open(bytes, isSgf) {
    const { text, encoding, isDamaged, format, losses } = open(bytes, isSgf);
    return { text, encoding, isDamaged, format, losses };
  },
  encode,
  exportSgf(text, base) {
    const { bytes, losses } = exportSgf(text, base);
    return { bytes, losses };
  },
  setSettings: (...file) => server.setSettings(...file),
  refuseSettings: (...file) => server.refuseSettings(...file),
  removeSettings: (uri) => server.removeSettings(uri),
};

function answer({ id, name, parameters }: Call): Result {
  try {
    return { id, value: (functions[name] as (...all: unknown[]) => unknown)(...parameters) };
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

self.addEventListener('message', ({ data }: MessageEvent<Load | string | Call>) => {
  if (typeof data === 'string') {
    server.receive(data);
  } else if ('server' in data) {
    initServer({ module: data.server });
    server = new Server(post);
  } else if ('files' in data) {
    initFiles({ module: data.files });
  } else {
    post(answer(data));
  }
});
