// The product's own.
export { profile } from '../../../product/words/hi/profile.ts';
