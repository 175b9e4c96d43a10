// The product's own.
export { loader } from '../../../product/words/en/loader.ts';
