/** As much of pngjs, which brings no types, as the tests use. */
declare module '*/pngjs/lib/png.js' {
  const pngjs: { PNG: { sync: { read(file: Buffer): { width: number; height: number; data: Uint8Array } } } };
  export default pngjs;
}
