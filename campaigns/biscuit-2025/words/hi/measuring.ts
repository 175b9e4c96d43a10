// The product's own.
export { measuring } from '../../../default-words/hi/measuring.ts';
