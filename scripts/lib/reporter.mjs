// The reporter of node's test runner: it prints what the runner's own `spec` does, and notes in the file ISHI_RUNNING which tests run.
import { appendFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';

const SIGNS = { 'test:dequeue': '+', 'test:complete': '-' };

/** @param {AsyncIterable<import('node:test/reporters').TestEvent>} events */
async function* noted(events) {
  for await (const event of events) {
    const sign = SIGNS[event.type];
    if (sign !== undefined && process.env.ISHI_RUNNING !== undefined) {
      appendFileSync(process.env.ISHI_RUNNING, `${sign} ${event.data.name.replaceAll('\n', ' ')}\n`);
    }
    yield event;
  }
}

export default async function* reporter(events) {
  yield* Readable.from(noted(events)).compose(new spec());
}
