// The product's own.
export { wheel } from '../../../product/words/en/wheel.ts';
