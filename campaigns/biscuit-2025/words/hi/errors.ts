// The product's own.
export { errors } from '../../../product/words/hi/errors.ts';
