/** The diagnostics of the text that is edited, which follow its changes. */
import type { Diagnostic as Shown } from '@codemirror/lint';
import { StateEffect, StateField } from '@codemirror/state';
import type { Diagnostic } from 'vscode-languageserver-protocol';

/** A diagnostic of the server, and where it is now. */
export interface Problem {
  diagnostic: Diagnostic;
  severity: Shown['severity'];
  from: number;
  to: number;
}

/** Replaces all problems. */
export const setProblems = StateEffect.define<Problem[]>();

/** The diagnostics of the server, in the order of the text. */
export const problems = StateField.define<readonly Problem[]>({
  create: () => [],
  update(value, transaction) {
    const replaced = transaction.effects.find((effect) => effect.is(setProblems));
    if (replaced !== undefined) {
      return replaced.value;
    }
    const { changes, docChanged } = transaction;
    return docChanged ? value.map((problem) => ({ ...problem, from: changes.mapPos(problem.from, 1), to: changes.mapPos(problem.to, -1) })) : value;
  },
});

/** The message of a diagnostic, which LSP also lets be Markdown. */
export const wordsOf = ({ message }: Diagnostic) => (typeof message === 'string' ? message : message.value);
