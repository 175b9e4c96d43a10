// The product's own.
export { progress } from '../../../default-words/hi/progress.ts';
