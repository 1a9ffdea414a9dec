export { foldGutter } from '@codemirror/language';
