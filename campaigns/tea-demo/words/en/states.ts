// The product's own.
export { states } from '../../../default-words/en/states.ts';
