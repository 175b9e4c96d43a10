// The product's own.
export { progress } from '../../../product/words/hi/progress.ts';
