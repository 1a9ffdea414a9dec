/** The first moments of a visit: what is shown until the board and the server are there. */

/** Takes the preview of the example away. */
export function endPreview(): void {
  document.documentElement.removeAttribute('data-visitor');
}

/**
 * Called when the server runs, or can not: all that the page needs is loaded. `keeps` says whether the page is kept for a visit without a
 * network.
 */
export function endLoading(keeps: boolean): void {
  document.getElementById('loading')?.remove();
  // Keeping the files for a visit without a network would slow down the first one.
  if ('serviceWorker' in navigator && keeps) {
    // Where it is not allowed, the page works as long as there is a network.
    navigator.serviceWorker.register('offline.js').catch(() => {});
  }
}
