/** Links that hold the text in view. */
import { notify } from '../notice.ts';
import { pack, packedIn } from '../share.ts';
import type { Desk } from './desk.ts';

/** The length of a link from which some programs cut it. */
const LONG_LINK = 8000;

/** Returns a link that holds the text in view. */
export const linkTo = async ({ text }: Desk) => new URL(`#${await pack(text)}`, window.location.href);

/** Puts a link into the address bar, and on the clipboard where that is allowed. */
export async function share(desk: Desk): Promise<void> {
  const link = await linkTo(desk);
  window.history.replaceState(null, '', link);
  desk.shared(packedIn(link.hash));
  const isCopied = await navigator.clipboard.writeText(link.href).then(
    () => true,
    () => false,
  );
  const long = link.href.length > LONG_LINK ? ` It has ${link.href.length} characters, and some programs cut long links.` : '';
  notify(`${isCopied ? 'The link is on the clipboard.' : 'The link is in the address bar.'} It holds the text itself, which is sent to no server.${long}`);
}

/** Takes the text out of the address bar, where it is another one now. */
export function dropLink(): void {
  if (packedIn(window.location.hash) !== null) {
    window.history.replaceState(null, '', window.location.pathname + window.location.search);
  }
}
