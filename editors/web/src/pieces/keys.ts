export { defaultKeymap } from '@codemirror/commands';
export { lintKeymap } from '@codemirror/lint';
export { searchKeymap } from '@codemirror/search';
