export { autocompletion } from '@codemirror/autocomplete';
