/** Sentences about what has become of a document. */
import { notify } from '../notice.ts';

export const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Runs an action of a button or a key, and says why it has failed. */
export const attempt = (work: () => Promise<void>) => () => void work().catch((error: unknown) => notify(sentence(messageOf(error))));

/** Returns what is to be said of a conversion. */
export function described(done: string, losses: string[]): string {
  const [first] = losses;
  return first === undefined ? `${done}.` : `${done}. Not as it was: ${first}${losses.length > 1 ? `, and ${losses.length - 1} more` : ''}.`;
}
