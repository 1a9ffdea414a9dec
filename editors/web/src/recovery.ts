/** The page after the language server has died. */
import { sentence } from './documents/words.ts';
import type { Client } from './language/client.ts';
import { notify } from './notice.ts';
import { GIVEN_UP, type Service } from './service.ts';

/** Goes on with the server that takes the place of one that died. `refresh` shows again what comes from the server. */
export function recover(service: Service, client: Client, refresh: () => void): void {
  service.onDeath = (isRestarted) => {
    if (!isRestarted) {
      notify(sentence(GIVEN_UP));
      return;
    }
    client.reconnect().then(
      () => {
        refresh();
        notify('The language server crashed and was started again. The text is as it was.');
      },
      () => {},
    );
  };
}
