// The product's own.
export { loader } from '../../../default-words/en/loader.ts';
