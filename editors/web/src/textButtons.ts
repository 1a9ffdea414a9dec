/** The entries of the menu that are about the text. */
import { formatDocument } from '@codemirror/lsp-client';
import { openSearchPanel } from '@codemirror/search';

import { attempt } from './documents/words.ts';
import { fixAll, showActions } from './language/actions.ts';
import type { Beside } from './lists.ts';
import { notify } from './notice.ts';

/** Returns what the entries do, by their ids. */
export const textButtons = ({ view, focusText }: Beside): Record<string, () => void> => ({
  format: () => formatDocument(view),
  fix: () => {
    focusText();
    void showActions(view);
  },
  'fix-all': attempt(async () => {
    if (!(await fixAll(view))) {
      notify('There is nothing to fix without a choice.');
    }
  }),
  search: () => {
    focusText();
    openSearchPanel(view);
  },
});
