/** The end of a visit: the texts are kept before the tab may be closed. */
import type { Desk } from './desk.ts';
import type { DocumentStore } from './store.ts';

/** Keeps all texts before the tab may be closed, and has the browser ask if one would be lost with it. */
export function keepOnLeaving(desk: Desk, store: DocumentStore): void {
  const leave = () => {
    void desk.keep();
    return store.leave();
  };
  document.addEventListener('visibilitychange', leave);
  window.addEventListener('pagehide', leave);
  window.addEventListener('beforeunload', (event) => {
    if (!leave()) {
      event.preventDefault();
    }
  });
}
