// The product's own.
export { profile } from '../../../default-words/hi/profile.ts';
