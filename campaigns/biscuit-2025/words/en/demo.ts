// The product's own.
export { demo } from '../../../product/words/en/demo.ts';
