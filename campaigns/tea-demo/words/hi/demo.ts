// The product's own.
export { demo } from '../../../product/words/hi/demo.ts';
