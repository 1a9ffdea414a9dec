/** The theme of the page and of its board: that of the system, or the one that was chosen. */

/** Changes between light and dark. */
export function switchTheme(): void {
  const { dataset } = document.documentElement;
  const isDark = dataset['theme'] === undefined ? window.matchMedia('(prefers-color-scheme: dark)').matches : dataset['theme'] === 'dark';
  dataset['theme'] = isDark ? 'light' : 'dark';
}
