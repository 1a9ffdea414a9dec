/** Links that hold the text in view, and lead to a move in it. */
import type { MoveAddress } from '../movePath.ts';
import { notify } from '../notice.ts';
import { fragmentOf, pack, packedIn } from '../share.ts';
import type { Desk } from './desk.ts';

/** The length from which a link is too long for a message: some programs cut it, and some messengers refuse it. */
const LONG_LINK = 4000;

/** Returns a link that holds the text in view, and leads to a move in it. */
export async function linkTo({ text }: Desk, move: MoveAddress | null): Promise<URL> {
  return new URL(`#${fragmentOf(await pack(text), move)}`, window.location.href);
}

/**
 * Puts a link into the address bar, and on the clipboard where that is allowed. `save` saves the text as a file, which is
 * offered for a link that is too long.
 */
export async function share(desk: Desk, move: MoveAddress | null, save: () => void): Promise<void> {
  const link = await linkTo(desk, move);
  window.history.replaceState(null, '', link);
  desk.shared(packedIn(link.hash));
  const isCopied = await navigator.clipboard.writeText(link.href).then(
    () => true,
    () => false,
  );
  const place = isCopied ? 'on the clipboard' : 'in the address bar';
  const words = `The link is ${place}. It holds the text itself, which is sent to no server.`;
  if (link.href.length > LONG_LINK) {
    const length = link.href.length.toLocaleString('en');
    const advice = `It has ${length} characters, which is too long for many messages: send the file instead.`;
    notify(`${words} ${advice}`, { 'Save the file': save });
  } else {
    notify(words);
  }
}

/** Hands a link to another program of the device. */
export async function send(desk: Desk, move: MoveAddress | null): Promise<void> {
  const link = await linkTo(desk, move);
  // Who closes the choice of programs wants nothing else.
  await navigator.share({ title: desk.open.name, url: link.href }).catch(() => {});
}

/** Takes the text out of the address bar, where it is another one now. */
export function dropLink(): void {
  if (packedIn(window.location.hash) !== null) {
    window.history.replaceState(null, '', window.location.pathname + window.location.search);
  }
}
