// The product's own.
export { states } from '../../../product/words/en/states.ts';
