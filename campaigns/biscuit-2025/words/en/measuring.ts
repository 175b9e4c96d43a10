// The product's own.
export { measuring } from '../../../product/words/en/measuring.ts';
