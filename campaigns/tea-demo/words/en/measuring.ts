// The product's own.
export { measuring } from '../../../default-words/en/measuring.ts';
