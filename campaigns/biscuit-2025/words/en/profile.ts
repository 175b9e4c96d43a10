// The product's own.
export { profile } from '../../../product/words/en/profile.ts';
