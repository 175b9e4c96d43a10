// The product's own.
export { loader } from '../../../product/words/hi/loader.ts';
