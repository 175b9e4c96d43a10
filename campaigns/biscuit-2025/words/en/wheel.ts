// The product's own.
export { wheel } from '../../../default-words/en/wheel.ts';
