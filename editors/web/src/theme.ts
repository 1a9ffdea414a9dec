/** The theme of the page and of its board: that of the system, or the one that was chosen. */

/** Keeps page and board in one theme, and returns the function that changes between light and dark. */
export function themeSwitch(frame: HTMLIFrameElement): () => void {
  let theme = '';
  const apply = () => {
    for (const { documentElement } of [document, ...(frame.contentDocument ? [frame.contentDocument] : [])]) {
      documentElement.dataset['theme'] = theme;
    }
  };
  frame.addEventListener('load', apply);
  return () => {
    const isDark = theme === '' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
    theme = isDark ? 'light' : 'dark';
    apply();
  };
}
