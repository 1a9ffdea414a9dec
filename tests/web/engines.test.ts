/** The page in Firefox and in WebKit, where there is one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { serve } from '../../editors/web/scripts/serve.mjs';
import { environment } from './browser.ts';
import { click, type Engine, PATIENCE, until } from './engine.ts';
import { Firefox, FIREFOX } from './firefox.ts';
import { WebKit, WEBKIT } from './webkit.ts';

/** Expressions in the page. */
const TEXT = `[...document.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')`;
const board = (selector: string) => `document.querySelector('ishi-board').shadowRoot.querySelector('${selector}')`;
const END = '\uE010';
const ENTER = '\uE007';

/** Types, checks, fixes, plays, saves and visits again. */
async function visit(engine: Engine, url: string): Promise<void> {
  await engine.open(url);
  await until(engine, `document.querySelector('#outline li') && ${board('#board svg')}`);
  // A game in SGF becomes a record.
  await engine.evaluate(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(['(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]GN[Final];B[pd];W[dp])'], 'final.sgf'));
    document.querySelector('.cm-content').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  })()`);
  await until(engine, `${TEXT} === 'EVENT Final\\nB 1 Q16\\nW 2 D4\\n'`);
  // What is typed is checked, and fixed by a menu.
  await click(engine, `document.querySelector('.cm-line')`);
  await engine.type(`${END}${ENTER}BLCAK Ines`);
  await until(engine, `document.querySelector('#problems li button.error')?.textContent.includes('BLCAK')`);
  await click(engine, `document.querySelector('#problems li button:last-child')`);
  await until(engine, `document.querySelector('.menu[aria-label^=Quick] [role=menuitem]')?.textContent.includes('BLACK')`);
  await click(engine, `document.querySelector('.menu[aria-label^=Quick] [role=menuitem]')`);
  await until(engine, `${TEXT}.includes('\\nBLACK Ines\\n') && document.querySelector('#problems h2').textContent === 'No problems'`);
  // The middle of the board is one of its points.
  await click(engine, `document.querySelectorAll('.cm-line')[3]`);
  await until(engine, `${board('#state')}.textContent.includes('White 2 D4')`);
  await click(engine, board('#board svg'));
  await until(engine, `/\\nB 3 K10\\n/.test(${TEXT})`);
  // The page gives the file to the browser, which would put it into a folder.
  await engine.evaluate(`(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      window.saved = blob;
      return make.call(URL, blob);
    };
  })()`);
  await click(engine, `document.querySelector('#file-button')`);
  await click(engine, `document.querySelector('#sgf')`);
  await until(engine, 'window.saved');
  assert.match(await engine.evaluate('window.saved.text()'), /^\(;(?=[^]*GN\[Final\])(?=[^]*PB\[Ines\])[^]*;B\[pd\]\s*;W\[dp\]\s*;B\[jj\]\)\s*$/);
  // What is typed last is there on the next visit, and what it has taken the place of is in the list.
  for (const event of ['EVENT One', 'EVENT Two']) {
    await click(engine, `document.querySelector('#file-button')`);
    await click(engine, `document.querySelector('#new')`);
    await click(engine, `document.querySelector('#begin [data-do=empty]')`);
    await engine.type(event);
    await until(engine, `${TEXT} === '${event}'`);
    await engine.open(url);
    await until(engine, `${TEXT} === '${event}'`);
  }
  await click(engine, `document.querySelector('#file-button')`);
  await click(engine, `document.querySelector('#recent')`);
  await until(engine, `document.querySelector('#kept [data-list=unsaved]').textContent.includes('EVENT One')`);
  await click(engine, `[...document.querySelectorAll('#kept li')].find((row) => row.textContent.includes('EVENT One')).querySelector('button')`);
  await until(engine, `${TEXT} === 'EVENT One'`);
}

const ENGINES = [
  { name: 'Firefox', program: FIREFOX, start: Firefox.start },
  { name: 'WebKit', program: WEBKIT, start: WebKit.start },
];

for (const { name, program, start } of ENGINES) {
  const skip = program === undefined ? `SKIPPED: there is no ${name}; the page is not tested in it` : false;
  if (skip !== false) {
    console.log(skip);
  }
  test(`in ${name} a record is typed, checked, fixed, played on the board, saved as SGF and kept`, { skip, timeout: 4 * PATIENCE }, async () => {
    const { server, url } = await serve(environment('ISHI_SITE'));
    const engine = await start(program ?? '');
    try {
      await visit(engine, url);
    } finally {
      engine.end();
      server.close();
    }
  });
}
