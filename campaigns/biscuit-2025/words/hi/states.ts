// The product's own.
export { states } from '../../../default-words/hi/states.ts';
