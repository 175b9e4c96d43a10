// The product's own.
export { wheel } from '../../../default-words/hi/wheel.ts';
