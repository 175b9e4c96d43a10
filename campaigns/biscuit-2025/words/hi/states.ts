// The product's own.
export { states } from '../../../product/words/hi/states.ts';
