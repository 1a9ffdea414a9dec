/** Plugin of esbuild for what the board and the player import as text. */
export const boardTexts: import('../../web/node_modules/esbuild/lib/main.js').Plugin;
