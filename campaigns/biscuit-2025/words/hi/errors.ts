// The product's own.
export { errors } from '../../../default-words/hi/errors.ts';
