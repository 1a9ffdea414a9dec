// Plugin of esbuild for what the board imports as text: its style sheet, without the blanks, and the definitions of its art.
import { readFileSync } from 'node:fs';

export const boardTexts = {
  name: 'ishi-board-texts',
  setup({ onLoad, esbuild }) {
    onLoad({ filter: /\/editors\/board\/.*\.css$/ }, async ({ path }) => {
      const { code } = await esbuild.transform(readFileSync(path, 'utf8'), { loader: 'css', minify: true, target: 'es2022' });
      return { contents: code.trim(), loader: 'text' };
    });
    onLoad({ filter: /\/art\.svg$/ }, ({ path }) => ({ contents: readFileSync(path, 'utf8'), loader: 'text' }));
  },
};
