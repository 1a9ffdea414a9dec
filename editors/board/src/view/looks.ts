/** What is equal in all boards, read once: a page may have many of them. */
import ART from '../../../../crates/render/src/art.svg';
import RULES from './board.css';
import { namesHere } from './keyNames.ts';
import { markup } from './markup.ts';

/** The rules. Unlike a style element, a sheet is allowed by strict policies. */
export const SHEET = new CSSStyleSheet();
SHEET.replaceSync(RULES);

/** The content of an element. */
export const TEMPLATE = document.createElement('template');
TEMPLATE.innerHTML = namesHere(markup(ART));
