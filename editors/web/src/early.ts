/** The state of the page before it is drawn: its theme, and whether the example is shown to a visitor. */
import { turnStart, wasStartClosed } from './startShown.ts';
import { applyTheme } from './theme.ts';
import { isEmbedded, isFirstVisit } from './visit.ts';

applyTheme();
document.documentElement.toggleAttribute('data-embedded', isEmbedded);
document.documentElement.toggleAttribute('data-visitor', isFirstVisit());
turnStart(isFirstVisit() && !wasStartClosed());
