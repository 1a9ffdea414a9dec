/** The Web Worker: hands messages to the server in WebAssembly, and calls to the library. */
import init, { encode, exportSgf, open, Server } from 'ishi-web-worker';

import type { Call, Library, Result, Start } from './protocol.ts';

const post = (message: string | Result) => self.postMessage(message);

const library = (server: Server): Library => ({
  open(bytes, isSgf) {
    const { text, encoding, format, losses } = open(bytes, isSgf);
    return { text, encoding, format, losses };
  },
  encode,
  exportSgf(text, base) {
    const { bytes, losses } = exportSgf(text, base);
    return { bytes, losses };
  },
  setSettings: (...file) => server.setSettings(...file),
  refuseSettings: (...file) => server.refuseSettings(...file),
  removeSettings: (uri) => server.removeSettings(uri),
});

function answer(server: Server, { id, name, parameters }: Call): Result {
  try {
    return { id, value: (library(server)[name] as (...all: unknown[]) => unknown)(...parameters) };
  } catch (error) {
    // The library refuses with a string. All else is the end of the module.
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

let started: Promise<Server>;

self.addEventListener('message', ({ data }: MessageEvent<Start | string | Call>) => {
  if (typeof data === 'object' && 'module' in data) {
    started = init({ module_or_path: data.module }).then(() => new Server(post));
    return;
  }
  void started.then((server) => {
    if (typeof data === 'string') {
      server.receive(data);
    } else {
      post(answer(server, data));
    }
  });
});
