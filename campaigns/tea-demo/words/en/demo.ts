// The product's own.
export { demo } from '../../../default-words/en/demo.ts';
