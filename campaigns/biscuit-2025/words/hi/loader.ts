// The product's own.
export { loader } from '../../../default-words/hi/loader.ts';
