// The product's own.
export { errors } from '../../../product/words/en/errors.ts';
