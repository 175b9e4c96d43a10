// The product's own.
export { wheel } from '../../../product/words/hi/wheel.ts';
