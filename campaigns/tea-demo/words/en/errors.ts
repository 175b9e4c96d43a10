// The product's own.
export { errors } from '../../../default-words/en/errors.ts';
