/** Resolves in another task. Between two tasks the browser answers the user. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** How long the first frame is waited for, in milliseconds: a page that is put into the background meanwhile has none. */
const PATIENCE = 2000;

/** Resolves after something is in view for the first time, or at once in a page that is not shown. */
export const firstFrame = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'visible') {
      // What is drawn in a frame may be in view much later.
      new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
      setTimeout(resolve, PATIENCE);
    } else {
      resolve();
    }
  });
