// The product's own.
export { progress } from '../../../default-words/en/progress.ts';
