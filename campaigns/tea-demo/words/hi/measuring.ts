// The product's own.
export { measuring } from '../../../product/words/hi/measuring.ts';
