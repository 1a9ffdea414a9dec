/** What wasm-bindgen makes of `worker/src`. */
declare module 'ishi-web-worker' {
  export default function init(options: { module_or_path: URL }): Promise<unknown>;

  export class Server {
    constructor(send: (message: string) => void);
    receive(message: string): void;
  }

  export function open(bytes: Uint8Array, isSgf: boolean): { text: string; encoding: string; losses: string[] };
  export function encode(text: string, encoding: string): Uint8Array<ArrayBuffer>;
  export function exportSgf(text: string): { bytes: Uint8Array<ArrayBuffer>; losses: string[] };
}
