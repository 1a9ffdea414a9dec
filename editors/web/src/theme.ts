/** The theme of the page and of its board: that of the system, or the one that was chosen. */
import { keepJson, keptJson } from './store.ts';
import { isEmbedded } from './visit.ts';

/** The name under which it is kept. */
const KEY = 'theme';

export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

/** Applies the theme that was chosen on an earlier visit. */
export function applyTheme(): void {
  const theme = isEmbedded ? null : keptJson(KEY);
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset['theme'] = theme;
  }
}

export const chosenTheme = () => (document.documentElement.dataset['theme'] ?? 'system') as Theme;

/** Applies a theme and keeps it for the next visit. Returns false if the browser has no room for that. */
export function chooseTheme(theme: Theme): boolean {
  const { dataset } = document.documentElement;
  if (theme === 'system') {
    delete dataset['theme'];
  } else {
    dataset['theme'] = theme;
  }
  return isEmbedded || keepJson(KEY, theme);
}

/** Changes between light and dark. */
export function switchTheme(): void {
  const theme = chosenTheme();
  const isDark = theme === 'system' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  chooseTheme(isDark ? 'light' : 'dark');
}
