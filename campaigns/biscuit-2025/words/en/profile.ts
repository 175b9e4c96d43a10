// The product's own.
export { profile } from '../../../default-words/en/profile.ts';
