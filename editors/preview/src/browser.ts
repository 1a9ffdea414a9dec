/** The script of the page that `ishi preview` serves: shows what the event stream brings. */
import type { Content, Spot } from './content.ts';
import { View } from './view.ts';

/** What has changed since the last message. */
interface Message {
  /** The name of the file. */
  name: string;
  content?: Content;
  /** Why the file can't be read. */
  problem?: string | null;
  cursor: Spot | null;
}

const ended = document.querySelector<HTMLElement>('#ended');
const main = document.querySelector('main');

if (ended !== null && main !== null) {
  const view = new View(main);
  const events = new EventSource('events');
  events.addEventListener('open', () => {
    ended.hidden = true;
  });
  // The browser tries again by itself.
  events.addEventListener('error', () => {
    ended.hidden = false;
  });
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const { name, content, problem, cursor } = JSON.parse(data) as Message;
    if (problem) {
      view.say(problem);
    } else if (content !== undefined) {
      document.title = content.title ?? name;
      view.show(content);
      if (content.articles.every(({ parts }) => parts.length === 0)) {
        view.say('There is nothing to show yet.');
      }
    }
    if (cursor !== null) {
      view.reveal(cursor);
    }
  });
}
