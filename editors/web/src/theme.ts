/** The theme of the page and of its board: that of the system, or the one that was chosen. */
import { keepJson, keptJson } from './store.ts';
import { isEmbedded } from './visit.ts';

/** The name under which it is kept. */
const KEY = 'theme';

/** Applies the theme that was chosen on an earlier visit. */
export function applyTheme(): void {
  const theme = isEmbedded ? null : keptJson(KEY);
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset['theme'] = theme;
  }
}

/** Changes between light and dark. */
export function switchTheme(): void {
  const { dataset } = document.documentElement;
  const isDark = dataset['theme'] === undefined ? window.matchMedia('(prefers-color-scheme: dark)').matches : dataset['theme'] === 'dark';
  dataset['theme'] = isDark ? 'light' : 'dark';
  if (!isEmbedded) {
    keepJson(KEY, dataset['theme']);
  }
}
