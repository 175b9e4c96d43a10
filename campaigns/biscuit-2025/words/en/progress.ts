// The product's own.
export { progress } from '../../../product/words/en/progress.ts';
