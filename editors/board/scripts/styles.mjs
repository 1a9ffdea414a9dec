// Plugin of esbuild for what the board and the player import as text: style sheets, without the blanks, and the definitions of the art.
import { readFileSync } from 'node:fs';

export const boardTexts = {
  name: 'ishi-board-texts',
  setup({ onLoad, esbuild }) {
    onLoad({ filter: /\/editors\/(?:board|player)\/.*\.css$/ }, async ({ path }) => {
      const { outputFiles } = await esbuild.build({ entryPoints: [path], bundle: true, minify: true, target: 'es2022', write: false });
      return { contents: outputFiles[0].text.trim(), loader: 'text' };
    });
    onLoad({ filter: /\/art\.svg$/ }, ({ path }) => ({ contents: readFileSync(path, 'utf8'), loader: 'text' }));
  },
};
