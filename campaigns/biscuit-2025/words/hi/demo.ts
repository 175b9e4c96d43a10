// The product's own.
export { demo } from '../../../default-words/hi/demo.ts';
