/** The state of the page before it is drawn: its theme, and whether the example is shown to a visitor. */
import { applySplit } from './split.ts';
import { turnStart, wasStartClosed } from './startShown.ts';
import { applyTheme } from './theme.ts';
import { addressInLink, isBoardOnly, isEmbedded, isFirstVisit } from './visit.ts';

// Only a page that is to open an address may ask another server for something.
if (addressInLink() === null) {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "connect-src 'self'";
  document.head.append(policy);
}

applyTheme();
applySplit();
document.documentElement.toggleAttribute('data-embedded', isEmbedded);
document.documentElement.toggleAttribute('data-board', isBoardOnly);
document.documentElement.toggleAttribute('data-visitor', isFirstVisit());
turnStart(isFirstVisit() && !wasStartClosed());
